import type { RefundOffer } from '#contract/refunds.ts'
import type { RefundBasis } from '#contract/shop.ts'
import { allocate } from '#server/core/allocate.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { money } from '#server/core/yuan.ts'
import type { Database } from '#server/database/database.ts'
import { claimReturn } from '#server/modules/orders/orders.sql.ts'
import { type Order, takeBack, takeBackPart } from '#server/modules/orders/orders.ts'
import { paymentToRefund } from '#server/modules/orders/paid-by.sql.ts'
import { lockGoods } from '#server/modules/orders/part-goods.ts'
import { refundOfferOf } from '#server/modules/orders/refund-offer.ts'
import { insertItems } from './part-refunds.sql.ts'
import { insertRefund, type Refund } from './refunds.sql.ts'

export interface RefundRequest {
  kind: RefundBasis
  /** The lines that a refund for unused days covers; all offered ones, where they are omitted. */
  lineIds?: string[] | undefined
  /** Fen: the sum to give as goodwill, or what the requester saw for the other kinds. */
  amount?: number | undefined
  reason: string
  /** An operator is bound to no deadline, and may give goodwill. */
  operator?: boolean
}

/**
 * Takes back the goods of a refund and records it; the decision comes later. This transaction has locked the order. Throws -49011
 * when the order is not fulfilled, -49012 or -49013 when it can't be refunded in this way, -49015 when the sum would differ from
 * the one that was seen, and -49016 when less than that is left.
 */
export async function beginRefund(
  transaction: Database,
  order: Order,
  { operator = false, ...request }: RefundRequest,
): Promise<Pick<Refund, 'refund_id' | 'amount'>> {
  if (order.state !== 'fulfilled') throw new Refusal(-49011)
  if (request.lineIds && request.kind !== 'unused')
    throw new Refusal(-41003, 'refund_svp_ids', '只有按未用天数退款可以选择专线')
  if (request.kind === 'unused') await lockGoods(transaction, order)
  const offer = await refundOfferOf(transaction, order, { operator })
  if (request.kind === 'requested' && !offer.offers.some(({ kind }) => kind === 'requested')) {
    // The refusal names the missing days, where it can.
    await takeBack(transaction, order, { note: request.reason })
    throw new Refusal(-49012, null, offer.problem)
  }
  const { amount, items } = chosen(offer, request)
  // Guard: of two refunds that together exceed what was paid, the second changes no row here.
  if (!(await claimReturn(transaction, order, amount)))
    throw new Refusal(-49016, null, `这笔订单最多还可以退回 ${money(offer.remaining)}`)
  const { reason, kind } = request
  if (kind === 'requested') await takeBack(transaction, order, { note: reason })
  else await takeBackPart(transaction, order, { note: reason, amount, items })
  const payment = orRefuse(await paymentToRefund(transaction, order.company_id, order.order_id), -49012)
  const refund = await insertRefund(transaction, { ...payment, amount }, { kind, state: 'asked', reason })
  if (!refund) throw new Refusal(-49011)
  if (kind === 'unused') await insertItems(transaction, { company_id: order.company_id, ...refund }, items)
  return { ...refund, amount }
}

function chosen(offer: RefundOffer, { kind, lineIds, amount }: RefundRequest) {
  const found = offer.offers.find(each => each.kind === kind)
  if (kind === 'goodwill') {
    if (!found) throw new Refusal(-49012, null, offer.problem)
    if (!amount) throw new Refusal(-41003, 'amount', '请填写退款金额')
    return { amount, items: [] }
  }
  if (!found) throw new Refusal(kind === 'unused' && offer.problem === '' ? -49015 : -49012)
  const items = found.items.filter(({ svp_id }) => !lineIds || (svp_id !== null && lineIds.includes(svp_id)))
  if (lineIds && items.length !== new Set(lineIds).size) throw new Refusal(-49015)
  const shares = items.map(each => each.amount)
  const sum = lineIds
    ? Math.min(
        offer.remaining,
        shares.reduce((all, each) => all + each, 0),
      )
    : found.amount
  if (amount !== undefined && amount !== sum) throw new Refusal(-49015)
  // Where less is left than the unused days are worth, the document shows each line's share of it.
  const parts = allocate(sum, shares)
  return {
    amount: sum,
    items: items.map(({ svp_id, ...item }, place) => ({ ...item, line_id: svp_id, amount: parts[place] ?? 0 })),
  }
}
