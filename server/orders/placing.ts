import { createHash, randomInt } from 'node:crypto'
import { orderMinutes } from '#contract/shop.ts'
import { lockCoupon } from '../coupons/coupons.ts'
import { asCompany } from '../database/as-company.ts'
import type { Database } from '../database/database.ts'
import { actorOf } from '../employees/people.ts'
import { dayInChina } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'
import { reserveAddresses } from '../lines/stock.ts'
import type { Services } from '../services.ts'
import { deliverOrder, lockOrder } from './orders.ts'
import { type Buyer, findByKey, insertOrder, type NewOrder, type Placed, setCoupon } from './placing.sql.ts'
import { orderedOf, type Quote, type QuotedItem, quoteOf } from './quote.ts'
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
  /** What the key stands for: the same key with another content is refused. */
  content: unknown
  /** Fen that the buyer saw. */
  payable: number | undefined
}

type Needed = Pick<Services, 'config' | 'jobs' | 'system' | 'companyDatabase'>

/**
 * Places an order, once for each key: coupon and addresses are held from the same transaction on, until it is paid, or
 * closed by `closeOverdue`. One that costs nothing is delivered at once. Refuses as `quoteOf` does, and with -49006, -49007,
 * -49008, -49024, or -41017.
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
    // Asked again for an order that is there, whatever can be had by now: its coupon is its own.
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
  return placed
}

async function place(services: Needed, placing: Placing, quote: Quote, hash: Buffer): Promise<Placed> {
  const { companyId, buyer, couponId, requestKey } = placing
  const ordered = couponId && (await orderedOf(services.system, quote))
  return services.system.transaction(async transaction => {
    const placed = await asCompany(transaction, companyId, async company => {
      const number = newNumber()
      const made = await insertOrder(company, newOrder(placing, quote, hash, number))
      if (!made) {
        const before = await placedBefore(company, companyId, requestKey, hash)
        if (before) return before
        if ('employeeId' in buyer) await actorOf(company, { companyId, ...buyer })
        // Drawn twice on one day, one time in ten thousand million.
        throw new Error('order number taken')
      }
      if (!couponId || !ordered) return { ...made, number, payable: quote.amount, isNew: true }
      const { discount } = await lockCoupon(company, companyId, couponId, { orderId: made.id, ...ordered })
      await setCoupon(company, companyId, made.id, couponId, discount)
      return { ...made, number, payable: quote.amount - discount, isNew: true }
    })
    if (!('isNew' in placed)) return placed
    const { id, number, payable, pays_until, buyer_name: actorName } = placed
    if (placing.payable !== undefined && placing.payable !== payable) throw new Refusal(-49008, payable)
    if (quote.kind === 'purchase') await reserveAddresses(transaction, quote.items.flatMap(addresses))
    if (payable > 0) return { id, number, state: 'pending', payable, pays_until }
    return {
      id,
      number,
      state: await deliverFree(services, transaction, { companyId, actorName, id }),
      payable,
      pays_until,
    }
  })
}

async function deliverFree(
  services: Needed,
  transaction: Database,
  { companyId, actorName, id }: { companyId: string; actorName: string; id: string },
) {
  const order = await lockOrder(transaction, companyId, id)
  const delivery = { actorName, note: '应付为零，无需支付', paidAt: new Date() }
  // A line was released between the quote and here.
  if (!order || (await deliverOrder(transaction, services, order, delivery)) !== 'delivered') throw new Refusal(-52001)
  return 'fulfilled' as const
}

const addresses = ({ sku: { region_id, access_way_id }, quantity }: QuotedItem) =>
  region_id && access_way_id ? [{ regionId: region_id, accessWayId: access_way_id, count: quantity }] : []

/** The day, and ten digits by chance: it can be read out, and tells no count. */
const newNumber = () => `${dayInChina(new Date()).replaceAll('-', '')}${String(randomInt(10 ** 10)).padStart(10, '0')}`

const newOrder = (placing: Placing, quote: Quote, requestHash: Buffer, number: string): NewOrder => ({
  companyId: placing.companyId,
  number,
  accountId: placing.accountId,
  buyer: placing.buyer,
  kind: quote.kind,
  product: quote.product,
  subject: subjectOf(quote),
  listAmount: quote.list_amount,
  amount: quote.amount,
  requestKey: placing.requestKey,
  requestHash,
  minutes: orderMinutes,
  items: quote.items.map(({ sku, line, unit_price: _, ...item }) => ({
    ...item,
    sku_id: sku.id,
    category_id: sku.category_id,
    name: sku.goods_name,
    region_id: sku.region_id,
    region_name: sku.region_name,
    access_way_id: sku.access_way_id,
    access_way_name: sku.access_way_name,
    bandwidth: sku.bandwidth,
    price: sku.price,
    line_id: line?.id ?? null,
    old_ends_at: line?.old_ends_at ?? null,
    until: line?.until ?? null,
  })),
})
