import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { lineStates } from '../line-names.ts'
import { orderStates } from '../shop.ts'
import { dashboardDays, setupSteps } from './dashboard-names.ts'
import { operation } from './operation.ts'

/** Counts for today in China, and for the last 7 and 30 days including it. */
const recent = z.object({ today: z.int(), week: z.int(), month: z.int() })

const getDashboard = operation({
  path: '/dashboard/getDashboard',
  effect: 'read',
  access: 'operator',
  about: '总览：注册、认证企业、订单、专线、库存、在线设备与待办。已付金额仅财务与负责人可见，其余为 null。',
  input: z.strictObject({
    days: z
      .union(
        dashboardDays.map(days => z.literal(days)),
        { error: '请选择 7、30 或 90 天' },
      )
      .default(30),
  }),
  output: z.object({
    at: instant,
    registrations: recent,
    companies: recent.extend({ all: z.int() }),
    /** Fen, by the time of payment; refunds are not deducted. */
    revenue: recent.nullable(),
    orders: z.array(z.object({ state: z.enum(orderStates), count: z.int() })),
    lines: z.array(z.object({ state: z.enum(lineStates), count: z.int() })),
    /** The regions that have lines or addresses, or where something is sold, scarcest first. */
    regions: z.array(
      z.object({
        region_id: id,
        country: z.string(),
        city: z.string(),
        /** The lines that are not released. */
        lines: z.int(),
        /** The addresses that are free and not reserved. */
        free: z.int(),
        /** The region's access ways that are almost or entirely sold out, by name. */
        low: z.array(z.object({ access_way: z.string(), free: z.int() })),
      }),
    ),
    /** Stops at countedDevices. */
    online: z.int(),
    /** The number of items that await the operator's roles, by the key of the menu entry. */
    waiting: z.record(z.string(), z.int()),
    /** One entry for each requested day; the last is today in China. */
    days: z.array(
      z.object({ day: z.string(), registrations: z.int(), companies: z.int(), revenue: z.int().nullable() }),
    ),
  }),
})

const getSetupSteps = operation({
  path: '/dashboard/getSetupSteps',
  effect: 'read',
  access: ['finance', 'network'],
  about: '开售之前要准备的各步，与是否已经具备；全部具备时页面不再显示。',
  output: z.object({ steps: z.array(z.object({ step: z.enum(setupSteps), done: z.boolean() })) }),
})

export const dashboard = { getDashboard, getSetupSteps }
