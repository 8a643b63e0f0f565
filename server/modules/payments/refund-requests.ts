import type { AuditAction } from '#contract/operations/audit-names.ts'
import { type WriteOffCause, writeOffNames } from '#contract/operations/sales-names.ts'
import { gatewayNames } from '#contract/shop.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { findWaiting } from '#server/engines/approvals/approvals.ts'
import { type Requested, requestOrCarryOut } from '#server/engines/approvals/request-or-carry-out.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import type { Services } from '#server/engines/services.ts'
import { lockOrder, orderOf } from '#server/modules/orders/orders.ts'
import { executeRefund } from './executors.ts'
import { sendRefundJob } from './jobs.ts'
import { clearProblem, findByNumber } from './payments.sql.ts'
import {
  findRefund,
  insertRefund,
  liveRefund,
  type NumberedRefund,
  type Refund,
  refundNumbered,
  setRefundState,
} from './refunds.sql.ts'
import { decidedBefore, finishRefunded, RefundProblem } from './refunds.ts'
import { setTransfersEnded } from './transfer-parts.sql.ts'

type Needed = Pick<Services, 'config' | 'system' | 'jobs'>

export const isByHand = ({ gateway }: Pick<Refund, 'gateway'>): boolean => gateway === 'transfer'

/** Approves the refund of this number, or requests that from the second operator. */
export async function requestRefund(
  transaction: Database,
  context: OperatorContext,
  outRefundNo: string,
): Promise<Requested> {
  const refund = await refundNumbered(transaction, outRefundNo)
  if (!refund) throw new RefundProblem('没有这笔退款，请刷新后查看')
  const lock = async () => {
    await lockOrder(transaction, refund.company_id, refund.order_id)
    const now = await refundNumbered(transaction, outRefundNo)
    if (now?.state !== 'asked')
      throw new RefundProblem(
        `${(now && decidedBefore(now)) ?? `订单 ${refund.order_number} 的这笔退款已不在待审核`}，请刷新后查看`,
      )
  }
  return request(transaction, context, refund, { lock })
}

/**
 * Does the same as `requestRefund`, for a refund that this transaction has begun behind the order's lock. With `begun` it ends with
 * the request, as nobody else has requested it.
 */
export async function requestRefundApproval(
  transaction: Database,
  context: OperatorContext,
  { company_id, refund_id, begun }: Pick<Refund, 'company_id' | 'refund_id'> & { begun: boolean },
): Promise<Requested> {
  const found = await findRefund(transaction, company_id, refund_id)
  const refund = found && (await refundNumbered(transaction, found.out_refund_no))
  if (!refund) throw new Error('a refund that was just made is not there')
  return request(transaction, context, refund, { begun })
}

const request = (
  transaction: Database,
  context: OperatorContext,
  refund: NumberedRefund,
  { lock, begun = false }: { lock?: () => Promise<unknown>; begun?: boolean },
) =>
  requestOrCarryOut(transaction, context, {
    kind: 'refund',
    execute: executeRefund,
    ...(lock && { lock }),
    value: refund.amount,
    target: `refund:${refund.refund_id}`,
    companyId: refund.company_id,
    summary: `退款 ${money(refund.amount)} 给${refund.company_name}：订单 ${refund.order_number}，${gatewayNames[refund.gateway]}${isByHand(refund) ? '（须由财务汇回）' : '原路退回'}，原因：${refund.reason}`,
    payload: { order_number: refund.order_number, out_refund_no: refund.out_refund_no, amount: refund.amount, begun },
  })

/** Returns a wrong amount, under the rules of every refund. */
export async function returnWrongAmount(
  transaction: Database,
  context: OperatorContext,
  outTradeNo: string,
): Promise<Requested> {
  const payment = await lockPayment(transaction, outTradeNo)
  const writeOff = await findWaiting(transaction, 'write_off', `payment:${payment.payment_id}`)
  if (writeOff)
    throw new RefundProblem(`${outTradeNo} 的核销已由${writeOff.requested_by}提交确认，请先撤回或驳回那项申请`)
  if (!payment.arrived_amount)
    throw new RefundProblem(`${outTradeNo} 没有记下到账金额，请核对银行流水或支付渠道后另行处理`)
  const refund = await insertRefund(
    transaction,
    { ...payment, amount: payment.arrived_amount },
    { kind: 'mismatch', state: 'asked', reason: `${payment.problem}，金额不符，款项退回` },
  )
  if (!refund) throw new RefundProblem(`${outTradeNo} 的款项已在退回中`)
  return requestRefundApproval(transaction, context, { company_id: payment.company_id, ...refund, begun: false })
}

/** Closes a wrong amount that was settled elsewhere, or was recorded in error. */
export async function settleWrongAmount(
  transaction: Database,
  { outTradeNo, reason, cause }: { outTradeNo: string; reason: string; cause: WriteOffCause },
): Promise<void> {
  const payment = await lockUnreturned(transaction, outTradeNo)
  const { company_id, payment_id, problem } = payment
  if (!(await clearProblem(transaction, payment, { cause }))) throw new RefundProblem(`${outTradeNo} 已处理`)
  const state = (await orderOf(transaction, company_id, payment.order_id))?.state
  // Parts of a transfer whose order has ended stay listed for a return.
  if (cause === 'mistaken' && state !== 'pending')
    await setTransfersEnded(transaction, { ...payment, paid: state !== 'cancelled' && state !== 'closed' })
  await recordAudit(transaction, {
    action: 'payment.problem_settled',
    target: `payment:${payment_id}`,
    before: { problem, arrived: payment.arrived_amount, company: company_id },
    after: { reason: `${writeOffNames[cause]}：${reason}` },
  })
}

/** Locks the order of a wrong amount that is not being returned, so that no return can begin. */
export async function lockUnreturned(transaction: Database, outTradeNo: string) {
  const payment = await lockPayment(transaction, outTradeNo)
  if (await liveRefund(transaction, payment)) throw new RefundProblem(`${outTradeNo} 的款项已在退回中`)
  return payment
}

async function lockPayment(transaction: Database, outTradeNo: string) {
  const existing = await findByNumber(transaction, outTradeNo)
  if (existing) await lockOrder(transaction, existing.company_id, existing.order_id)
  // Read again, because under the order's lock it can no longer change.
  const payment = await findByNumber(transaction, outTradeNo)
  if (!payment?.problem) throw new RefundProblem(`${outTradeNo} 没有待处理的金额问题，请刷新后查看`)
  return payment
}

/** Sends a refund again that a gateway could not make. Its number is the same, so nothing is refunded twice. */
export async function resendRefund({ system, jobs }: Needed, { outRefundNo }: { outRefundNo: string }): Promise<void> {
  const refund = await lockRefund(system, outRefundNo)
  if (isByHand(refund)) throw new RefundProblem('对公转账的退款须由财务汇回')
  if (!(await setRefundState(system, refund, ['failed'], 'sending')))
    throw new RefundProblem(`订单 ${refund.order_number} 的这笔退款已不是失败的状态，请刷新后查看`)
  await jobs.enqueue(system, sendRefundJob, { company_id: refund.company_id, refund_id: refund.refund_id })
  await auditRefund(system, 'refund.resent', refund, {})
}

/** Records that the bank has sent an approved transfer's refund, or one that no gateway could send. */
export async function markSentBack(
  services: Needed,
  { outRefundNo, reference }: { outRefundNo: string; reference: string },
): Promise<void> {
  const { system } = services
  const refund = await lockRefund(system, outRefundNo)
  // Otherwise the amount would be credited to the balance and also sent by the bank.
  if (refund.gateway === 'balance') throw new RefundProblem('退回余额的款项不经银行汇出，请重新发起')
  const from: Refund['state'][] = isByHand(refund) ? ['sending', 'failed'] : ['failed']
  if (!(await loggedAs('财务', () => finishRefunded(system, services, refund, { reference, from }))))
    throw new RefundProblem(
      refund.state === 'asked' || refund.state === 'sending'
        ? `订单 ${refund.order_number} 的这笔退款${refund.state === 'asked' ? '还没有批准' : '正由支付渠道处理'}，未登记`
        : `订单 ${refund.order_number} 的这笔退款已办结`,
    )
  await auditRefund(system, 'refund.sent_by_hand', refund, { reference })
}

async function lockRefund(transaction: Database, outRefundNo: string): Promise<NumberedRefund> {
  const existing = await refundNumbered(transaction, outRefundNo)
  if (existing) await lockOrder(transaction, existing.company_id, existing.order_id)
  const refund = await refundNumbered(transaction, outRefundNo)
  if (!refund) throw new RefundProblem('没有这笔退款，请刷新后查看')
  return refund
}

const auditRefund = (
  transaction: Database,
  action: AuditAction,
  refund: NumberedRefund,
  more: { reference?: string },
) =>
  recordAudit(transaction, {
    action,
    target: `refund:${refund.refund_id}`,
    before: { state: refund.state },
    after: { order: refund.order_number, amount: refund.amount, ...more },
  })
