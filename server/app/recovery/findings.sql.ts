import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

const newest = z.object({ number: z.string(), at: z.string() })
const counts = z.object({
  accounts: z.int(),
  companies: z.int(),
  orders: z.int(),
  payments: z.int(),
  /** In fen. */
  paid: z.string(),
})

export const countRows = (database: Database) =>
  database.row(counts)`
    select (select count(*)::integer from account) as accounts, (select count(*)::integer from company) as companies,
      (select count(*)::integer from shop_order) as orders, (select count(*)::integer from payment) as payments,
      (select coalesce(sum(amount), 0)::text from payment where state = 'paid') as paid`

export const newestOrder = (database: Database) =>
  database.row(newest)`
    select number, to_char(created_at, 'YYYY-MM-DD HH24:MI:SS') as at from shop_order order by created_at desc limit 1`

export const newestPayment = (database: Database) =>
  database.row(newest)`
    select out_trade_no as number, to_char(paid_at, 'YYYY-MM-DD HH24:MI:SS') as at from payment
    where paid_at is not null order by paid_at desc limit 1`

/**
 * Finds incomplete orders, orders paid without a payment, stock that does not match the orders, and balances that do not match
 * their ledgers.
 */
export async function findInconsistencies(database: Database): Promise<string[]> {
  const number = z.object({ number: z.string() })
  const partial = await database.rows(number)`
    select number from shop_order
    where product <> 'balance'
        and not exists (select from order_item where order_item.company_id = shop_order.company_id and order_id = shop_order.id)
      or list_amount <> (select sum(list_amount) from order_item
        where order_item.company_id = shop_order.company_id and order_id = shop_order.id)`
  const unpaid = await database.rows(number)`
    select number from shop_order
    where state in ('paid', 'fulfilled') and payable > 0
      and not exists (select from payment where payment.company_id = shop_order.company_id
        and order_id = shop_order.id and payment.state = 'paid' and amount = payable)`
  const places = await database.rows(z.object({ reserved: z.number(), held: z.number() }))`
    with held as (
      select region_id, access_way_id, sum(quantity) as held from order_item
      join shop_order on shop_order.company_id = order_item.company_id and shop_order.id = order_id
      where state = 'pending' and shop_order.kind = 'purchase' and region_id is not null group by 1, 2
    ), promised as (
      select region_id, access_way_id, count(*) as held from line
      where state in ('unbound', 'suspended') and ip_address_id is null group by 1, 2
    )
    select reserved, coalesce(held.held, 0) + coalesce(promised.held, 0) as held from address_stock
    left join held using (region_id, access_way_id) left join promised using (region_id, access_way_id)
    where reserved <> coalesce(held.held, 0) + coalesce(promised.held, 0)`
  const balances = await database.rows(z.object({ company_id: z.string() }))`
    select company_balance.company_id from company_balance
    left join (select company_id, sum(amount) as booked from balance_entry group by 1) as ledger using (company_id)
    where amount <> coalesce(booked, 0)`
  return [
    ...partial.map(each => `订单 ${each.number} 不完整`),
    ...unpaid.map(each => `订单 ${each.number} 已付款，却没有相应的支付`),
    ...balances.map(({ company_id }) => `企业 ${company_id} 的余额与流水不符`),
    ...places.map(({ reserved, held }) => `预留地址 ${reserved} 个，订单占用 ${held} 个`),
  ]
}
