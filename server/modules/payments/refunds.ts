import type { Logger } from 'pino'
import { orderPath } from '#contract/paths.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { auditActor, loggedAs } from '#server/engines/activity/context.ts'
import { findWaiting } from '#server/engines/approvals/approvals.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { lastSaved } from '#server/engines/audit/last-saved.ts'
import { notify } from '#server/engines/notices/notices.ts'
import type { Services } from '#server/engines/services.ts'
import type { Gateway, RefundState } from '#server/integrations/gateways/gateway.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import { creditBalance } from '#server/modules/balance/balance.ts'
import { finishPart, finishRefund, lockOrder, type Order } from '#server/modules/orders/orders.ts'
import { gatewayOf } from './asking.ts'
import { giveBackOf, isPart } from './give-back.ts'
import { sendRefundJob } from './jobs.ts'
import { itemsOfRefund } from './part-refunds.sql.ts'
import {
  findRefund,
  type NumberedRefund,
  numberCreditNote,
  type Refund,
  refundNumbered,
  setPaymentRefunded,
  setRefundState,
  undecidedRefunds,
} from './refunds.sql.ts'
import { freeKeyOfRenewal } from './renewals.sql.ts'

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>
interface Sending {
  /** True on the last attempt, after which a failure is final. */
  lastAttempt: boolean
  log: Pick<Logger, 'warn' | 'error'>
}

/** Most refunds are done within minutes, but some banks take days, so the gateway is queried less and less often. */
const askAgainAfter = (askedAt: string) => Math.max(60_000, (Date.now() - Date.parse(askedAt)) / 10)

/**
 * Sends one refund, or queries one that was already sent. The refund keeps its own number, so the gateway refunds once however
 * often this runs. It throws while another attempt may help.
 */
export async function sendRefund(
  services: Needed & Pick<Services, 'gateways'>,
  { company_id, refund_id }: { company_id: string; refund_id: string },
  { lastAttempt, log }: Sending,
): Promise<void> {
  const refund = await findRefund(services.system, company_id, refund_id)
  if (refund?.state !== 'sending') return
  if (refund.gateway === 'balance') {
    await finishSent(services, refund, '未能退回余额', { lastAttempt, log })
    return
  }
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
    await setRefundState(services.system, refund, ['sending'], 'failed', { failure: error.message.slice(0, 200) })
    return
  }
  if (state === 'done') {
    await finishSent(services, refund, '款项已由支付渠道退回，未能登记', { lastAttempt, log })
    return
  }
  if (state === 'failed') {
    log.error(about, '支付渠道退款未成功，请核对后用 refund approve 重新发起')
    await setRefundState(services.system, refund, ['sending'], 'failed', { failure: '支付渠道退款未成功' })
    return
  }
  const runAt = new Date(Date.now() + askAgainAfter(refund.asked_at))
  await services.jobs.enqueue(services.system, sendRefundJob, { company_id, refund_id }, { runAt })
}

/** Queries before it sends, because an earlier request may have been carried out although its answer was lost. */
async function sendOnce(gateway: Gateway, refund: Refund): Promise<RefundState> {
  const which = { outTradeNo: refund.out_trade_no, outRefundNo: refund.out_refund_no, amount: refund.amount }
  const answer = await gateway.queryRefund(which)
  if (answer === 'done' || answer === 'sending') return answer
  const sent = await gateway.refund({ ...which, total: refund.total, reason: refund.reason })
  // Some gateways answer that a refund is under way although it is already done, so this queries again.
  return sent === 'sending' && (await gateway.queryRefund(which)) === 'done' ? 'done' : sent
}

/**
 * Queries the gateway whether a failed refund was carried out after all: its answer may have been lost. Throws unless the money is
 * still here, so that neither another refund nor the bank returns it a second time; for one that is being sent as well, which may
 * fail before it is decided.
 */
export async function requireUnsent(services: Pick<Services, 'gateways'>, refund: Refund): Promise<void> {
  const gateway = gatewayOf(services, refund)
  if (gateway && refund.state === 'sending') throw new RefundProblem('这笔退款正由支付渠道处理，请待它有结果再办理')
  if (!gateway || refund.state !== 'failed') return
  const which = { outTradeNo: refund.out_trade_no, outRefundNo: refund.out_refund_no, amount: refund.amount }
  const state = await gateway.queryRefund(which).catch(error => {
    if (!(error instanceof GatewayFailure)) throw error
    throw new RefundProblem('支付渠道没有应答，还不能确定这笔款项是否已退回，请稍后重试')
  })
  if (state === 'done' || state === 'sending')
    throw new RefundProblem('支付渠道答复这笔款项已经退回或正在退回，请重新发起，由系统登记')
}

/** Records that the refund was paid. If that fails on the last attempt, too, the refund ends as failed for this reason. */
async function finishSent(
  services: Needed,
  refund: Refund,
  failure: string,
  { lastAttempt, log }: Sending,
): Promise<void> {
  try {
    await services.system.transaction(transaction => finishRefunded(transaction, services, refund))
  } catch (error) {
    if (!lastAttempt) throw error
    // Left as it is, it could be neither sent again nor closed.
    log.error(
      { out_refund_no: refund.out_refund_no, gateway: refund.gateway, err: error },
      `${failure}，请核对后重新发起`,
    )
    await setRefundState(services.system, refund, ['sending'], 'failed', { failure })
  }
}

interface Finish {
  /** The bank's number of the transfer, when finance returned the money by hand. */
  reference?: string | undefined
  from?: Refund['state'][]
}

/** Records that the refund was paid. Returns false when that was known before, or when the refund is not under way. */
export async function finishRefunded(
  transaction: Database,
  services: Needed,
  refund: Refund,
  { reference, from = ['sending'] }: Finish = {},
): Promise<boolean> {
  const order = await lockOrder(transaction, refund.company_id, refund.order_id)
  const outcome = {
    note: reference && `银行流水号 ${reference}`,
    byBank: reference !== undefined || refund.gateway === 'transfer',
  }
  if (!order || !(await setRefundState(transaction, refund, from, 'done', outcome))) return false
  const toBalance = refund.gateway === 'balance'
  // The balance is locked before the order's goods, as in every payment from it.
  if (toBalance)
    await creditBalance(transaction, {
      kind: 'refund',
      companyId: refund.company_id,
      amount: refund.amount,
      order,
      note: refund.reason,
    })
  await numberCreditNote(transaction, refund)
  const part = { note: refund.reason, amount: refund.amount }
  if (refund.kind === 'requested') await finishRefund(transaction, order, part)
  // The line has the end back that it was renewed from.
  if (refund.kind === 'requested' || refund.kind === 'unused') await freeKeyOfRenewal(transaction, order)
  const wholly =
    !isPart(refund) ||
    (await finishPart(transaction, order, { ...part, items: await itemsOfRefund(transaction, refund) }))
  if (wholly) await setPaymentRefunded(transaction, refund)
  await notify(transaction, services, {
    to: { managersOfCompany: refund.company_id },
    kind: 'order_refunded',
    subject: `refund:${refund.refund_id}`,
    title: '退款已完成',
    text: `订单 ${order.order_number} 的 ${money(refund.amount)} ${reference ? `已由银行汇回（流水号 ${reference}）` : toBalance ? '已退回余额' : '已原路退回'}（${refund.reason}）。`,
    link: orderPath(order.order_id),
  })
  return true
}

/** The operators' name in an order's history, which its company reads. */
export const inHistory = '客服'

/** Explains to the operator why a decision could not be carried out. */
export class RefundProblem extends OperatorProblem {}

/** Tells an operator whose page still shows the refund that its company needs no decision any more. */
export const decidedBefore = ({ withdrawn, order_number }: NumberedRefund): string | undefined =>
  withdrawn ? `企业已撤回订单 ${order_number} 的这笔退款申请` : undefined

interface Decision {
  orderNumber: string
  /** The refund and the amount that the requester saw. Without a number, the oldest waiting refund is decided. */
  outRefundNo?: string | undefined
  amount?: number | undefined
  /** `sent` means that finance has already returned a transfer's money; otherwise finance marks it later. */
  decision: { approve: true; sent?: boolean } | { approve: false; reason: string }
}

/**
 * Decides the waiting refund of an order, or sends a failed one again. The finance department returns money that came by bank
 * transfer, once the refund is approved.
 */
export const decideRefund = (services: Needed, decision: Decision) =>
  loggedAs(inHistory, () => services.system.transaction(transaction => decide(transaction, services, decision)))

async function decide(
  transaction: Database,
  services: Needed,
  { orderNumber, outRefundNo, amount, decision }: Decision,
): Promise<{ amount: number; byHand: boolean; toBalance: boolean }> {
  const [refund] = await undecidedRefunds(transaction, orderNumber, outRefundNo)
  const order = refund && (await lockOrder(transaction, refund.company_id, refund.order_id))
  if (!order) {
    const decided = outRefundNo && (await refundNumbered(transaction, outRefundNo))
    throw new RefundProblem(
      decided
        ? `${decidedBefore(decided) ?? `订单 ${orderNumber} 的这笔退款已被处理`}，未执行`
        : `订单 ${orderNumber} 没有待处理的退款`,
    )
  }
  if (amount !== undefined && amount !== refund.amount)
    throw new RefundProblem(`提交之后，退款金额已变为 ${money(refund.amount)}，未执行。请驳回此申请后重新提交`)
  const byHand = refund.gateway === 'transfer'
  const changed = decision.approve
    ? await setRefundState(transaction, refund, ['asked', 'failed'], 'sending', { decidedBy: auditActor() })
    : await reject(transaction, refund, { reason: decision.reason })
  if (!changed) throw new RefundProblem(`订单 ${orderNumber} 的退款刚刚已被处理`)
  if (!decision.approve) {
    await giveBackOf(transaction, order, refund, { note: decision.reason, by: 'rejected' })
    await notifyOfRejection(transaction, services, refund, order, decision.reason)
  } else if (decision.sent && byHand) await finishRefunded(transaction, services, refund)
  else if (!byHand)
    await services.jobs.enqueue(transaction, sendRefundJob, {
      company_id: refund.company_id,
      refund_id: refund.refund_id,
    })
  await recordAudit(transaction, {
    action: decision.approve ? 'refund.approved' : 'refund.rejected',
    target: `refund:${refund.refund_id}`,
    before: { state: refund.state },
    after: { order: orderNumber, amount: refund.amount, reason: decision.approve ? refund.reason : decision.reason },
  })
  return { amount: refund.amount, byHand, toBalance: refund.gateway === 'balance' }
}

async function notifyOfRejection(
  transaction: Database,
  services: Needed,
  { company_id, refund_id, kind, amount }: Refund,
  { order_id, order_number, product }: Order,
  reason: string,
): Promise<void> {
  const restored = product === 'balance' ? '扣下的金额已回到余额。' : '所购内容已恢复使用。'
  // The company did not request a refund that an operator began.
  const begun = await lastSaved(transaction, `refund:${refund_id}`, ['refund.started'])
  await notify(transaction, services, {
    to: { managersOfCompany: company_id },
    kind: 'refund_rejected',
    subject: `refund:${refund_id}:rejected`,
    title: begun ? '平台发起的退款已取消' : '退款申请未通过',
    text: `${begun ? `平台为订单 ${order_number} 发起的退款 ${money(amount)} 已取消` : `订单 ${order_number} 的退款申请未通过`}：${reason}。${kind === 'goodwill' && product !== 'balance' ? '' : restored}`,
    link: orderPath(order_id),
  })
}

async function reject(transaction: Database, refund: Refund, { reason }: { reason: string }) {
  // Nothing was delivered for this money, so we may not keep it.
  if (refund.kind === 'surplus' || refund.kind === 'mismatch')
    throw new RefundProblem('这笔是多收的款项，只能退回，不能驳回')
  const waiting = await findWaiting(transaction, 'refund', `refund:${refund.refund_id}`)
  if (waiting) throw new RefundProblem(`这笔退款已由${waiting.requested_by}提交确认，请先撤回或驳回那项申请`)
  return setRefundState(transaction, refund, ['asked', 'failed'], 'rejected', { note: reason, decidedBy: auditActor() })
}
