import type { OutputOf } from '#contract/index.ts'
import { companyRefundBases } from '#contract/shop.ts'
import type { Database } from '#server/database/database.ts'
import { findWaiting } from '#server/engines/approvals/approvals.ts'
import { lastSaved } from '#server/engines/audit/last-saved.ts'

type Refund = Pick<OutputOf<'getOrderDetailByOrderId'>['refunds'][number], 'refund_id' | 'kind' | 'state' | 'withdrawn'>

/** Returns why a company cannot withdraw a refund; empty if it can. `system` reads what operators did, which no company sees. */
export async function withdrawalProblem(
  system: Database,
  { refund_id, kind, state, withdrawn }: Refund,
): Promise<string> {
  const target = `refund:${refund_id}`
  if (withdrawn) return '这笔退款申请已经撤回，请刷新后查看'
  if (state !== 'asked') return '这笔退款已经审核，不能撤回，请刷新后查看'
  if (!companyRefundBases.some(basis => basis === kind) || (await lastSaved(system, target, ['refund.started'])))
    return '这笔退款由平台发起，不能撤回，有疑问请联系客服'
  if (await findWaiting(system, 'refund', target))
    return '客服已同意这笔退款，正在复核，不能撤回；确需保留所购内容，请联系客服'
  return ''
}

/** Adds to each refund whether the company can withdraw it. */
export const withWithdrawable = <Row extends Refund>(system: Database, refunds: Row[]) =>
  Promise.all(refunds.map(async refund => ({ ...refund, withdrawable: !(await withdrawalProblem(system, refund)) })))
