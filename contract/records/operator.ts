import { z } from 'zod'
import { id, instant, line } from '../fields.ts'
import { operatorFields, operatorName, operatorRoles, rolesProblem } from './operator-fields.ts'
import { record } from './record.ts'

const role = z.enum(operatorRoles, { error: '角色不正确' })
const states = z.enum(['active', 'disabled'])
const { label, max } = operatorFields.display_name

/** `set` holds what setOperator takes, of which the name never changes; `switch` holds what setOperatorState takes. */
export const operator = record({
  operator_id: { answer: id },
  /** The login name. */
  name: {
    answer: z.string(),
    set: z.string({ error: '请输入用户名' }).regex(operatorName, '用户名以小写字母开头，3–32位小写字母、数字或 . _ -'),
  },
  display_name: { answer: z.string(), set: line(label, max) },
  roles: {
    answer: z.array(role),
    set: z
      .array(role, { error: '请选择角色' })
      .min(1, '请至少选择一个角色')
      .max(operatorRoles.length)
      .superRefine((roles, { addIssue }) => {
        const message = rolesProblem(roles)
        if (message) addIssue({ code: 'custom', message })
      }),
  },
  state: { answer: states, switch: states },
  /** True when an authenticator is bound. */
  totp: { answer: z.boolean() },
  last_login_at: { answer: instant.nullable() },
  created_at: { answer: instant },
  /** The number of open sessions. */
  sessions: { answer: z.int() },
})
