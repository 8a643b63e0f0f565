import { z } from 'zod'
import { accessConditions, conditionStates, resolvers } from './access-names.ts'
import { undoActivity } from './activity.ts'
import { call } from './call.ts'
import { batchSetDepartment, setDepartment } from './departments.ts'
import { deviceAudit, deviceAuthStatusChange, deviceRemove } from './devices.ts'
import { commitEmployeeImport } from './employee-imports.ts'
import { addCompanyUser, delCompanyUser, handOverEmployee, setCompanyUser } from './employees.ts'
import { id, instant } from './fields.ts'
import { reclaimService, setCompanyUserService } from './hours.ts'
import { accessReasons, bindCompanyVpl, deleteVplGroup, setVplGroupLines, setVplGroupMembers } from './lines.ts'
import { device } from './records/device.ts'
import { employee } from './records/employee.ts'
import { line } from './records/line.ts'
import { approveRequest } from './requests.ts'
import { applyTemplate } from './templates.ts'
import { keysOf } from './typed-keys.ts'

/** Every manager's call that can alter who may use which line: the calls that declare `changesAccess`. */
export const accessCalls = {
  setDepartment,
  batchSetDepartment,
  addCompanyUser,
  commitEmployeeImport,
  setCompanyUser,
  delCompanyUser,
  handOverEmployee,
  setCompanyUserService,
  reclaimService,
  deviceAudit,
  deviceAuthStatusChange,
  deviceRemove,
  bindCompanyVpl,
  deleteVplGroup,
  setVplGroupLines,
  setVplGroupMembers,
  approveRequest,
  applyTemplate,
  undoActivity,
}
export type AccessCallName = keyof typeof accessCalls

export const accessCallNames = keysOf(accessCalls)

// The cast is needed because Object.fromEntries loses the type of the keys.
/** The input of each call in a plan. The administrator's code is only required for the act itself. */
export const plannedInputs = {
  ...Object.fromEntries(Object.entries(accessCalls).map(([name, { input }]) => [name, input])),
  deviceAudit: deviceAudit.input.partial({ captcha: true }),
  deviceAuthStatusChange: deviceAuthStatusChange.input.partial({ captcha: true }),
} as unknown as Record<AccessCallName, (typeof accessCalls)[AccessCallName]['input']>

/** People whose right to lines changes; the first of them by name. */
const affectedPeople = z.object({
  people: z.int(),
  /** The first of them only. */
  list: z.array(
    employee.schema.pick({ employee_id: true, name: true, dept_path: true }).extend({
      lines: z.int(),
      line_names: z.array(z.string()),
      /** The hours and end of the right in words; empty without a limit. With several lines, those of the first. */
      times: z.string(),
    }),
  ),
})
const affectedDevices = z.object({
  devices: z.int(),
  list: z.array(device.schema.pick({ device_id: true, name: true, employee_name: true }).extend({ lines: z.int() })),
})

export const accessPlan = z.object({
  gained: affectedPeople,
  /** People who gain usable lines but have no service time, without which they can use none. */
  unserved: affectedPeople,
  /** People who gain lines that nobody can use now: unbound, suspended or expired. */
  idle: affectedPeople,
  lost: affectedPeople,
  /** People who keep their lines, but with another end or other hours. */
  retimed: affectedPeople,
  /** People who have yet to agree to join, with what they will gain by it. */
  joining: affectedPeople,
  /** Devices that could not connect to any line before and can afterwards. */
  connects: affectedDevices,
  disconnects: affectedDevices,
  /** People among those losing lines who used them within `usageLookbackDays` and would have been cut off. */
  used: z.object({
    people: z.int(),
    /** The most recent users come first; only the first are listed. */
    list: z.array(
      employee.schema
        .pick({ employee_id: true, name: true })
        .extend({ lines: z.int(), line_names: z.array(z.string()), last_at: instant }),
    ),
  }),
  /** True when the act can be undone for some minutes after it is saved. */
  undoable: z.boolean(),
})

const refusals = Object.values(accessCalls as Record<string, { codes?: readonly number[] }>).flatMap(
  ({ codes = [] }) => codes,
)

export const planAccess = call({
  path: '/v1/company/planAccess',
  effect: 'plan',
  // A plan holds a connection for as long as the act itself would.
  limits: [{ name: 'plan', by: 'company', max: 1200, seconds: 600 }],
  access: 'manager',
  about:
    '一项会改变使用权限的操作，在保存之前说明谁获得、谁失去哪些能用的专线（没有时长的人、现在不能用的专线另列），哪些设备因此能连接或不能再连接，以及失去的人里谁在最近 90 天真正用过。call 为那个调用，input 为它的输入（不含管理员验证码）；照做一遍而不提交，因此与保存之后一致。它会拒绝的，也以同样的应答码拒绝。',
  input: z.strictObject({
    call: z.enum(accessCallNames, { error: '操作不正确' }),
    input: z.record(z.string(), z.unknown(), { error: '请提供操作的内容' }),
  }),
  output: accessPlan,
  // The cast is needed because the union of the codes is built at run time.
  codes: [...new Set([...refusals, 429])] as never[],
})

const names = keysOf(accessConditions)
const resolverNames = keysOf(resolvers)

const condition = z.object({
  condition: z.enum(names),
  state: z.enum(conditionStates),
  /** One sentence about the state of the condition. */
  text: z.string(),
  /** The person who can resolve it, and how; null when there is nothing to resolve. */
  mend: z.object({ by: z.enum(resolverNames), how: z.string() }).nullable(),
})

const explained = {
  /** True when no condition fails; open conditions do not count. */
  allowed: z.boolean(),
  /** In the order of `accessConditions`. */
  conditions: z.array(condition),
  /** The first condition that fails. */
  first: z.enum(names).nullable(),
}

/** Why a person may or may not use a line on a device. */
export const accessExplained = z.object({
  ...explained,
  person: employee.schema.pick({ employee_id: true, name: true, dept_path: true }),
  device: device.schema.pick({ device_id: true, name: true }).nullable(),
  line: line.schema.pick({ svp_id: true, name: true }).nullable(),
  /** The person's devices, to choose from. */
  devices: z.array(device.schema.pick({ device_id: true, name: true }).extend({ usable: z.boolean() })),
  /** The groups through which the person may use the line, or any line if none is named. */
  reasons: accessReasons,
})

export const explainAccess = call({
  path: '/v1/company/explainAccess',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'lines' },
  about:
    '一名员工为什么能或不能在一台设备上使用一条专线：逐项条件、第一个不满足的、由谁处理。不带设备或专线时，相应的条件为 open。',
  input: z.strictObject({ employee_id: id, device_id: id.optional(), svp_id: id.optional() }),
  output: accessExplained,
  codes: [-47001, -48001, -52001],
})

export const explainMyAccess = call({
  path: '/v1/user/explainMyAccess',
  effect: 'read',
  access: 'account',
  about: '本人的一台设备为什么能或不能使用专线，与每条授权给本人的专线现在能否使用。',
  input: z.strictObject({ device_id: id.optional() }),
  output: z.object({
    ...explained,
    /** The lines granted to the person, at most 100. */
    lines: z.array(line.schema.pick({ svp_id: true, name: true }).extend({ usable: z.boolean(), text: z.string() })),
  }),
  codes: [-48001, -48010],
})
