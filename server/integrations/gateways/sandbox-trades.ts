import { randomInt } from 'node:crypto'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { betweenDays } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'

/** The sandbox cashier keeps its own record of a trade, as an external service would. */
const sandboxTrade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  amount: z.int(),
  subject: z.string(),
  return_path: z.string(),
  /** A waiting trade is not paid yet; once it has expired it counts as closed. */
  state: z.enum(['waiting', 'paid', 'failed', 'closed']),
  expires_at: instant,
  paid_at: instant.nullable(),
})
export type SandboxTrade = z.output<typeof sandboxTrade>

/** The fields sent in a notification. */
export const tradeNotification = sandboxTrade.pick({
  out_trade_no: true,
  trade_no: true,
  amount: true,
  state: true,
  paid_at: true,
})

const columns = selectList(sandboxTrade, {
  state: `case when state = 'waiting' and expires_at < now() then 'closed' else state end`,
})

interface NewTrade {
  outTradeNo: string
  amount: number
  subject: string
  returnPath: string
  expiresAt: string
}

export const openTrade = (system: Database, { outTradeNo, amount, subject, returnPath, expiresAt }: NewTrade) =>
  system.change`
    insert into demo_trade (out_trade_no, trade_no, amount, subject, return_path, expires_at)
    values (${outTradeNo}, ${`SB${Date.now()}${randomInt(1_000_000)}`}, ${amount}, ${subject}, ${returnPath}, ${expiresAt})
    on conflict (out_trade_no) do nothing`

export const findTrade = (system: Database, outTradeNo: string) =>
  system.row(sandboxTrade)`select ${columns} from demo_trade where out_trade_no = ${outTradeNo}`

/** Records the decision made at the cashier; undefined if the trade was already decided, closed or expired. */
export const decideTrade = (system: Database, outTradeNo: string, state: 'paid' | 'failed') =>
  system.row(sandboxTrade)`
    update demo_trade set state = ${state}, paid_at = case when ${state} = 'paid' then now() end
    where out_trade_no = ${outTradeNo} and state = 'waiting' and expires_at >= now()
    returning ${columns}`

export const closeTrade = (system: Database, outTradeNo: string) =>
  system.change`
    update demo_trade set state = 'closed' where out_trade_no = ${outTradeNo} and state in ('waiting', 'failed')`

/** Refunds once for each number and never more than was paid. Returns whether the refund exists. */
export async function refundTrade(
  system: Database,
  { outTradeNo, outRefundNo, amount }: { outTradeNo: string; outRefundNo: string; amount: number },
): Promise<boolean> {
  await system.change`
    insert into demo_trade_refund (out_refund_no, out_trade_no, amount)
    select ${outRefundNo}, out_trade_no, ${amount} from demo_trade
    where out_trade_no = ${outTradeNo} and state = 'paid'
      and amount >= ${amount} + coalesce((select sum(amount) from demo_trade_refund
        where out_trade_no = ${outTradeNo} and out_refund_no <> ${outRefundNo}), 0)
    on conflict (out_refund_no) do nothing`
  return (await findTradeRefund(system, outRefundNo)) !== undefined
}

const tradeRefund = sandboxTrade.pick({ amount: true })

export const findTradeRefund = (system: Database, outRefundNo: string) =>
  system.row(tradeRefund)`select amount from demo_trade_refund where out_refund_no = ${outRefundNo}`

const billed = z.object({
  out_trade_no: z.string(),
  out_refund_no: z.string().nullable(),
  trade_no: z.string(),
  amount: z.int(),
})

/** Returns the payments and refunds of a day in China. */
export const tradesOfDay = (system: Database, day: string) =>
  system.rows(billed)`
    select out_trade_no, null as out_refund_no, trade_no, amount from demo_trade
    where state = 'paid' and ${betweenDays('paid_at', day, day)}
    union all
    select out_trade_no, out_refund_no, trade_no, refund.amount
    from demo_trade_refund as refund join demo_trade using (out_trade_no)
    where ${betweenDays('refund.created_at', day, day)}`
