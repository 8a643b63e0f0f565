import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { findDetail, type ItemRow, listEvents, listItems, listLines, listPayments, listRefunds } from './detail.sql.ts'
import type { OrderRow } from './list.sql.ts'
import { operasOf } from './operas.ts'
import type { QuotedItem } from './quote.ts'

type Detail = OutputOf<'getOrderDetailByOrderId'>

export function shownOrder({ id, number, created_at, pays_until, paid_at, ...row }: OrderRow) {
  return {
    order_id: id,
    order_number: number,
    kind: row.kind,
    product: row.product,
    state: row.state,
    subject: row.subject,
    list_amount: row.list_amount,
    package_discount: row.package_discount,
    coupon_discount: row.coupon_discount,
    payable: row.payable,
    buyer_name: row.buyer_name,
    created_at: created_at.toISOString(),
    pays_until: pays_until.toISOString(),
    paid_at: paid_at?.toISOString() ?? null,
    operas: operasOf({ ...row, pays_until, paid_at }),
  }
}

/** All there is to know of an order; undefined when it is unknown, or deleted and not asked for as such. */
export async function detailOf(
  company: Database,
  companyId: string,
  orderId: string,
  { hidden = false } = {},
): Promise<Detail | undefined> {
  const [row, items, lines, events, payments, refunds] = await Promise.all([
    findDetail(company, companyId, orderId, hidden),
    listItems(company, companyId, orderId),
    listLines(company, companyId, orderId),
    listEvents(company, companyId, orderId),
    listPayments(company, companyId, orderId),
    listRefunds(company, companyId, orderId),
  ])
  if (!row) return undefined
  return {
    ...shownOrder(row),
    fulfilled_at: row.fulfilled_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
    items: items.map(shownItem),
    coupon: row.coupon_id ? { coupon_id: row.coupon_id, name: row.coupon_name ?? '' } : null,
    lines: lines.map(({ id, name }) => ({ svp_id: id, name })),
    events: events.map(({ from_state, to_state, actor_name, note, created_at }) => ({
      from: from_state,
      to: to_state,
      actor_name,
      note,
      at: created_at.toISOString(),
    })),
    payments: payments.map(({ id, created_at, paid_at, ...payment }) => ({
      payment_id: id,
      ...payment,
      created_at: created_at.toISOString(),
      paid_at: paid_at?.toISOString() ?? null,
    })),
    refunds: refunds.map(({ id, asked_at, done_at, ...refund }) => ({
      refund_id: id,
      ...refund,
      asked_at: asked_at.toISOString(),
      done_at: done_at?.toISOString() ?? null,
    })),
    invoice: row.invoice_id && row.invoice_state ? { invoice_id: row.invoice_id, state: row.invoice_state } : null,
  }
}

const shownItem = ({ line_id, old_ends_at, new_ends_at, ...item }: ItemRow) => ({
  ...item,
  unit_price: item.amount / item.quantity,
  svp_id: line_id,
  old_ends_at: old_ends_at?.toISOString() ?? null,
  new_ends_at: line_id && new_ends_at ? new_ends_at.toISOString() : null,
})

export const shownQuoted = ({ sku, line, ...item }: QuotedItem) => ({
  sku_id: sku.id,
  name: sku.goods_name,
  region_name: sku.region_name,
  access_way_name: sku.access_way_name,
  bandwidth: sku.bandwidth,
  ...item,
  svp_id: line?.id ?? null,
  line_name: line?.name ?? null,
  old_ends_at: line?.old_ends_at.toISOString() ?? null,
  new_ends_at: line?.new_ends_at.toISOString() ?? null,
})
