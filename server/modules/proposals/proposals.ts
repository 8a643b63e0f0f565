import { randomInt } from 'node:crypto'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { asSystem } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { notifyOperators } from '#server/engines/notices/operator-notices.ts'
import { findCoupon } from '#server/modules/coupons/coupons.sql.ts'
import { usabilityOf } from '#server/modules/coupons/coupons.ts'
import { orderRequestOf } from '#server/modules/orders/order-request.ts'
import { orderedOf, quoteOf, shownItem } from '#server/modules/orders/quote.ts'
import { subjectOf } from '#server/modules/orders/subject.ts'
import type { Price, Saved, Stored, Written } from './proposals.sql.ts'

export const namedAs = ({ number, subject }: { number: string; subject: string }) => `${number} ${subject}`
export const noticeOf = (proposalId: string) => `proposal:${proposalId}`

interface Decision {
  action: 'proposal.accepted' | 'proposal.declined' | 'proposal.reopened'
  /** Set if nobody decided it: it follows from what became of the order. */
  automatic?: true
  detail?: string | undefined
}

/** Records in the company's log and in the operators' audit what became of a proposal. */
export async function recordDecision(
  transaction: Database,
  proposal: Written,
  { action, automatic, detail }: Decision,
): Promise<void> {
  const { company_id, proposal_id, payable } = proposal
  const entry = { action, id: proposal_id, name: namedAs(proposal), ...(detail && { detail }) }
  await recordActivity(transaction, company_id, [entry])
  const after = { company_id, payable, ...(detail && { reason: detail }) }
  const audited = () => recordAudit(transaction, { action, target: noticeOf(proposal_id), after })
  await (automatic ? asSystem(audited) : audited())
}

/** Notifies the author of a proposal of its outcome. */
export const notifyMaker = (transaction: Database, proposal: Written, what: string, detail: string) =>
  notifyOperators(transaction, [proposal.operator_id], {
    subject: noticeOf(proposal.proposal_id),
    title: `${what}：${proposal.subject}`,
    text: `${proposal.number}，${detail}。`,
    link: `/operations/proposals/${proposal.proposal_id}`,
    informs: true,
  })

/** Returns a number that can be said on the phone, and that does not reveal how many there are. */
export const newProposalNumber = (): string =>
  `Q${dayInChina(Date.now()).replaceAll('-', '').slice(2)}${String(randomInt(10 ** 6)).padStart(6, '0')}`

type Priced = Price & {
  /** The end of the coupon's validity. */
  couponUntil: string | null
}

/**
 * Returns what a content costs a company now, as its own order would. Throws as `quoteOf` does, and -49024 when the coupon can't be
 * used for it. `system` may be a transaction of the system's.
 */
export async function priceFor(
  system: Database,
  companyId: string,
  content: Saved['content'],
  couponId: string | null | undefined,
): Promise<Priced> {
  const quote = await quoteOf(system, system, companyId, orderRequestOf(content))
  const subject = subjectOf(quote)
  if (!couponId) return { quote, subject, coupon: null, payable: quote.amount, couponUntil: null }
  const coupon = orRefuse(await findCoupon(system, companyId, couponId), -49024, '优惠券不存在')
  const usable = usabilityOf(coupon, await orderedOf(system, quote))
  if ('reason' in usable) throw new Refusal(-49024, usable.reason)
  const { discount } = usable
  return {
    quote,
    subject,
    coupon: { id: couponId, name: coupon.name, discount },
    payable: quote.amount - discount,
    couponUntil: coupon.valid_until,
  }
}

/**
 * Returns what a draft costs now, against which its sending is checked. One that is no longer available keeps its saved figures,
 * with the reason.
 */
export async function pricedNow(system: Database, draft: Pick<Stored, 'company_id' | 'content' | 'coupon_id'>) {
  const { company_id, content, coupon_id } = draft
  try {
    const { quote, subject, coupon, payable } = await priceFor(system, company_id, content, coupon_id)
    return {
      subject,
      payable,
      items: quote.items.map(shownItem),
      list_amount: quote.list_amount,
      package_discount: quote.list_amount - quote.amount,
      coupon_discount: coupon?.discount ?? 0,
    }
  } catch (error) {
    if (error instanceof Refusal)
      return { problem: error.code === -49024 ? `${error.message}${error.data}` : error.message }
    throw error
  }
}

/** Returns the discount of a coupon, or why there is none: the preview shows the price without it, too. */
export async function couponOn(
  system: Database,
  companyId: string,
  content: Saved['content'],
  couponId: string | undefined,
): Promise<{ discount: number; problem: string }> {
  if (!couponId) return { discount: 0, problem: '' }
  try {
    const { coupon } = await priceFor(system, companyId, content, couponId)
    return { discount: coupon?.discount ?? 0, problem: '' }
  } catch (error) {
    if (error instanceof Refusal && error.code === -49024) return { discount: 0, problem: String(error.data) }
    throw error
  }
}
