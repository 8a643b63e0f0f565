import { z } from 'zod'
import { dutyNames, maxDutyDepartments } from '../duty-names.ts'
import { id, instant } from '../fields.ts'
import { keysOf } from '../typed-keys.ts'
import { employee } from './employee.ts'
import { record } from './record.ts'

const departments = z
  .array(id, { error: '部门不正确' })
  .min(1, '请选择部门')
  .max(maxDutyDepartments, `最多${maxDutyDepartments}个部门`)
  .nullable()

const duties = keysOf(dutyNames)

/** An employee who may do a part of a manager's work in the console. */
export const duty = record({
  employee_id: employee.fields.employee_id,
  name: { answer: employee.fields.name.answer },
  phone: { answer: employee.fields.phone.answer },
  dept_path: employee.fields.dept_path,
  state: { answer: employee.fields.state.answer },
  duty: { answer: z.enum(duties), set: z.enum(duties, { error: '角色不正确' }).nullable() },
  /** The departments, with all below them, to which the duty is limited; null for the whole company. */
  dept_ids: { answer: z.array(id).nullable(), set: departments.default(null) },
  given_by: { answer: z.string() },
  given_at: { answer: instant },
})
