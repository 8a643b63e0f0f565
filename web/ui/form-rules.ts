import { companyFields, contactPhoneMessage, contactPhonePattern } from '#contract/records/company-fields.ts'
import { keysOf, recordOf } from '#contract/typed-keys.ts'

/** A check of `contract/rules.ts` as an antd form rule, so that page and server give the same message. */
export const ruled = (problem: (value: string) => string | undefined) => ({
  validator(_rule: unknown, value: unknown) {
    const message = problem(typeof value === 'string' ? value : '')
    return message ? Promise.reject(new Error(message)) : Promise.resolve()
  },
})

/** Requires a box to be ticked; used with `valuePropName="checked"`. */
export const ticked = (message: string) => ({
  validator: (_rule: unknown, value: unknown) =>
    value === true ? Promise.resolve() : Promise.reject(new Error(message)),
})

/** Checks the length of a line of text without surrounding blanks, as the server counts it. */
export const lineProblem =
  (label: string, max: number, min = 1) =>
  (value: string): string | undefined => {
    const { length } = value.trim()
    if (!length) return min ? `请输入${label}` : undefined
    if (length < min) return `${label}至少${min}个字`
    if (length > max) return `${label}最多${max}个字`
  }

/** A line of text as described by a record's fields (contract/records). */
export interface LineField {
  label: string
  max: number
  required: boolean
  /** The least number of characters, if more than one. */
  min?: number
}

export const lineFieldProblem = ({ label, max, required, min = required ? 1 : 0 }: LineField) =>
  lineProblem(label, max, min)

/** Converts optional lines before they are sent: an empty one becomes null. */
export const blanksToNull = <Name extends string>(lines: Record<Name, string>) =>
  recordOf(keysOf<Name>(lines), name => lines[name].trim() || null)

/** The contract's check of a contact phone. */
export function contactPhoneProblem(phone: string): string | undefined {
  const line = phone.trim()
  if (line && !contactPhonePattern.test(line)) return contactPhoneMessage
  return lineFieldProblem(companyFields.contact_phone)(phone)
}
