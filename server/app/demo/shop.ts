import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { closeOrderJob } from '#server/modules/orders/jobs.ts'
import { insertBalances } from './balances.ts'
import { findExistingRows } from './existing-rows.ts'
import { insertInvoices } from './invoices.ts'
import { orders } from './orders.ts'
import { insertCouponTypes, insertRows, reserveForHistory, settleAddresses, settleCoupons } from './shop.sql.ts'
import { shopHistory } from './shop-history.ts'
import { insertStock } from './stock.sql.ts'

type Needed = Pick<Services, 'storage' | 'jobs'>

/** Fills the shop: stock, coupons, orders in every state, their payments, lines and invoices. */
export async function insertShop(database: Database, services: Needed): Promise<void> {
  await insertStock(database)
  await insertCouponTypes(database)
  const existing = await findExistingRows(database, services)
  const rows = shopHistory(existing, orders)
  await insertRows(
    database,
    'shop_order',
    'company_id, id, number, account_id, buyer_name, kind, product, state, subject, list_amount, package_discount, ' +
      'coupon_discount, payable, returned_amount, refunded_amount, coupon_id, request_key, request_hash, pays_until, paid_at, fulfilled_at, ended_at, ' +
      'hidden, created_at',
    rows.orders.map(order => ({ ...order, hidden: false, request_hash: '\\x' })),
  )
  await insertRows(
    database,
    'line',
    'company_id, id, name, remark, sku_id, region_id, access_way_id, bandwidth, state, suspend_reason, refund_suspended_at, ip_address_id, ' +
      'starts_at, ends_at, auto_renew, order_id, rebinds, bound_at, released_at, created_at',
    rows.lines.map(({ sku, ...line }) => ({
      ...line,
      sku_id: sku.sku_id,
      region_id: sku.region_id,
      access_way_id: sku.access_way_id,
      bandwidth: sku.bandwidth,
      rebinds: 0,
      created_at: line.starts_at,
    })),
  )
  await insertRows(
    database,
    'order_item',
    'company_id, order_id, position, sku_id, category_id, name, region_id, region_name, access_way_id, access_way_name, ' +
      'bandwidth, price, days, quantity, discount_percent, list_amount, amount, line_id, old_ends_at',
    rows.items,
  )
  await insertRows(
    database,
    'order_event',
    'company_id, id, order_id, from_state, to_state, actor_name, note, created_at',
    rows.events,
  )
  await insertRows(
    database,
    'payment',
    'company_id, id, order_id, gateway, out_trade_no, amount, state, trade_no, payer_name, voucher_file_id, voucher_at, ' +
      'expires_at, paid_at, created_at',
    rows.payments,
  )
  await insertRows(
    database,
    'demo_trade',
    'out_trade_no, trade_no, amount, subject, return_path, state, expires_at, paid_at, created_at',
    rows.trades,
  )
  await insertRows(
    database,
    'refund',
    'company_id, id, order_id, payment_id, out_refund_no, amount, reason, kind, state, note, decided_by, asked_at, done_at, ' +
      'credit_number, credit_name',
    rows.refunds.map(refund => ({ ...refund, kind: 'requested', note: '' })),
  )
  await insertRows(database, 'line_log', 'company_id, id, line_id, action, actor_name, detail, created_at', rows.logs)
  await insertBalances(database)
  await settleCoupons(database, rows.coupons)
  await settleAddresses(database, rows)
  await reserveForHistory(database)
  await insertInvoices(database, services, existing, rows.orders)
  for (const { state, company_id, id, pays_until } of rows.orders)
    if (state === 'pending')
      await services.jobs.enqueue(
        database,
        closeOrderJob,
        { company_id, order_id: id },
        { runAt: pays_until, key: `close_order:${id}` },
      )
}
