import { randomInt } from 'node:crypto'
import type { LineWishes } from '#contract/order-content.ts'
import { maxPending } from '#contract/shop.ts'
import { Refusal } from '#server/core/refusal.ts'
import { sha256 } from '#server/core/secret-hash.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { unmet } from '#server/database/insist.ts'
import { queueRow } from '#server/database/transaction.ts'
import { nothingChanged } from '#server/engines/activity/context.ts'
import type { Services } from '#server/engines/services.ts'
import { lockAccessToEnded } from '#server/modules/access/standing.sql.ts'
import { keptPrices, readPrices } from '#server/modules/catalogue/kept-prices.ts'
import { lockCoupon } from '#server/modules/coupons/coupons.ts'
import { refusalOfReservation, reserveAddressesAtLast } from '#server/modules/lines/stock.ts'
import { requireActing } from '#server/modules/people/people.ts'
import { addressesOf, renewedLines } from './delivered.ts'
import type { OrderRequest } from './order-request.ts'
import { deliverOrder, lockOrder } from './orders.ts'
import {
  type Buyer,
  findByKey,
  hasPending,
  type Inserted,
  insertedOrder,
  lockPlacing,
  type NewOrder,
  notPlaced,
  orderInsertion,
  type Placed,
  setCoupon,
} from './placing.sql.ts'
import { orderedOf, type Quote, quoteOf, skuIdsOf } from './quote.ts'
import { subjectOf } from './subject.ts'
import { wishesFor } from './wishing.ts'

export type { Placed }

export interface Placing {
  companyId: string
  accountId: string
  buyer: Buyer
  request: OrderRequest
  couponId: string | undefined
  requestKey: string
  /** The content that the key stands for; the same key with different content is refused. */
  content: unknown
  /** The price in fen that the buyer saw. */
  payable: number | undefined
  /** The buyer's choices for the lines. */
  wishes?: LineWishes | undefined
  paysUntil?: NewOrder['paysUntil']
  most?: NewOrder['most']
  after?: Around['after']
}

type Needed = Pick<Services, 'config' | 'jobs' | 'system' | 'companyDatabase'>

/** Bytes of a content's hash that distinguish a repeated request from another one with the same key. */
const keptBytes = 8

/** The number of attempts: each draws a new number after a collision, and sees room and prices that changed meanwhile. */
const tries = 5

/**
 * Places an order once for each key. The same transaction reserves its coupon and addresses, until it is paid or `closeOverdue`
 * closes it. An order that costs nothing is delivered immediately. Refuses as `quoteOf` does, and with -49006, -49007, -49008,
 * -49014, -49017 (a token's), -49024, or -41017.
 */
export async function placeOrder(services: Needed, placing: Placing): Promise<Placed> {
  const { system } = services
  const { companyId, requestKey } = placing
  const company = services.companyDatabase(companyId)
  const digest = sha256(JSON.stringify(placing.content)).subarray(0, keptBytes)
  const skuIds = skuIdsOf(placing.request)
  for (let turn = 1; ; turn += 1) {
    let quote: Quote | undefined
    const kept = turn === 1 ? keptPrices(system, skuIds) : undefined
    try {
      const prices = skuIds.length ? (kept ?? (await readPrices(system, skuIds))) : undefined
      quote = await quoteOf(system, company, companyId, placing.request, prices)
      return await place(services, placing, quote, digest, { version: prices?.version, after: placing.after })
    } catch (error) {
      if (!(error instanceof Refusal) && unmet(error) === undefined) throw error
      // A repeated request finds its order whatever is available by now, because the order itself holds the coupon.
      const placed = await placedBefore(system, companyId, requestKey, digest)
      if (placed) return placed
      // Cached prices may be out of date, so they are no reason for a refusal.
      if (kept) continue
      if (unmet(error) === notPlaced) await requireMayOrder(company, placing)
      const short = quote && (await refusalOfReservation(system, error, addressesOf(quote.items)))
      if (short || error instanceof Refusal || turn === tries) throw short ?? error
    }
  }
}

interface Around {
  before?: (transaction: Database) => Promise<void>
  after?: (
    transaction: Database,
    placed: Pick<Placed, 'order_number' | 'payable'> & { subject: string },
  ) => Promise<void>
  /** The version of the catalogue that the quote is from. */
  version?: number | undefined
}

/**
 * Places an order as quoted, at that price, in one transaction with `before`, which decides by what right, and `after`, which gets
 * the placed order. Refuses as `placeOrder` does.
 */
export async function placeQuoted(
  services: Needed,
  placing: Omit<Placing, 'request' | 'content'>,
  quote: Quote,
  around: Required<Omit<Around, 'version'>>,
): Promise<Placed> {
  try {
    return await place(services, placing, quote, Buffer.alloc(0), around)
  } catch (error) {
    if (unmet(error) === notPlaced) await requireMayOrder(services.companyDatabase(placing.companyId), placing)
    throw (await refusalOfReservation(services.system, error, addressesOf(quote.items))) ?? error
  }
}

async function placedBefore(
  system: Database,
  companyId: string,
  requestKey: string,
  hash: Buffer,
): Promise<Placed | undefined> {
  const found = await findByKey(system, companyId, requestKey)
  if (!found) return undefined
  const { request_hash, ...placed } = found
  // Older orders have the whole hash.
  if (!request_hash.subarray(0, keptBytes).equals(hash)) throw new Refusal(-49007)
  nothingChanged()
  return placed
}

/** Refuses if the buyer may not order. */
async function requireMayOrder(
  company: Database,
  { companyId, buyer, most = maxPending }: Pick<Placing, 'companyId' | 'buyer' | 'most'>,
): Promise<void> {
  if (!('employeeId' in buyer)) return
  await requireActing(company, { companyId, ...buyer })
  if (await hasPending(company, companyId, most)) throw new Refusal(-49014, most)
}

/**
 * An order without a coupon that costs something needs no intermediate answer and is one round trip from `begin` to `commit`: a
 * failed condition fails its statement, and with it the commit.
 */
async function place(
  services: Needed,
  placing: Omit<Placing, 'request' | 'content'>,
  quote: Quote,
  hash: Buffer,
  { before, after, version }: Around = {},
): Promise<Placed> {
  const { companyId, accountId, buyer, couponId, requestKey } = placing
  const ordered = couponId && (await orderedOf(services.system, quote))
  const wishes = placing.wishes?.length ? await wishesFor(services, companyId, quote, placing.wishes) : []
  const order_number = newNumber()
  const subject = subjectOf(quote)
  const insertion = orderInsertion({
    ...quote,
    companyId,
    order_number,
    accountId,
    buyer,
    subject,
    requestKey,
    requestHash: hash,
    version,
    paysUntil: placing.paysUntil,
    most: placing.most,
    wishes,
  })
  const placed = await services.system.transaction(async transaction => {
    // A renewal that may be free is delivered immediately, after the coupon, which this lock must precede.
    if (quote.kind === 'renewal' && (couponId || quote.amount === 0))
      await lockAccessToEnded(transaction, companyId, renewedLines(quote.items))
    await before?.(transaction)
    const { inserted, discount } = await asCompany(transaction, companyId, async company => {
      await lockPlacing(company, companyId)
      if (quote.amount > 0 && !ordered)
        return { inserted: await queueRow(company, insertedOrder, insertion), discount: 0 }
      const row = await company.row(insertedOrder)`${insertion}`
      if (!couponId || !ordered || !row) return { inserted: () => row, discount: 0 }
      const { discount } = await lockCoupon(company, { companyId, couponId, orderId: row.order_id }, ordered)
      await setCoupon(company, { companyId, couponId, orderId: row.order_id }, discount)
      return { inserted: () => row, discount }
    })
    const payable = quote.amount - discount
    if (placing.payable !== undefined && placing.payable !== payable) throw new Refusal(-49008, payable)
    const reserve = async () =>
      quote.kind === 'purchase' && reserveAddressesAtLast(transaction, addressesOf(quote.items))
    if (!payable) await reserve()
    const state = payable > 0 ? 'pending' : await deliverFree(services, transaction, companyId, rowOf(inserted))
    await after?.(transaction, { order_number, payable, subject })
    if (payable) await reserve()
    return { inserted, payable, state } as const
  })
  const { order_id, pays_until } = rowOf(placed.inserted)
  return { order_id, order_number, pays_until, payable: placed.payable, state: placed.state }
}

function rowOf(inserted: () => Inserted | undefined): Inserted {
  const row = inserted()
  if (!row) throw new Error('an order was placed and not returned')
  return row
}

async function deliverFree(services: Needed, transaction: Database, companyId: string, { order_id }: Inserted) {
  const order = await lockOrder(transaction, companyId, order_id)
  const delivery = { note: '应付为零，无需支付', paidAt: new Date().toISOString() }
  // The renewal fails when a line was released since the quote.
  if (!order || (await deliverOrder(transaction, services, order, delivery)) !== 'delivered') throw new Refusal(-52001)
  return 'fulfilled' as const
}

/** The day and ten random digits, so that the number can be read out and reveals no count. */
export const newNumber = () =>
  `${dayInChina(Date.now()).replaceAll('-', '')}${String(randomInt(10 ** 10)).padStart(10, '0')}`
