import type { FormInstance } from 'antd'
import { isProofRefusal, isSessionRefusal, type Refused, sentence } from '#web/data/answers.ts'
import { toast } from './toast.ts'

interface Place {
  form?: FormInstance | undefined
  /** The field for an error, by its code. */
  fieldOf?: Record<number, string> | undefined
  /** Explains the effect of a retry when it is unknown whether the first attempt arrived. */
  unanswered?: string | undefined
}

/**
 * Shows an error at its field and focuses the field. The field follows from the code, or from the name in a -41003; without a field
 * the error shows as a message.
 */
export function showRefusal(refused: Refused, { form, fieldOf = {}, unanswered }: Place = {}): void {
  // The login is already being requested, or the user has declined a proof.
  if (isSessionRefusal(refused) || isProofRefusal(refused)) return
  const named = refused.code === -41003 && typeof refused.data === 'string' ? refused.data : ''
  const field = form && fieldAt(form, (fieldOf[refused.code] ?? named).split('.'))
  if (field) {
    form.setFields([{ name: field, errors: [sentence(refused)] }])
    form.focusField(field)
  } else toast.error(refused.code === 0 && unanswered ? `${refused.msg}，${unanswered}` : sentence(refused))
}

/** Returns the field that holds the parameter, which may be an entry of the field's list, such as `networks.0`. */
const fieldAt = (form: FormInstance, path: readonly string[]) =>
  form
    .getFieldsError()
    .map(({ name }) => name)
    .filter(name => name.every((part, index) => String(part) === path[index]))
    .toSorted((one, other) => other.length - one.length)[0]
