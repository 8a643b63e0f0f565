import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { lineStates } from '../line-names.ts'
import { orderStates } from '../shop.ts'
import { dashboardDays } from './dashboard-names.ts'
import { operation } from './operation.ts'

/** Of today in China, and of the last 7 and 30 days with it. */
const recent = z.object({ today: z.int(), week: z.int(), month: z.int() })

const getDashboard = operation({
  path: '/dashboard/getDashboard',
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
    /** Fen, by when orders were paid, refunds not taken off. */
    revenue: recent.nullable(),
    orders: z.array(z.object({ state: z.enum(orderStates), count: z.int() })),
    lines: z.array(z.object({ state: z.enum(lineStates), count: z.int() })),
    /** Where lines are, addresses are or something is sold; the scarcest first. */
    regions: z.array(
      z.object({
        region_id: id,
        country: z.string(),
        city: z.string(),
        /** Not released. */
        lines: z.int(),
        /** Free and promised to nobody. */
        free: z.int(),
        /** What is sold there and nearly or wholly sold out, by the access way's name. */
        low: z.array(z.object({ access_way: z.string(), free: z.int() })),
      }),
    ),
    /** Counted up to countedDevices. */
    online: z.int(),
    /** By the key of the menu entry; those of the operator's roles. */
    waiting: z.record(z.string(), z.int()),
    /** As many as were asked for, the last is today in China. */
    days: z.array(
      z.object({ day: z.string(), registrations: z.int(), companies: z.int(), revenue: z.int().nullable() }),
    ),
  }),
})

export const dashboard = { getDashboard }
