import sql, { empty, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { createOrder } from '#contract/orders.ts'
import { order } from '#contract/records/order.ts'
import { maxPending, orderMinutes, type Product } from '#contract/shop.ts'
import { companyHash } from '#server/database/company-hash.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { requireRow } from '#server/database/insist.ts'
import { selectList } from '#server/database/select-list.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { values } from '#server/database/values.ts'
import { activityOf } from '#server/engines/activity/activity.ts'
import { catalogueVersion } from '#server/modules/catalogue/catalogue.sql.ts'
import type { OrderedCoupon } from '#server/modules/coupons/coupons.sql.ts'
import { type LineWish, wishInsertion } from '#server/modules/lines/wishes.sql.ts'
import { orderColumns } from './list.sql.ts'
import type { Quote } from './quote.ts'

/**
 * The buyer is a manager or has the duty of finance, which must still hold when the order is written, or the name of whatever
 * orders for the company. A token created by a manager is shown in the manager's place.
 */
export type Buyer = { employeeId: string; shownAs?: string | undefined } | { name: string }

const nameOf = (companyId: string, buyer: Buyer) =>
  'employeeId' in buyer
    ? sql`select coalesce(${buyer.shownAs ?? null}::text, name) as name from employee
        where company_id = ${companyId} and id = ${buyer.employeeId} and state = 'active' and (role <> 'employee'
          or exists (select from employee_duty where company_id = ${companyId} and employee_id = ${buyer.employeeId} and duty = 'finance'))`
    : sql`select ${buyer.name}::text as name`

export interface NewOrder extends Omit<Quote, 'product'> {
  product: Product
  companyId: string
  order_number: string
  accountId: string
  buyer: Buyer
  subject: string
  requestKey: string
  requestHash: Buffer
  /** The version of the catalogue that the prices are from, where it must be the present one. */
  version: number | undefined
  /** The instant until which it can be paid, where that is later than usual. */
  paysUntil?: string | undefined
  wishes: LineWish[]
  /** The number of waiting orders in the company at which this one is refused, where that is below the general maximum. */
  most?: number | undefined
}

const placedOrder = createOrder.output
/** The answer of the call. */
export type Placed = z.output<typeof placedOrder>

/** The columns of an item that an order stores, with their types. */
const itemTypes = {
  sku_id: 'uuid',
  category_id: 'uuid',
  name: 'text',
  region_id: 'uuid',
  region_name: 'text',
  access_way_id: 'uuid',
  access_way_name: 'text',
  bandwidth: 'integer',
  price: 'integer',
  days: 'integer',
  quantity: 'integer',
  discount_percent: 'integer',
  list_amount: 'bigint',
  amount: 'bigint',
  svp_id: 'uuid',
  old_ends_at: 'timestamptz(3)',
  until: 'timestamptz(3)',
}

export const insertedOrder = order.schema.pick({ order_id: true, pays_until: true })
export type Inserted = z.output<typeof insertedOrder>

/**
 * The unpaid orders of the company's people. Automatic renewals, recognized by their key, don't count: a line must be renewed in
 * time, however many others wait. A top-up reserves nothing.
 */
const pendingOf = (companyId: string) => sql`
  (select count(*) from shop_order
    where company_id = ${companyId} and state = 'pending' and not hidden and product <> 'balance'
      and request_key not like 'auto:%')`

/** Serializes the placing of a company's orders, because a count sees no uncommitted order. */
export const lockPlacing = (company: Database, companyId: string) =>
  queueStatement(company, sql`select pg_advisory_xact_lock(471530191, hashtext(${companyId}))`)

export const hasPending = (company: Database, companyId: string, most: number) =>
  holds(company, sql`${pendingOf(companyId)} >= ${most}`)

/** The error of an insertion that inserts nothing. */
export const notPlaced = 'order'

/**
 * Inserts an order with its items and its activity, in one statement; the order itself is the first entry of its history. It fails
 * with `notPlaced` when the key or the number is taken, when the buyer is no longer a manager, when the maximum of orders waits, or
 * when the catalogue has changed.
 */
export const orderInsertion = (placing: NewOrder) => sql`
  with placed as (
    insert into shop_order (company_id, number, account_id, buyer_name, kind, product, subject, list_amount,
      package_discount, coupon_discount, payable, request_key, request_hash, pays_until)
    select ${placing.companyId}, ${placing.order_number}, ${placing.accountId}, name, ${placing.kind}, ${placing.product},
      ${placing.subject}, ${placing.list_amount}, ${placing.list_amount - placing.amount}, 0, ${placing.amount},
      ${placing.requestKey}, ${placing.requestHash}, greatest(now() + make_interval(mins => ${orderMinutes}::integer), ${placing.paysUntil ?? null}::timestamptz)
    from (${nameOf(placing.companyId, placing.buyer)}) as buyer
    where (${!('employeeId' in placing.buyer)} or ${pendingOf(placing.companyId)} < ${placing.most ?? maxPending})
      ${placing.version === undefined ? empty : sql`and ${catalogueVersion} = ${placing.version}`}
    on conflict do nothing
    returning company_id, id, pays_until
  ), items as (
    insert into order_item (company_id, order_id, position, sku_id, category_id, name, region_id, region_name,
      access_way_id, access_way_name, bandwidth, price, days, quantity, discount_percent, list_amount, amount, line_id,
      old_ends_at, until)
    select company_id, id, place, sku_id, category_id, name, region_id, region_name, access_way_id,
      access_way_name, bandwidth, price, days, quantity, discount_percent, list_amount, amount, svp_id, old_ends_at,
      until
    from placed, ${values(placing.items, itemTypes)}
  ), wish as (
    ${placing.wishes.length ? wishInsertion(sql`placed`, placing.wishes) : sql`select`}
  ), entry as (
    ${activityOf(sql`placed`, { action: 'order.placed', name: placing.order_number, detail: placing.subject })}
  )
  ${requireRow(sql`placed`, notPlaced, selectList(insertedOrder, orderColumns))}`

export const setCoupon = (company: Database, { companyId, couponId, orderId }: OrderedCoupon, discount: number) =>
  company.change`
    update shop_order set coupon_id = ${couponId}, coupon_discount = ${discount}::bigint,
      payable = list_amount - package_discount - ${discount}::bigint
    where company_id = ${companyId} and id = ${orderId} and state = 'pending'`

/** Compares company and key by the index on their hash (0015-orders.sql). */
export const hasRequestKey = (companyId: Sql, key: Sql) => sql`
  company_id = ${companyId} and request_key = ${key}
  and ${companyHash(sql`request_key`, sql`company_id`)} = ${companyHash(key, companyId)}`

const placedBefore = placedOrder.extend({ request_hash: z.instanceof(Buffer) })

/** Reads as the system: behind row-level security no index on a function is used. */
export const findByKey = (system: Database, companyId: string, requestKey: string) =>
  system.row(placedBefore)`
    select ${selectList(placedBefore, orderColumns)} from shop_order
    where ${hasRequestKey(sql`${companyId}::uuid`, sql`${requestKey}::text`)}`

/** Finds another unpaid order that renews a line of this one; it runs in the transaction that has placed this one. */
export const otherRenewalOf = async (transaction: Database, companyId: string, orderNumber: string) =>
  (
    await transaction.row(order.schema.pick({ order_number: true }))`
    select other.number as order_number
    from shop_order as placed
    join order_item as item on item.company_id = placed.company_id and item.order_id = placed.id
    join order_item as same on same.company_id = item.company_id and same.line_id = item.line_id and same.order_id <> placed.id
    join shop_order as other on other.company_id = same.company_id and other.id = same.order_id
    where placed.company_id = ${companyId} and placed.number = ${orderNumber}
      and other.kind = 'renewal' and other.state = 'pending' and other.pays_until > now()
    limit 1`
  )?.order_number
