import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { askAgain, settleNotices } from '#server/engines/notices/notices.ts'
import { type Order, orderOf } from '#server/modules/orders/orders.ts'
import { noticeOf, notifyMaker, recordDecision } from './proposals.ts'
import { lockProposalOf, setAcceptedLate, setReopened } from './reopening.sql.ts'

/**
 * The price of a proposal holds until its day, whatever becomes of the order by which it was accepted: when that ends unpaid, the
 * proposal waits for the company again.
 */
export async function reopenProposal(
  transaction: Database,
  {
    company_id,
    order_id,
    order_number,
    paid,
  }: Pick<Order, 'company_id' | 'order_id' | 'order_number'> & { paid: boolean },
): Promise<void> {
  if (paid) return
  const reopened = await setReopened(transaction, company_id, order_id)
  if (!reopened) return
  const unpaid = `订单 ${order_number} 没有付款`
  await recordDecision(transaction, reopened, { automatic: true, action: 'proposal.reopened', detail: unpaid })
  await askAgain(transaction, company_id, noticeOf(reopened.proposal_id))
  const until = `${dayInChina(reopened.valid_until)} 前仍可接受`
  await notifyMaker(transaction, reopened, '报价恢复为待确认', `${unpaid}，${until}`)
}

/**
 * A late payment has revived the order by which a proposal was accepted, so it is accepted after all and can't be once more. Throws
 * -59301 if another order has its price by now: a price that was proposed once is not given twice.
 */
export async function acceptRevived(
  transaction: Database,
  { company_id, order_id }: Pick<Order, 'company_id' | 'order_id'>,
): Promise<void> {
  const proposal = await lockProposalOf(transaction, company_id, order_id)
  if (!proposal) return
  const { proposal_id, order_id: holder } = proposal
  const other = holder && holder !== order_id ? await orderOf(transaction, company_id, holder) : undefined
  if (other && other.state !== 'cancelled' && other.state !== 'closed') throw new Refusal(-59301)
  const accepted = await setAcceptedLate(transaction, company_id, proposal_id, order_id)
  if (!accepted) return
  await recordDecision(transaction, accepted, { automatic: true, action: 'proposal.accepted', detail: '迟到的付款' })
  await settleNotices(transaction, company_id, [noticeOf(accepted.proposal_id)])
  await notifyMaker(transaction, accepted, '报价已接受', '订单已由迟到的付款付清')
}
