import { createHash, randomInt } from 'node:crypto'
import { mostPending } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import { lockCoupon } from '#server/modules/coupons/coupons.ts'
import { reserveAddresses } from '#server/modules/lines/stock.ts'
import { actorOf } from '#server/modules/people/people.ts'
import { addressesOf } from './delivered.ts'
import { deliverOrder, lockOrder } from './orders.ts'
import {
  type Buyer,
  findByKey,
  hasMostPending,
  insertOrder,
  lockPlacing,
  type Placed,
  setCoupon,
} from './placing.sql.ts'
import { orderedOf, type Quote, quoteOf } from './quote.ts'
import { subjectOf } from './subject.ts'
import type { Wanted } from './wanted.ts'

export type { Placed }

export interface Placing {
  companyId: string
  accountId: string
  buyer: Buyer
  wanted: Wanted
  couponId: string | undefined
  requestKey: string
  /** The content that the key stands for; the same key with another content is refused. */
  content: unknown
  /** The price in fen that the buyer saw. */
  payable: number | undefined
}

type Needed = Pick<Services, 'config' | 'jobs' | 'system' | 'companyDatabase'>

/**
 * Places an order once for each key. Its coupon and addresses are held from the same transaction on, until it is paid
 * or `closeOverdue` closes it. An order that costs nothing is delivered at once. Refuses as `quoteOf` does, and with
 * -49006, -49007, -49008, -49014, -49024, or -41017.
 */
export async function placeOrder(services: Needed, placing: Placing): Promise<Placed> {
  const { system } = services
  const { companyId, requestKey } = placing
  const company = services.companyDatabase(companyId)
  const hash = createHash('sha256').update(JSON.stringify(placing.content)).digest()
  try {
    const quote = await quoteOf(system, company, companyId, placing.wanted)
    return await place(services, placing, quote, hash)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // A repeated request finds its order whatever can be had by now, because the order itself holds the coupon.
    const placed = await placedBefore(company, companyId, requestKey, hash)
    if (placed) return placed
    throw error
  }
}

async function placedBefore(
  database: Database,
  companyId: string,
  requestKey: string,
  hash: Buffer,
): Promise<Placed | undefined> {
  const found = await findByKey(database, companyId, requestKey)
  if (!found) return undefined
  const { request_hash, ...placed } = found
  if (!request_hash.equals(hash)) throw new Refusal(-49007)
  nothingChanged()
  return placed
}

async function place(services: Needed, placing: Placing, quote: Quote, hash: Buffer): Promise<Placed> {
  const { companyId, accountId, buyer, couponId, requestKey } = placing
  const ordered = couponId && (await orderedOf(services.system, quote))
  return services.system.transaction(async transaction => {
    const placed = await asCompany(transaction, companyId, async company => {
      const order_number = newNumber()
      const subject = subjectOf(quote)
      const order = { ...quote, companyId, order_number, accountId, buyer, subject, requestKey, requestHash: hash }
      await lockPlacing(company, companyId)
      const inserted = await insertOrder(company, order)
      if (!inserted) {
        const before = await placedBefore(company, companyId, requestKey, hash)
        if (before) return before
        if ('employeeId' in buyer) await actorOf(company, { companyId, ...buyer })
        if (await hasMostPending(company, companyId)) throw new Refusal(-49014, mostPending)
        // The same number is drawn twice on one day one time in ten thousand million.
        throw new Error('order number taken')
      }
      const { order_id } = inserted
      const entry = { action: 'order.placed' as const, id: order_id, name: order_number, detail: subject }
      await recordActivity(company, companyId, [entry], { actorName: inserted.buyer_name })
      if (!couponId || !ordered) return { ...inserted, order_number, payable: quote.amount }
      const { discount } = await lockCoupon(company, companyId, couponId, { orderId: order_id, ...ordered })
      await setCoupon(company, companyId, order_id, couponId, discount)
      return { ...inserted, order_number, payable: quote.amount - discount }
    })
    if ('state' in placed) return placed
    const { buyer_name: actorName, ...order } = placed
    const { order_id: id, payable } = order
    if (placing.payable !== undefined && placing.payable !== payable) throw new Refusal(-49008, payable)
    if (quote.kind === 'purchase') await reserveAddresses(transaction, addressesOf(quote.items))
    if (payable > 0) return { ...order, state: 'pending' }
    return { ...order, state: await deliverFree(services, transaction, { companyId, actorName, id }) }
  })
}

async function deliverFree(
  services: Needed,
  transaction: Database,
  { companyId, actorName, id }: { companyId: string; actorName: string; id: string },
) {
  const order = await lockOrder(transaction, companyId, id)
  const delivery = { actorName, note: '应付为零，无需支付', paidAt: new Date().toISOString() }
  // The renewal fails when a line was released between the quote and here.
  if (!order || (await deliverOrder(transaction, services, order, delivery)) !== 'delivered') throw new Refusal(-52001)
  return 'fulfilled' as const
}

/** The number is the day and ten random digits, so that it can be read out and tells no count. */
const newNumber = () => `${dayInChina(Date.now()).replaceAll('-', '')}${String(randomInt(10 ** 10)).padStart(10, '0')}`
