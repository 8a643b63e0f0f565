import { z } from 'zod'
import { id, instant, line, moment, phone } from '../fields.ts'
import { employeeActions, employeeRoles, employeeStates, maxPersonDevices, verifications } from '../people.ts'
import { keysOf } from '../typed-keys.ts'
import { employeeFields, type employeeLines } from './employee-fields.ts'
import { record } from './record.ts'

const text = (name: (typeof employeeLines)[number]) => line(employeeFields[name].label, employeeFields[name].max)
const deviceLimit = z
  .int({ error: '设备上限须为整数' })
  .min(0, '设备上限最小为0')
  .max(maxPersonDevices, `设备上限最大为${maxPersonDevices}`)

/** `add` holds what adding or importing a person takes, `change` what setCompanyUser takes. */
export const employee = record({
  employee_id: { answer: id },
  phone: { answer: z.string(), add: phone },
  name: { answer: z.string(), add: text('name'), change: text('name').optional() },
  job_number: {
    answer: z.string().nullable(),
    add: text('job_number').optional(),
    change: text('job_number').nullable().optional(),
  },
  position: {
    answer: z.string().nullable(),
    add: text('position').optional(),
    change: text('position').nullable().optional(),
  },
  dept_id: { answer: id.nullable(), add: id.nullable().optional(), change: id.nullable().optional() },
  /** The path from the top: 运营中心 / 亚马逊事业部. */
  dept_path: { answer: z.string().nullable() },
  role: { answer: z.enum(employeeRoles) },
  device_limit: { answer: z.int(), add: deviceLimit.optional(), change: deviceLimit.optional() },
  state: {
    answer: z.enum(employeeStates),
    change: z.enum(['active', 'disabled'], { error: '状态不正确' }).optional(),
  },
  /** Only for a guest, whose employment then ends automatically. */
  guest_until: {
    answer: instant.nullable(),
    add: moment('访客期限不正确').nullable().optional(),
    change: moment('访客期限不正确').nullable().optional(),
  },
  device_count: { answer: z.int() },
  service_ends_at: { answer: instant.nullable() },
  /** Whole days of service left, rounded up; 0 without any. */
  remain_days: { answer: z.int() },
  /** Days reserved for a person who has yet to agree; they begin at that time. */
  reserved_days: { answer: z.int() },
  /** How the person is verified, under the provider's rule. */
  verification: { answer: z.enum(verifications) },
  /** The last report of any of the person's devices. */
  last_seen_at: { answer: instant.nullable() },
  created_at: { answer: instant },
})
export type Employee = z.output<typeof employee.schema>

/** The fields that employees may read about themselves, besides their company's name. */
export const ownEmployment = employee.schema.pick({
  name: true,
  job_number: true,
  position: true,
  role: true,
  service_ends_at: true,
  guest_until: true,
})

const actions = keysOf(employeeActions)

export const employeeLog = record({
  action: { answer: z.enum(actions) },
  actor_name: { answer: z.string() },
  detail: { answer: z.string() },
  created_at: { answer: instant },
})
