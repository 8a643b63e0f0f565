import { z } from 'zod'
import { orderStates } from '#contract/shop.ts'
import { money } from '#server/core/yuan.ts'
import type { Executor } from '#server/engines/approvals/executor.ts'
import { refundNumbered } from './refunds.sql.ts'
import { decideRefund } from './refunds.ts'
import { overBecause } from './transfer-parts.sql.ts'
import { setWrong } from './transfers.sql.ts'
import { confirmTransfer, lockOrderOf } from './transfers.ts'

const refund = z.object({
  order_number: z.string(),
  out_refund_no: z.string().optional(),
  amount: z.int().optional(),
  /** The requester had begun the refund, and not its company. */
  begun: z.boolean().default(false),
})
const payment = z.object({
  remark_code: z.string(),
  amount: z.int(),
  order_state: z.enum(orderStates).optional(),
  reference: z.string().optional(),
})

/** Approves a refund, in the transaction that decides it. */
export const executeRefund: Executor['execute'] = async ({ services }, payload) => {
  const { order_number: orderNumber, out_refund_no: outRefundNo, amount } = refund.parse(payload)
  const decision = { approve: true } as const
  const { byHand, toBalance } = await decideRefund(services, { orderNumber, outRefundNo, amount, decision })
  if (toBalance) return '已批准，款项退回企业余额'
  return byHand ? '已批准，请财务由银行汇回后登记流水号' : '已批准，退款已提交给支付渠道'
}

/** The company reads this; operators' messages to each other stay in the request. */
const cancelled = { rejected: '客服复核未通过', withdrawn: '客服已撤回' } as const

/**
 * Rejects the refund that an operator had begun, so that its company gets back what it took. A refund that a company requested goes
 * on waiting for a decision, and one that was decided on the command line meanwhile stays as it is.
 */
export const cancelRefund: Executor['rejectOrWithdraw'] = async ({ services }, payload, state) => {
  const { order_number: orderNumber, out_refund_no: outRefundNo, begun } = refund.parse(payload)
  if (!begun || outRefundNo === undefined) return undefined
  if ((await refundNumbered(services.system, outRefundNo))?.state !== 'asked') return undefined
  const decision = { approve: false, reason: cancelled[state] } as const
  await decideRefund(services, { orderNumber, outRefundNo, decision })
  return '退款已取消，收回的内容已恢复'
}

/** Records that a transfer has arrived, in the transaction that decides it. */
export const executeTransfer: Executor['execute'] = async ({ services }, payload) => {
  const { remark_code: remarkCode, amount, order_state: orderState, reference } = payment.parse(payload)
  const verdict = await confirmTransfer(services, { remarkCode, amount, orderState, reference })
  return verdict === 'settled' ? '已入账，订单已支付' : '已入账；订单不能恢复，款项转入退款'
}

/** Lists the money of a transfer that nobody has confirmed and whose order has ended: it waits for nothing any more, and goes back. */
export const listArrived: Executor['rejectOrWithdraw'] = async ({ services: { system } }, payload) => {
  const { payment: arrived, order } = await lockOrderOf(system, payment.parse(payload).remark_code)
  if (order.state === 'pending' || !arrived.received) return undefined
  const paid = order.state !== 'cancelled' && order.state !== 'closed'
  const problem = `已到账 ${money(arrived.received)}，${overBecause(paid)}`
  if (!(await setWrong(system, arrived, problem, arrived.received))) return undefined
  return '到账的款项已列入异常款项，待退回'
}
