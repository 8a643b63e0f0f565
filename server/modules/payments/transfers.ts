import { orderPath } from '#contract/paths.ts'
import { gatewayNames, orderStateNames } from '#contract/shop.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { findWaiting } from '#server/engines/approvals/approvals.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notify, settleNotices } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import { lockOrder, type Order } from '#server/modules/orders/orders.ts'
import { findByNumber, type Payment } from './payments.sql.ts'
import { type SettlingServices, settleWithin, type Verdict } from './settle.ts'
import { keepLine } from './transfer-parts.sql.ts'
import { setRejected, setWrong } from './transfers.sql.ts'
import { partsSubject } from './waiting-notices.ts'

/** Explains to the operator why a decision about a transfer was not possible. */
export class TransferProblem extends OperatorProblem {}

/** Brackets and spaces are typed in different ways, but everything else must be as verified. */
export const sameCompany = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')

export const transferOf = async (database: Database, remarkCode: string) => {
  const payment = await findByNumber(database, remarkCode)
  if (payment?.gateway !== 'transfer') throw new TransferProblem(`没有备注码为 ${remarkCode} 的对公转账`)
  return payment
}

interface Confirmation {
  remarkCode: string
  /** The amount in fen on the bank statement. */
  amount: number
  /** The order's state at the request; a request is not carried out on an order that changed since. */
  orderState?: Order['state'] | undefined
  /** The row of an imported statement, by which it is recognized again. */
  reference?: string | undefined
}

/** Records that a transfer has arrived and delivers its order. Only the exact amount counts. */
export async function confirmTransfer(
  services: SettlingServices,
  { remarkCode, amount, orderState, reference }: Confirmation,
): Promise<Extract<Verdict, 'settled' | 'surplus'>> {
  return services.system.transaction(async transaction => {
    const { payment, order } = await lockOrderOf(transaction, remarkCode)
    if (orderState && order.state !== orderState)
      throw new TransferProblem(
        `提交之后，订单 ${order.order_number} 已由“${orderStateNames[orderState]}”变为“${orderStateNames[order.state]}”，未入账。请驳回此申请；款项确已到账的，请财务核对后重新提交`,
      )
    requireNoProblem(payment)
    if (payment.received > 0 && payment.received < payment.amount)
      throw new TransferProblem(
        `${remarkCode} 只到账 ${money(payment.received)}，应付 ${money(payment.amount)}，未入账`,
      )
    if (payment.amount !== amount)
      throw new TransferProblem(
        `应付 ${money(payment.amount)}，到账 ${money(amount)}：金额不符，未确认。请用 payment reject 驳回并写明原因`,
      )
    const verdict = await settleWithin(transaction, services, {
      gateway: 'transfer',
      outTradeNo: remarkCode,
      amount,
      tradeNo: null,
      paidAt: new Date().toISOString(),
      receivedBy: '财务',
    })
    if (verdict !== 'settled' && verdict !== 'surplus') throw new TransferProblem(`${remarkCode} 已确认过`)
    if (reference) await keepLine(transaction, payment, { amount, reference })
    await recordAudit(transaction, {
      action: 'payment.confirmed',
      target: `payment:${payment.payment_id}`,
      before: { state: payment.state },
      after: { remark_code: remarkCode, amount, verdict },
    })
    return verdict
  })
}

function requireNoProblem({ out_trade_no, problem }: Payment): void {
  if (problem) throw new TransferProblem(`${out_trade_no} 已登记为金额不符（${problem}），请先在异常款项中处理`)
}

/** Throws while a second operator's confirmation of the transfer is pending, so that it is not decided otherwise meanwhile. */
async function requireNoRefundRequest(transaction: Database, { payment_id, out_trade_no }: Payment): Promise<void> {
  const waiting = await findWaiting(transaction, 'payment', `payment:${payment_id}`)
  if (waiting)
    throw new TransferProblem(`${out_trade_no} 的到账已由${waiting.requested_by}提交确认，请先撤回或驳回那项申请`)
}

interface Rejection {
  remarkCode: string
  reason: string
}

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

/** Rejects a transfer that differs from what was due. The buyer sees the reason, and may upload another voucher. */
export async function rejectTransfer(services: Needed, { remarkCode, reason }: Rejection): Promise<void> {
  await services.system.transaction(async transaction => {
    const { payment, order } = await lockTransfer(transaction, remarkCode)
    const before = await setRejected(transaction, payment, reason)
    if (!before) throw new TransferProblem(`${remarkCode} 已处理或已关闭`)
    await recordAudit(transaction, {
      action: 'payment.rejected',
      target: `payment:${payment.payment_id}`,
      before,
      after: { remark_code: remarkCode, reason },
    })
    await notifyCompany(transaction, services, order, {
      subject: `payment:${payment.payment_id}:rejected:${Date.now()}`,
      text: `订单 ${order.order_number} 的转账凭证未通过：${reason}。请核对后重新提交。`,
    })
  })
}

/**
 * Records that a wrong amount has arrived. That ends the attempt; its money is listed until it is returned, and the buyer may pay
 * again. Throws -53201 where it is the amount due.
 */
export async function recordWrongAmount(
  services: Needed,
  { remarkCode, amount }: Omit<Confirmation, 'orderState' | 'reference'>,
): Promise<void> {
  const { system } = services
  const { payment, order } = await lockTransfer(system, remarkCode)
  // Earlier parts have arrived, too.
  const arrived = payment.received + amount
  if (arrived === payment.amount) {
    if (!payment.received) throw new Refusal(-53201)
    throw new TransferProblem(`${remarkCode} 已到账 ${money(payment.received)}，加上这笔与应付一致，请用“登记部分到账”`)
  }
  const problem = `到账 ${money(arrived)}，应付 ${money(payment.amount)}`
  if (!(await setWrong(system, payment, problem, arrived)))
    throw new TransferProblem(`${remarkCode} 已入账，或已登记为金额不符`)
  await recordAudit(system, {
    action: 'payment.wrong_amount',
    target: `payment:${payment.payment_id}`,
    before: { state: payment.state },
    after: { remark_code: remarkCode, due: payment.amount, arrived },
  })
  await settleNotices(system, order.company_id, [partsSubject(payment.payment_id)])
  await notifyCompany(system, services, order, {
    subject: `payment:${payment.payment_id}:wrong:${Date.now()}`,
    text: `订单 ${order.order_number} 的转账${problem}，金额不符，款项将退回。请按应付金额重新支付。`,
  })
}

/** Returns a transfer as read behind its order's lock, under which it can no longer change. */
export async function lockOrderOf(
  transaction: Database,
  remarkCode: string,
): Promise<{ payment: Payment; order: Order }> {
  const { company_id, order_id } = await transferOf(transaction, remarkCode)
  const order = await lockOrder(transaction, company_id, order_id)
  if (!order) throw new Error('a payment without its order')
  return { payment: await transferOf(transaction, remarkCode), order }
}

/** Does the same, and refuses a transfer whose money is to be returned. */
export async function lockTransfer(
  transaction: Database,
  remarkCode: string,
): Promise<{ payment: Payment; order: Order }> {
  const locked = await lockOrderOf(transaction, remarkCode)
  await requireNoRefundRequest(transaction, locked.payment)
  return locked
}

const notifyCompany = (
  transaction: Database,
  services: Needed,
  { order_id, company_id }: Order,
  { subject, text }: { subject: string; text: string },
) =>
  notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'transfer_rejected',
    subject,
    title: `${gatewayNames.transfer}未通过`,
    text,
    link: orderPath(order_id),
  })
