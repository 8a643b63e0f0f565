import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { type Gateway, GatewayFailure, type RefundState } from '../integrations/gateways/gateway.ts'
import { money } from '../integrations/gateways/yuan.ts'
import { notify } from '../notices/notices.ts'
import { findWaiting } from '../operations/approvals.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import { finishRefund, giveBack, lockOrder, systemName } from '../orders/orders.ts'
import type { Services } from '../services.ts'
import { gatewayOf } from './asking.ts'
import { findRefund, type Refund, setPaymentRefunded, setRefundState, undecidedRefunds } from './refunds.sql.ts'

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>
interface Sending {
  /** The last attempt there will be. */
  lastAttempt: boolean
  log: Pick<Logger, 'warn' | 'error'>
}

/** Most refunds are done within minutes; some banks take days, and are asked less and less often. */
const askAgainAfter = (askedAt: Date) => Math.max(60_000, (Date.now() - askedAt.getTime()) / 10)

/**
 * Sends one refund, or asks after one that was sent. The number is the refund's own, so the gateway gives back once however
 * often this runs. Throws while another attempt may help.
 */
export async function sendRefund(
  services: Needed & Pick<Services, 'gateways'>,
  { company_id, refund_id }: { company_id: string; refund_id: string },
  { lastAttempt, log }: Sending,
): Promise<void> {
  const refund = await findRefund(services.system, company_id, refund_id)
  if (refund?.state !== 'sending') return
  const gateway = gatewayOf(services, refund)
  const about = { out_refund_no: refund.out_refund_no, gateway: refund.gateway }
  let state: RefundState
  try {
    if (!gateway) throw new GatewayFailure('支付方式已停用', true)
    state = await sendOnce(gateway, refund)
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error
    if (error.retry && !lastAttempt) throw new Error(error.message)
    log.error({ ...about, failure: error.message }, '退款失败，请核对后用 refund approve 重新发起')
    await setRefundState(services.system, refund, ['sending'], 'failed', { note: error.message.slice(0, 200) })
    return
  }
  if (state === 'done') {
    await finish(services, refund, systemName)
    return
  }
  if (state === 'failed') {
    log.error(about, '支付渠道退款未成功，请核对后用 refund approve 重新发起')
    await setRefundState(services.system, refund, ['sending'], 'failed', { note: '支付渠道退款未成功' })
    return
  }
  const runAt = new Date(Date.now() + askAgainAfter(refund.asked_at))
  await services.jobs.enqueue(services.system, 'send_refund', { company_id, refund_id }, { runAt })
}

/** What was sent before its answer got lost is asked about before it is sent again. */
async function sendOnce(gateway: Gateway, refund: Refund): Promise<RefundState> {
  const which = { outTradeNo: refund.out_trade_no, outRefundNo: refund.out_refund_no, amount: refund.amount }
  const known = await gateway.queryRefund(which)
  if (known === 'done' || known === 'sending') return known
  const sent = await gateway.refund({ ...which, total: refund.total, reason: refund.reason })
  // Said to be under way: some gateways say so of what they have done at once.
  return sent === 'sending' && (await gateway.queryRefund(which)) === 'done' ? 'done' : sent
}

const finish = (services: Needed, refund: Refund, actorName: string) =>
  services.system.transaction(transaction => finishRefunded(transaction, services, refund, { actorName }))

interface Finish {
  actorName: string
  /** Where it was sent by hand: the bank's number of it. */
  reference?: string | undefined
  from?: Refund['state'][]
}

/** The money is back. False when that was known before, or it is not on its way. */
export async function finishRefunded(
  transaction: Database,
  services: Needed,
  refund: Refund,
  { actorName, reference, from = ['sending'] }: Finish,
): Promise<boolean> {
  const order = await lockOrder(transaction, refund.company_id, refund.order_id)
  const note = reference ? `银行流水号 ${reference}` : null
  if (!order || !(await setRefundState(transaction, refund, from, 'done', { note }))) return false
  await setPaymentRefunded(transaction, refund)
  if (refund.kind === 'requested') await finishRefund(transaction, order, { actorName, note: refund.reason })
  await notify(transaction, services, {
    to: { managersOfCompany: refund.company_id },
    kind: 'order_refunded',
    subject: `refund:${refund.id}`,
    title: '退款已完成',
    text: `订单 ${order.number} 的 ${money(refund.amount)} ${reference ? `已由银行汇回（流水号 ${reference}）` : '已原路退回'}（${refund.reason}）。`,
    link: `/control/orderrecord?order_id=${order.id}`,
  })
  return true
}

/** Why an operator's decision could not be carried out; the text is for the operator. */
export class RefundProblem extends OperatorProblem {}

interface Decision {
  orderNumber: string
  /** Which of the order's, and how much, as whoever asked for it saw it; the one that has waited longest without. */
  outRefundNo?: string | undefined
  amount?: number | undefined
  /** sent: finance has sent a transfer's money back already; otherwise it is told when it has. */
  decision: { approve: true; sent?: boolean } | { approve: false; reason: string }
  /** Operator or command line, for the audit. */
  actor: string
}

/**
 * Decides the refund of an order that waits, or sends a failed one again. What came by bank transfer is sent back by the
 * finance department once it is approved.
 */
export async function decideRefund(
  services: Needed,
  { orderNumber, outRefundNo, amount, decision, actor }: Decision,
): Promise<{ amount: number; byHand: boolean }> {
  return services.system.transaction(async transaction => {
    const [refund] = await undecidedRefunds(transaction, orderNumber, outRefundNo)
    const order = refund && (await lockOrder(transaction, refund.company_id, refund.order_id))
    if (!order)
      throw new RefundProblem(
        outRefundNo ? `订单 ${orderNumber} 的这笔退款已被处理，未执行` : `订单 ${orderNumber} 没有待处理的退款`,
      )
    if (amount !== undefined && amount !== refund.amount)
      throw new RefundProblem(`提交之后，退款金额已变为 ${money(refund.amount)}，未执行。请驳回此申请后重新提交`)
    const byHand = refund.gateway === 'transfer'
    const changed = decision.approve
      ? await setRefundState(transaction, refund, ['asked', 'failed'], 'sending', { decidedBy: actor })
      : await reject(transaction, refund, { reason: decision.reason, actor })
    if (!changed) throw new RefundProblem(`订单 ${orderNumber} 的退款刚刚已被处理`)
    if (!decision.approve) {
      await giveBack(transaction, order, { actorName: '客服', note: decision.reason })
      await notify(transaction, services, {
        to: { managersOfCompany: refund.company_id },
        kind: 'refund_rejected',
        subject: `refund:${refund.id}:rejected`,
        title: '退款申请未通过',
        text: `订单 ${orderNumber} 的退款申请未通过：${decision.reason}。所购内容已恢复使用。`,
        link: `/control/orderrecord?order_id=${order.id}`,
      })
    } else if (decision.sent && byHand) await finishRefunded(transaction, services, refund, { actorName: '客服' })
    else if (!byHand)
      await services.jobs.enqueue(transaction, 'send_refund', { company_id: refund.company_id, refund_id: refund.id })
    await recordAudit(transaction, {
      actor,
      action: decision.approve ? 'refund.approved' : 'refund.rejected',
      target: `refund:${refund.id}`,
      before: { state: refund.state },
      after: { order: orderNumber, amount: refund.amount, reason: decision.approve ? refund.reason : decision.reason },
    })
    return { amount: refund.amount, byHand }
  })
}

async function reject(transaction: Database, refund: Refund, { reason, actor }: { reason: string; actor: string }) {
  // Nothing was delivered for it: it is not ours to keep.
  if (refund.kind !== 'requested') throw new RefundProblem('这笔是多收的款项，只能退回，不能驳回')
  const waiting = await findWaiting(transaction, 'refund', `refund:${refund.id}`)
  if (waiting) throw new RefundProblem(`这笔退款已由${waiting.requested_by}提交确认，请先撤回或驳回那项申请`)
  return setRefundState(transaction, refund, ['asked', 'failed'], 'rejected', { note: reason, decidedBy: actor })
}
