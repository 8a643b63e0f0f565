import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { sendRefundJob } from './jobs.ts'
import type { Payment } from './payments.sql.ts'
import { insertRefund } from './refunds.sql.ts'

export const surplusReasons = {
  already: '订单已支付，重复支付的款项原路退回',
  undeliverable: '订单已结束且无法恢复，款项原路退回',
} as const

/** Refunds money for which nothing can be delivered: automatically, but a bank transfer waits for an operator to send it. */
export async function refundSurplus(
  transaction: Database,
  { jobs }: Pick<Services, 'jobs'>,
  payment: Payment,
  reason: string,
): Promise<void> {
  const byHand = payment.gateway === 'transfer'
  const refund = await insertRefund(transaction, payment, {
    kind: 'surplus',
    state: byHand ? 'asked' : 'sending',
    reason,
  })
  if (!refund) throw new Error('a payment that was just made can not have been given back')
  if (!byHand) await jobs.enqueue(transaction, sendRefundJob, { company_id: payment.company_id, ...refund })
}
