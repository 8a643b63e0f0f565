import sql from 'sql-template-tag'
import type { OutputOf } from '#contract/index.ts'
import type { OrderState } from '#contract/shop.ts'
import type { Database } from '../database/database.ts'
import { type OrderRow, orderColumns } from './list.sql.ts'

type Detail = OutputOf<'getOrderDetailByOrderId'>

export interface DetailRow extends OrderRow {
  fulfilled_at: Date | null
  ended_at: Date | null
  coupon_id: string | null
  coupon_name: string | null
  invoice_id: string | null
  invoice_state: NonNullable<Detail['invoice']>['state'] | null
}

export const findDetail = (company: Database, companyId: string, orderId: string, hidden: boolean) =>
  company.row<DetailRow>(sql`
    select ${orderColumns}, shop_order.fulfilled_at, shop_order.ended_at, shop_order.coupon_id,
      coupon.name as coupon_name, shop_order.invoice_id, invoice.state as invoice_state
    from shop_order
    left join coupon on coupon.company_id = shop_order.company_id and coupon.id = shop_order.coupon_id
    left join invoice on invoice.company_id = shop_order.company_id and invoice.id = shop_order.invoice_id
    where shop_order.company_id = ${companyId} and shop_order.id = ${orderId}
      and (${hidden} or not shop_order.hidden)`)

export interface ItemRow {
  sku_id: string
  name: string
  region_name: string | null
  access_way_name: string | null
  bandwidth: number | null
  days: number
  quantity: number
  discount_percent: number
  list_amount: number
  amount: number
  line_id: string | null
  line_name: string | null
  old_ends_at: Date | null
  new_ends_at: Date | null
}

/** Where a renewal led: to the day that was chosen, or from the end it had, or from the order, by its days. */
export const listItems = (company: Database, companyId: string, orderId: string) =>
  company.rows<ItemRow>(sql`
    select item.sku_id, item.name, item.region_name, item.access_way_name, item.bandwidth, item.days, item.quantity,
      item.discount_percent, item.list_amount, item.amount, item.line_id, line.name as line_name, item.old_ends_at,
      coalesce(item.until, greatest(item.old_ends_at, coalesce(shop_order.paid_at, shop_order.created_at))
        + make_interval(days => item.days)) as new_ends_at
    from order_item item
    join shop_order on shop_order.company_id = item.company_id and shop_order.id = item.order_id
    left join line on line.company_id = item.company_id and line.id = item.line_id
    where item.company_id = ${companyId} and item.order_id = ${orderId}
    order by item.position`)

export const listEvents = (company: Database, companyId: string, orderId: string) =>
  company.rows<{
    from_state: OrderState | null
    to_state: OrderState
    actor_name: string
    note: string
    created_at: Date
  }>(
    sql`
    select from_state, to_state, actor_name, note, created_at from order_event
    where company_id = ${companyId} and order_id = ${orderId} order by id`,
  )

export const listPayments = (company: Database, companyId: string, orderId: string) =>
  company.rows<
    Pick<Detail['payments'][number], 'gateway' | 'state' | 'amount' | 'out_trade_no'> & {
      id: string
      created_at: Date
      paid_at: Date | null
    }
  >(sql`
    select id, gateway, state, amount, out_trade_no, created_at, paid_at from payment
    where company_id = ${companyId} and order_id = ${orderId} order by id desc`)

export const listRefunds = (company: Database, companyId: string, orderId: string) =>
  company.rows<
    Pick<Detail['refunds'][number], 'state' | 'amount' | 'reason' | 'note'> & {
      id: string
      asked_at: Date
      done_at: Date | null
    }
  >(sql`
    select id, state, amount, reason, note, asked_at, done_at from refund
    where company_id = ${companyId} and order_id = ${orderId} order by id desc`)

export const listLines = (company: Database, companyId: string, orderId: string) =>
  company.rows<{ id: string; name: string }>(sql`
    select id, name from line
    where company_id = ${companyId} and order_id = ${orderId} and state <> 'released' order by id`)
