import { getOrderDetailByOrderId } from '#contract/orders.ts'
import { order } from '#contract/records/order.ts'
import type { Database } from '#server/database/database.ts'
import { selectList } from '#server/database/select-list.ts'
import { listedOrder, orderColumns } from './list.sql.ts'

const { items, events, payments, refunds, lines, wishes, coupon, invoice, pays } = getOrderDetailByOrderId.output.shape

const ownColumns = listedOrder.extend(order.schema.pick({ fulfilled_at: true, ended_at: true }).shape)
const detail = ownColumns.extend({ coupon, invoice })

export const findDetail = (company: Database, companyId: string, orderId: string, hidden: boolean) =>
  company.row(detail)`
    select ${selectList(ownColumns, orderColumns, 'shop_order')},
      case when coupon.id is not null then jsonb_build_object('coupon_id', coupon.id, 'name', coupon.name,
        'valid_until', to_char(coupon.valid_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as coupon,
      case when invoice.id is not null then jsonb_build_object('invoice_id', invoice.id, 'state', invoice.state) end
        as invoice
    from shop_order
    left join coupon on coupon.company_id = shop_order.company_id and coupon.id = shop_order.coupon_id
    left join invoice on invoice.company_id = shop_order.company_id and invoice.id = shop_order.invoice_id
    where shop_order.company_id = ${companyId} and shop_order.id = ${orderId}
      and (${hidden} or not shop_order.hidden)`

/**
 * A delivered renewal has the line's new end. Before, it is to end on the chosen day, or its days after the old end or the order,
 * whichever is later.
 */
export const listItems = (company: Database, companyId: string, orderId: string) =>
  company.rows(items.element)`
    select item.sku_id, item.name, item.region_name, item.access_way_name, item.bandwidth, item.days, item.quantity,
      item.discount_percent, item.amount / item.quantity as unit_price, item.list_amount, item.amount,
      item.line_id as svp_id, line.name as line_name, item.old_ends_at,
      case when item.line_id is not null then coalesce(renewal_end.ends_at, item.until,
        greatest(item.old_ends_at, coalesce(shop_order.paid_at, shop_order.created_at))
          + make_interval(days => item.days)) end as new_ends_at
    from order_item item
    join shop_order on shop_order.company_id = item.company_id and shop_order.id = item.order_id
    left join line on line.company_id = item.company_id and line.id = item.line_id
    left join renewal_end on renewal_end.company_id = item.company_id and renewal_end.order_id = item.order_id
      and renewal_end.line_id = item.line_id
    where item.company_id = ${companyId} and item.order_id = ${orderId}
    order by item.position`

/** The order itself records who placed it and when. Orders of earlier programs have a row for that as well. */
export const listEvents = (company: Database, companyId: string, orderId: string) =>
  company.rows(events.element)`
    select ${selectList(events.element, { from: 'from_state', to: 'to_state', at: 'created_at' })} from (
      select null::uuid as id, null as from_state, 'pending' as to_state, buyer_name as actor_name, '' as note, created_at
      from shop_order where company_id = ${companyId} and id = ${orderId}
      union all
      select id, from_state, to_state, actor_name, note, created_at
      from order_event where company_id = ${companyId} and order_id = ${orderId} and from_state is not null
    ) as step
    order by id nulls first`

export const listPayments = (company: Database, companyId: string, orderId: string) =>
  company.rows(payments.element)`
    select ${selectList(payments.element, { payment_id: 'id' })} from payment
    where company_id = ${companyId} and order_id = ${orderId} order by id desc`

/** The lines of a refund of unused days, in a statement on `refund`. */
export const refundedLines = `array(select name from refund_item item where item.company_id = refund.company_id
  and item.refund_id = refund.id and item.line_id is not null order by position)`

const refundRow = refunds.element.omit({ withdrawable: true })

export const listRefunds = (company: Database, companyId: string, orderId: string) =>
  company.rows(refundRow)`
    select ${selectList(refundRow, { refund_id: 'id', line_names: refundedLines })} from refund
    where company_id = ${companyId} and order_id = ${orderId} order by id desc`

export const listLines = (company: Database, companyId: string, orderId: string) =>
  company.rows(lines.element)`
    select line.id as svp_id, line.name, line.address, coalesce(wish.unkept, '') as unkept from line
    left join line_wish wish on wish.company_id = ${companyId} and wish.line_id = line.id
    where line.company_id = ${companyId} and line.order_id = ${orderId} and line.state <> 'released' order by line.id`

/** Once there is a line, the name is the line's own. */
export const listWishes = (company: Database, companyId: string, orderId: string) =>
  company.rows(wishes.element)`
    select position, case when line_id is null then wish.name end as name, address, line_group.name as group_name
    from line_wish wish
    left join line_group on line_group.company_id = ${companyId} and line_group.id = wish.group_id
    where wish.company_id = ${companyId} and order_id = ${orderId} and settled_at is null order by position`

export const listJoint = (company: Database, companyId: string, orderId: string) =>
  company.rows(pays.element)`
    select ${selectList(pays.element, orderColumns)} from shop_order
    where company_id = ${companyId} and id = any(array(
      select order_id from joint_payment where company_id = ${companyId} and topup_id = ${orderId}))
    order by created_at, id`
