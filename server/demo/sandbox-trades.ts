import { randomInt } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

/** What the sandbox cashier knows of a trade: its own books, as an outside service would keep them. */
export interface SandboxTrade {
  out_trade_no: string
  trade_no: string
  amount: number
  subject: string
  return_path: string
  /** waiting: not paid yet. A waiting one that has expired is closed. */
  state: 'waiting' | 'paid' | 'failed' | 'closed'
  expires_at: Date
  paid_at: Date | null
}

const columns = sql`out_trade_no, trade_no, amount, subject, return_path,
  case when state = 'waiting' and expires_at < now() then 'closed' else state end as state, expires_at, paid_at`

interface NewTrade {
  outTradeNo: string
  amount: number
  subject: string
  returnPath: string
  expiresAt: Date
}

export const openTrade = (system: Database, { outTradeNo, amount, subject, returnPath, expiresAt }: NewTrade) =>
  system.change(sql`
    insert into demo_trade (out_trade_no, trade_no, amount, subject, return_path, expires_at)
    values (${outTradeNo}, ${`SB${Date.now()}${randomInt(1_000_000)}`}, ${amount}, ${subject}, ${returnPath}, ${expiresAt})
    on conflict (out_trade_no) do nothing`)

export const findTrade = (system: Database, outTradeNo: string) =>
  system.row<SandboxTrade>(sql`select ${columns} from demo_trade where out_trade_no = ${outTradeNo}`)

/** What the person at the cashier decided; undefined when it was decided, closed or too late before. */
export const decideTrade = (system: Database, outTradeNo: string, state: 'paid' | 'failed') =>
  system.row<SandboxTrade>(sql`
    update demo_trade set state = ${state}, paid_at = case when ${state} = 'paid' then now() end
    where out_trade_no = ${outTradeNo} and state = 'waiting' and expires_at >= now()
    returning ${columns}`)

export const closeTrade = (system: Database, outTradeNo: string) =>
  system.change(sql`
    update demo_trade set state = 'closed' where out_trade_no = ${outTradeNo} and state in ('waiting', 'failed')`)

/** Gives back what was paid, once for each number and never more than was paid. Answers whether it is done. */
export async function refundTrade(
  system: Database,
  { outTradeNo, outRefundNo, amount }: { outTradeNo: string; outRefundNo: string; amount: number },
): Promise<boolean> {
  await system.change(sql`
    insert into demo_trade_refund (out_refund_no, out_trade_no, amount)
    select ${outRefundNo}, out_trade_no, ${amount} from demo_trade
    where out_trade_no = ${outTradeNo} and state = 'paid'
      and amount >= ${amount} + coalesce((select sum(amount) from demo_trade_refund
        where out_trade_no = ${outTradeNo} and out_refund_no <> ${outRefundNo}), 0)
    on conflict (out_refund_no) do nothing`)
  return (await findTradeRefund(system, outRefundNo)) !== undefined
}

export const findTradeRefund = (system: Database, outRefundNo: string) =>
  system.row<{ amount: number }>(sql`select amount from demo_trade_refund where out_refund_no = ${outRefundNo}`)
