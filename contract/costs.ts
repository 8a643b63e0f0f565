import { z } from 'zod'
import { call } from './call.ts'
import { costGroups } from './cost-names.ts'
import { exportedFile, exportLimits } from './exports.ts'
import { id, instant, listOf, month, paging } from './fields.ts'
import { employee } from './records/employee.ts'
import { line } from './records/line.ts'

/** Amounts in fen. A refund made after the amount was spread can make one of them negative. */
const amounts = { hours_amount: z.int(), lines_amount: z.int() }

const costRow = z.object({
  /** Null for costs that belong to no department, person or line. */
  id: id.nullable(),
  name: z.string(),
  /** A person's department, or a line's place. */
  detail: z.string(),
  ...amounts,
  amount: z.int(),
  /** The number of people who used the line, or of lines used by the person. */
  used: z.int(),
})

export const getCosts = call({
  path: '/v1/company/getCosts',
  effect: 'read',
  // The call goes through everything that the company ever bought.
  limits: [{ name: 'costs', by: 'company', max: 300, seconds: 600 }],
  access: 'manager',
  about:
    '一个月的费用，按部门、人员或专线。专线按当月的天数、由真正使用的人按使用的天数分摊，时长按员工用掉的天数计，退款扣除；三种分法的合计相同（决策 0022）。月份结束后结定，此后不再改变；差额列在下一个月，写明更正的是哪个月（决策 0039）。',
  input: z.strictObject({ month, by: z.enum(costGroups, { error: '分组不正确' }), ...paging }),
  output: listOf(costRow).extend({
    ...amounts,
    amount: z.int(),
    /** When the month was closed; null while it is open. */
    closed_at: instant.nullable(),
  }),
  codes: [429],
})

export const exportCosts = call({
  path: '/v1/company/exportCosts',
  effect: 'export',
  limits: exportLimits,
  access: 'manager',
  about: '一个月的费用写成 XLSX：部门、人员与专线各一张表，每张表的合计相同。',
  input: z.strictObject({ month }),
  output: exportedFile,
  codes: [429],
})

export const getCostOverview = call({
  path: '/v1/company/getCostOverview',
  effect: 'read',
  limits: [{ name: 'costs', by: 'company', max: 300, seconds: 600 }],
  access: 'manager',
  about:
    '最近 12 个月与今后 12 个月的费用。今后的分为已付清的与照现在续下去还须付的：专线按最近一次的日单价，时长按现有在用人数与平均日单价。',
  output: z.object({
    /** In order from the oldest; the last is the present month, counted in full. */
    months: z.array(z.object({ month: z.string(), ...amounts })),
    forecast: z.array(
      z.object({
        month: z.string(),
        ...amounts,
        /** The part that is already paid. */
        paid_amount: z.int(),
      }),
    ),
    /** Paid but not yet assigned: person-days of the balance and their value in fen. */
    balance: z.object({ days: z.int(), amount: z.int() }),
  }),
  codes: [429],
})

const saving = { amount: z.int() }

export const getIdle = call({
  path: '/v1/company/getIdle',
  effect: 'read',
  limits: [{ name: 'costs', by: 'company', max: 300, seconds: 600 }],
  access: 'manager',
  about:
    '闲置的席位、时长与专线，各能省下多少：30 天没有连接过的员工未用的时长、停用的人占着的时长、余额里多出的天数、30 天没有人连接也没有绑定店铺的专线。企业没有连接记录时不作判断。',
  output: z.object({
    /** False when no client has reported a connection recently, so that seats and lines cannot be judged. */
    known: z.boolean(),
    /** People whose service runs although they do not connect, with the days that can be reclaimed. */
    seats: z.array(
      employee.schema
        .pick({ employee_id: true, name: true, dept_path: true, service_ends_at: true })
        .extend({ days: z.int(), last_at: instant.nullable(), ...saving }),
    ),
    /** Disabled people, whose service runs on although they cannot use it. */
    hours: z.array(
      employee.schema
        .pick({ employee_id: true, name: true, dept_path: true, service_ends_at: true })
        .extend({ days: z.int(), ...saving }),
    ),
    /** Days of the balance, and the people whose service ends soon, who could get them before more are bought. */
    balance: z.object({
      days: z.int(),
      ending: z.array(employee.schema.pick({ employee_id: true, name: true })),
      /** The days for each of them. */
      each: z.int(),
      ...saving,
    }),
    lines: z.array(
      line.schema
        .pick({ svp_id: true, name: true, country: true, city: true, ends_at: true, auto_renew: true })
        .extend({
          groups: z.int(),
          /** The last day on which anyone connected. */
          last_day: z.iso.date().nullable(),
          /** With auto-renewal, the cost of 30 more days; otherwise the value of the paid days to come, which others could use. */
          ...saving,
        }),
    ),
  }),
  codes: [429],
})
