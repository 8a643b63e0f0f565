import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { Order } from '#server/modules/orders/orders.ts'
import { withdrawalProblem } from '#server/modules/orders/withdrawable.ts'
import { giveBackOf } from './give-back.ts'
import { findRefund, setRefundState } from './refunds.sql.ts'

/** Withdraws a refund that the company requested itself. This transaction has locked the order, as every decision about it does. */
export async function withdrawRefund(transaction: Database, order: Order, refundId: string): Promise<void> {
  const refund = await findRefund(transaction, order.company_id, refundId)
  if (refund?.order_id !== order.order_id) throw new Refusal(-49011, null, '没有这笔退款申请，请刷新后查看')
  const problem = await withdrawalProblem(transaction, refund)
  if (problem) throw new Refusal(-49011, null, problem)
  if (!(await setRefundState(transaction, refund, ['asked'], 'rejected', { withdrawn: true })))
    throw new Refusal(-49011)
  await giveBackOf(transaction, order, refund, { note: refund.reason, by: 'withdrawn' })
}
