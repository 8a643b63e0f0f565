import type { FormInstance } from 'antd'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { toast } from './toast.ts'

/**
 * Shows a refusal at the field it is about and goes there: by its code, or by the name that -41003 carries; else as a message.
 * `unanswered` says what a second try does when nobody knows whether the first arrived.
 */
export function tellRefusal(
  form: FormInstance,
  refused: Refused,
  fieldOf: Record<number, string> = {},
  unanswered?: string,
): void {
  // The login is being asked for already.
  if (isSessionRefusal(refused)) return
  const named = refused.code === -41003 && typeof refused.data === 'string' ? refused.data : undefined
  const field = fieldOf[refused.code] ?? named
  const known = form.getFieldsError().some(({ name }) => name[0] === field)
  if (field === undefined || !known) {
    toast.error(refused.code === 0 && unanswered ? `${refused.msg}，${unanswered}` : sentence(refused))
    return
  }
  form.setFields([{ name: field, errors: [sentence(refused)] }])
  form.focusField(field)
}
