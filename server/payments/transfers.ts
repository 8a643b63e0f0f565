import { gatewayNames, orderStateNames } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { money } from '../integrations/gateways/yuan.ts'
import { notify } from '../notices/notices.ts'
import { findWaiting } from '../operations/approvals.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import { lockOrder, type Order } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { findByNumber, type Payment } from './payments.sql.ts'
import { type SettlingServices, settleWithin, type Verdict } from './settle.ts'
import { setRejected, setWrong } from './transfers.sql.ts'

/** Why an operator's word about a transfer could not be taken; the text is for the operator. */
export class TransferProblem extends OperatorProblem {}

/** Brackets and blanks are typed this way and that way; everything else must be as it was verified. */
export const sameCompany = (one: string, other: string): boolean => plain(one) === plain(other)
const plain = (name: string) => name.normalize('NFKC').replaceAll(/\s/g, '')

export const transferOf = async (database: Database, remarkCode: string) => {
  const payment = await findByNumber(database, remarkCode)
  if (payment?.gateway !== 'transfer') throw new TransferProblem(`没有备注码为 ${remarkCode} 的对公转账`)
  return payment
}

interface Confirmation {
  remarkCode: string
  /** Fen, as the bank statement says. */
  amount: number
  /** The order's, when a second operator was asked: what was asked for is not done to an order that changed since. */
  orderState?: Order['state'] | undefined
  actor: string
}

/** The money of a transfer is on the account: delivers its order. Only the exact amount counts. */
export async function confirmTransfer(
  services: SettlingServices,
  { remarkCode, amount, orderState, actor }: Confirmation,
): Promise<Extract<Verdict, 'settled' | 'surplus'>> {
  return services.system.transaction(async transaction => {
    const known = await transferOf(transaction, remarkCode)
    const order = await lockOrder(transaction, known.company_id, known.order_id)
    // Read again: what it is now, it stays.
    const payment = await transferOf(transaction, remarkCode)
    if (orderState && order && order.state !== orderState)
      throw new TransferProblem(
        `提交之后，订单 ${order.number} 已由“${orderStateNames[orderState]}”变为“${orderStateNames[order.state]}”，未入账。请驳回此申请；款项确已到账的，请财务核对后重新提交`,
      )
    requireNoProblem(payment)
    if (payment.amount !== amount)
      throw new TransferProblem(
        `应付 ${money(payment.amount)}，到账 ${money(amount)}：金额不符，未确认。请用 payment reject 驳回并写明原因`,
      )
    const verdict = await settleWithin(transaction, services, {
      gateway: 'transfer',
      outTradeNo: remarkCode,
      amount,
      tradeNo: null,
      paidAt: new Date(),
      actorName: '财务',
    })
    if (verdict !== 'settled' && verdict !== 'surplus') throw new TransferProblem(`${remarkCode} 已确认过`)
    await recordAudit(transaction, {
      actor,
      action: 'payment.confirmed',
      target: `payment:${payment.id}`,
      before: { state: payment.state },
      after: { remark_code: remarkCode, amount, verdict },
    })
    return verdict
  })
}

function requireNoProblem({ out_trade_no, problem }: Payment): void {
  if (problem) throw new TransferProblem(`${out_trade_no} 已登记为金额不符（${problem}），请先在异常款项中处理`)
}

/** Nobody else's word may stand against what a second operator was asked to confirm. */
async function requireNotAsked(transaction: Database, { id, out_trade_no }: Payment): Promise<void> {
  const waiting = await findWaiting(transaction, 'payment', `payment:${id}`)
  if (waiting)
    throw new TransferProblem(`${out_trade_no} 的到账已由${waiting.requested_by}提交确认，请先撤回或驳回那项申请`)
}

interface Rejection {
  remarkCode: string
  reason: string
  actor: string
}

type Telling = Pick<Services, 'config' | 'system' | 'jobs'>

/** What arrived is not what was asked for: the buyer reads why, and may hand in another voucher. */
export async function rejectTransfer(services: Telling, { remarkCode, reason, actor }: Rejection): Promise<void> {
  await services.system.transaction(async transaction => {
    const { payment, order } = await lockTransfer(transaction, remarkCode)
    const before = await setRejected(transaction, payment.company_id, payment.id, reason)
    if (!before) throw new TransferProblem(`${remarkCode} 已处理或已关闭`)
    await recordAudit(transaction, {
      actor,
      action: 'payment.rejected',
      target: `payment:${payment.id}`,
      before,
      after: { remark_code: remarkCode, reason },
    })
    await tell(transaction, services, order, {
      subject: `payment:${payment.id}:rejected:${Date.now()}`,
      text: `订单 ${order.number} 的转账凭证未通过：${reason}。请核对后重新提交。`,
    })
  })
}

/**
 * Another amount than was asked for is on the account. The attempt ends with that, its money is listed until it was sent
 * back, and the buyer may pay anew.
 */
export async function recordWrongAmount(
  services: Telling,
  { remarkCode, amount, actor }: Omit<Confirmation, 'orderState'>,
): Promise<void> {
  await services.system.transaction(async transaction => {
    const { payment, order } = await lockTransfer(transaction, remarkCode)
    const problem = `到账 ${money(amount)}，应付 ${money(payment.amount)}`
    if (!(await setWrong(transaction, payment, problem, amount)))
      throw new TransferProblem(`${remarkCode} 已入账，或已登记为金额不符`)
    await recordAudit(transaction, {
      actor,
      action: 'payment.wrong_amount',
      target: `payment:${payment.id}`,
      before: { state: payment.state },
      after: { remark_code: remarkCode, due: payment.amount, arrived: amount },
    })
    await tell(transaction, services, order, {
      subject: `payment:${payment.id}:wrong:${Date.now()}`,
      text: `订单 ${order.number} 的转账${problem}，金额不符，款项将退回。请按应付金额重新支付。`,
    })
  })
}

async function lockTransfer(transaction: Database, remarkCode: string): Promise<{ payment: Payment; order: Order }> {
  const payment = await transferOf(transaction, remarkCode)
  const order = await lockOrder(transaction, payment.company_id, payment.order_id)
  if (!order) throw new Error('a payment without its order')
  await requireNotAsked(transaction, payment)
  return { payment, order }
}

const tell = (
  transaction: Database,
  services: Telling,
  { id, company_id }: Order,
  { subject, text }: { subject: string; text: string },
) =>
  notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'transfer_rejected',
    subject,
    title: `${gatewayNames.transfer}未通过`,
    text,
    link: `/control/orderrecord?order_id=${id}`,
  })
