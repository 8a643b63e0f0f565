import type { OrderState } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { type Requested, requestOrCarryOut } from '#server/engines/approvals/request-or-carry-out.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { executeTransfer } from './executors.ts'
import { viewPayment } from './payments.sql.ts'
import { lockOrderOf, TransferProblem, transferOf } from './transfers.ts'

/** Describes the effect of a confirmation on the order's present state, because the second operator decides by it. */
function effectOn(state: OrderState): string {
  if (state === 'pending') return '确认后订单开通'
  if (state === 'cancelled' || state === 'closed') return '订单已结束，确认后尽量恢复开通，不能恢复则转入退款'
  return '订单已付过款，确认后这笔转入退款'
}

/** The transfer or its order no longer matches the request. */
class ChangedMeanwhile extends TransferProblem {}

interface Transfer {
  remarkCode: string
  /** In fen. */
  amount: number
  /** The row of an imported statement. */
  reference?: string
}

/** The number of attempts; an order is paid, cancelled or paid in part only a few times. */
const attempts = 5

/**
 * Records that the amount on the bank statement is the amount due, or requests the second operator's confirmation. Throws -53200
 * when it differs. A change between reading and locking is read again, so that nobody has to repeat the request.
 */
export async function requestTransfer(context: OperatorContext, transfer: Transfer): Promise<Requested> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await context.system.transaction(transaction => request(transaction, context, transfer))
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === attempts) throw error
    }
}

async function request(
  transaction: Database,
  context: OperatorContext,
  { remarkCode, amount, reference }: Transfer,
): Promise<Requested> {
  const current = await transferOf(transaction, remarkCode)
  const payment = await viewPayment(transaction, current.company_id, current.payment_id)
  if (!payment) throw new Error('a payment without its order')
  if (payment.received > 0 && payment.received < payment.amount)
    throw new TransferProblem(
      `${remarkCode} 已分次到账 ${money(payment.received)}，还差 ${money(payment.amount - payment.received)}：到账的是其余款项，请用“登记部分到账”；又汇来全额的，请用“登记金额不符”`,
      'amount',
    )
  if (payment.amount !== amount)
    throw new Refusal(
      -53200,
      `应付 ${money(payment.amount)}，填写 ${money(amount)}。请核对流水；确为此数的，驳回凭证并说明原因，或登记到账金额后退回`,
    )
  return requestOrCarryOut(transaction, context, {
    kind: 'payment',
    execute: executeTransfer,
    lock: () => requireUnchanged(transaction, remarkCode, payment),
    value: amount,
    target: `payment:${payment.payment_id}`,
    companyId: payment.company_id,
    summary: `对公转账到账 ${money(amount)}：${payment.company_name}，订单 ${payment.order_number}，备注码 ${remarkCode}${payment.received ? '，分次到账合计' : ''}；${effectOn(payment.order_state)}`,
    payload: { remark_code: remarkCode, amount, order_state: payment.order_state, ...(reference && { reference }) },
  })
}

/** Locks the transfer's order, and throws where one of the two no longer matches the request. */
async function requireUnchanged(
  transaction: Database,
  remarkCode: string,
  payment: { received: number; order_state: OrderState },
): Promise<void> {
  const locked = await lockOrderOf(transaction, remarkCode)
  const { state, problem, received } = locked.payment
  if (state === 'paid' || state === 'refunded') throw new TransferProblem(`${remarkCode} 已入账`)
  if (problem) throw new TransferProblem(`${remarkCode} 已登记为金额不符（${problem}），请在异常款项中处理`)
  // A part was recorded meanwhile: the second operator would confirm something else than was requested.
  if (received !== payment.received) throw new ChangedMeanwhile(`${remarkCode} 刚刚登记了部分到账，请刷新后重试`)
  if (locked.order.state !== payment.order_state) throw new ChangedMeanwhile('订单状态刚刚有变化，请刷新后重试')
}
