import sql from 'sql-template-tag'
import type { OrderState } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'

/** A manager, who must be one still when the order is written down; or what orders for the company. */
export type Buyer = { employeeId: string } | { name: string }

const nameOf = (companyId: string, buyer: Buyer) =>
  'name' in buyer
    ? sql`select ${buyer.name}::text as name`
    : sql`select name from employee
        where company_id = ${companyId} and id = ${buyer.employeeId} and role <> 'employee' and state = 'active'`

export interface NewOrder {
  companyId: string
  number: string
  accountId: string
  buyer: Buyer
  kind: 'purchase' | 'renewal'
  product: 'hours' | 'line'
  subject: string
  /** Fen. */
  listAmount: number
  amount: number
  requestKey: string
  requestHash: Buffer
  minutes: number
  items: NewItem[]
}

export interface NewItem {
  sku_id: string
  category_id: string
  name: string
  region_id: string | null
  region_name: string | null
  access_way_id: string | null
  access_way_name: string | null
  bandwidth: number | null
  price: number
  days: number
  quantity: number
  discount_percent: number
  list_amount: number
  amount: number
  line_id: string | null
  old_ends_at: Date | null
  until: Date | null
}

/**
 * With its items and the first line of its history, in one statement. Undefined when the key, or the number, is taken; or
 * when who orders has ceased to be a manager.
 */
export const insertOrder = (company: Database, order: NewOrder) =>
  company.row<{ id: string; pays_until: Date; buyer_name: string }>(sql`
    with placed as (
      insert into shop_order (company_id, number, account_id, buyer_name, kind, product, subject, list_amount,
        package_discount, coupon_discount, payable, request_key, request_hash, pays_until)
      select ${order.companyId}, ${order.number}, ${order.accountId}, name, ${order.kind}, ${order.product},
        ${order.subject}, ${order.listAmount}, ${order.listAmount - order.amount}, 0, ${order.amount}, ${order.requestKey},
        ${order.requestHash}, now() + make_interval(mins => ${order.minutes}::integer)
      from (${nameOf(order.companyId, order.buyer)}) as buyer
      on conflict do nothing
      returning company_id, id, pays_until, buyer_name
    ), items as (
      insert into order_item (company_id, order_id, position, sku_id, category_id, name, region_id, region_name,
        access_way_id, access_way_name, bandwidth, price, days, quantity, discount_percent, list_amount, amount, line_id,
        old_ends_at, until)
      select company_id, id, place, sku_id, category_id, name, region_id, region_name, access_way_id,
        access_way_name, bandwidth, price, days, quantity, discount_percent, list_amount, amount, line_id, old_ends_at, until
      from placed, rows from (jsonb_to_recordset(${JSON.stringify(order.items)}::jsonb) as (sku_id uuid,
          category_id uuid, name text, region_id uuid, region_name text, access_way_id uuid, access_way_name text,
          bandwidth integer, price integer, days integer, quantity integer, discount_percent integer, list_amount bigint,
          amount bigint, line_id uuid, old_ends_at timestamptz(3), until timestamptz(3)))
        with ordinality as given (sku_id, category_id, name, region_id, region_name, access_way_id, access_way_name,
          bandwidth, price, days, quantity, discount_percent, list_amount, amount, line_id, old_ends_at, until, place)
    ), event as (
      insert into order_event (company_id, order_id, to_state, actor_name)
      select company_id, id, 'pending', buyer_name from placed
    )
    select id, pays_until, buyer_name from placed`)

export const setCoupon = (company: Database, companyId: string, orderId: string, couponId: string, discount: number) =>
  company.change(sql`
    update shop_order set coupon_id = ${couponId}, coupon_discount = ${discount}::bigint,
      payable = list_amount - package_discount - ${discount}::bigint
    where company_id = ${companyId} and id = ${orderId} and state = 'pending'`)

export interface Placed {
  id: string
  number: string
  state: OrderState
  payable: number
  pays_until: Date
}

export const findByKey = (company: Database, companyId: string, requestKey: string) =>
  company.row<Placed & { request_hash: Buffer }>(sql`
    select id, number, state, payable, pays_until, request_hash from shop_order
    where company_id = ${companyId} and request_key = ${requestKey}`)
