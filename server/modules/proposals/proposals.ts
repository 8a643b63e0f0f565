import { randomInt } from 'node:crypto'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { tellOperators } from '#server/engines/notices/operator-notices.ts'
import { findCoupon } from '#server/modules/coupons/coupons.sql.ts'
import { usabilityOf } from '#server/modules/coupons/coupons.ts'
import { orderRequestOf } from '#server/modules/orders/order-request.ts'
import { orderedOf, quoteOf } from '#server/modules/orders/quote.ts'
import { subjectOf } from '#server/modules/orders/subject.ts'
import type { Saved, Written } from './proposals.sql.ts'

export const namedAs = ({ number, subject }: { number: string; subject: string }) => `${number} ${subject}`
export const noticeOf = (proposalId: string) => `proposal:${proposalId}`

/** Tells whoever drafted a proposal what became of it. */
export const tellMaker = (transaction: Database, proposal: Written, what: string, detail: string) =>
  tellOperators(transaction, [proposal.operator_id], {
    subject: noticeOf(proposal.proposal_id),
    title: `${what}：${proposal.subject}`,
    text: `${proposal.number}，${detail}。`,
    link: `/operations/proposals/${proposal.proposal_id}`,
    informs: true,
  })

/** A number that people can say on the phone, and that does not tell how many there are. */
export const newProposalNumber = (): string =>
  `Q${dayInChina(Date.now()).replaceAll('-', '').slice(2)}${String(randomInt(10 ** 6)).padStart(6, '0')}`

type Priced = Pick<Saved, 'quote' | 'subject' | 'coupon' | 'payable'> & {
  /** The coupon can be used until then. */
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
