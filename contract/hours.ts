import { z } from 'zod'
import { call } from './call.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { day, employeeIds, id, listOf, paging, personDays, undoFields } from './fields.ts'
import { ledgerKinds } from './people.ts'
import { serviceEntry } from './records/service-entry.ts'

export const setCompanyUserService = call({
  path: '/v1/company/setCompanyUserService',
  effect: 'change',
  activity: 'employee.assigned',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'hours' },
  within: { named: ['employee_ids'] },
  about:
    '给员工分配时长：按天数（days），或直到某日（until，北京时间当日结束；到期日已不早于该日的员工保持不变）。待本人同意的人只按天数，先从企业余额预留，自同意时起算。要么全部成功，要么都不变。',
  input: z.strictObject({
    employee_ids: employeeIds,
    days: personDays.optional(),
    /** A day in China, YYYY-MM-DD. Exactly one of `days` and `until` must be given. */
    until: day('日期格式不正确').optional(),
    /** Returns the cost and changes nothing. */
    preview: z.boolean().default(false),
  }),
  output: z.object({
    /** The people who get more time. */
    employees: z.int(),
    /** With `until`, the people whose service already lasts at least as long. */
    unchanged: z.int(),
    cost_days: z.int(),
    /** The balance afterwards; in a preview the expected one, which is negative when it does not suffice. */
    balance: z.int(),
    ...undoFields,
  }),
  codes: [-47001, -47007, -47008, -47030, -47031],
})

export const reclaimService = call({
  path: '/v1/company/reclaimService',
  effect: 'change',
  activity: 'employee.reclaimed',
  undo: true,
  changesAccess: true,
  access: 'manager',
  scope: { topic: 'hours' },
  within: { named: ['employee_ids'] },
  about: '收回员工尚未使用的整日时长，以及为待同意的人预留的时长。',
  input: z.strictObject({ employee_ids: employeeIds, preview: z.boolean().default(false) }),
  output: z.object({ employees: z.int(), reclaimed_days: z.int(), balance: z.int(), ...undoFields }),
  codes: [-47001],
})

export const getServiceBalance = call({
  path: '/v1/company/getServiceBalance',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'hours' },
  within: { narrowed: true },
  about: '企业剩余可分配的时长（人天）与使用概况。',
  output: z.object({
    balance: z.int(),
    /** Days that are assigned and not yet used, rounded up for each person. */
    assigned_days: z.int(),
    /** Days reserved for people who have yet to agree; they count neither as balance nor as assigned. */
    reserved_days: z.int(),
    /** Active people with time left; the two figures below are parts of this one. */
    employees_in_service: z.int(),
    ends_within_7: z.int(),
    ends_within_30: z.int(),
  }),
})

const ledgerFilter = {
  kind: z.enum(ledgerKinds, { error: '流水类型不正确' }).optional(),
  employee_id: id.optional(),
  /** Days in China, both inclusive. */
  from: day('开始日期格式不正确').optional(),
  to: day('结束日期格式不正确').optional(),
}

export const getServiceLedger = call({
  path: '/v1/company/getServiceLedger',
  effect: 'read',
  access: 'manager',
  scope: { topic: 'hours' },
  within: { named: ['employee_id'] },
  about: '时长流水：购买、分配、收回、赠送、更正。最新的在前；total 精确到一万条，更多时 more 为真。',
  input: z.strictObject({ ...ledgerFilter, ...paging }),
  output: listOf(serviceEntry.schema).extend({ more: z.boolean() }),
})

export const exportServiceLedger = call({
  path: '/v1/company/exportServiceLedger',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '按筛选导出时长流水为 XLSX。',
  input: z.strictObject(ledgerFilter),
  output: exportedFile,
  codes: [429],
})
