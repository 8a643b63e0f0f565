import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { refundedOf, returnedOf } from './refund.model.ts'
import type { Model } from './shop.model-words.ts'

/** Returns the expected figures after each step, in the database's form. */
export const sums = (model: Model) => ({
  balance: model.balance,
  ledger: model.balance,
  reserved: model.reserved,
  promised: model.reserved,
  prepaid: model.prepaid,
  prepaidLedger: model.prepaid,
  booked: [...model.booked]
    .map(([kind, sum]) => `${kind} ${sum}`)
    .toSorted()
    .join(),
  coupons: model.coupons.map(({ state }) => state).join(),
  orders: model.orders.map(({ state }) => state).join(),
  lines: model.orders
    .flatMap(({ lines }) => lines.map(({ state }) => state))
    .toSorted()
    .join(),
  kept: model.orders
    .filter(({ state }) => state === 'fulfilled' || state === 'refunding')
    .reduce((sum, order) => sum + order.payable - refundedOf(order), 0),
  cash: model.orders
    .filter(({ state, deliveredBy }) => (state === 'fulfilled' || state === 'refunding') && deliveredBy !== 'balance')
    .reduce((sum, order) => sum + order.payable - refundedOf(order), 0),
  returned: model.orders.map(returnedOf).join(),
  refunded: model.orders.map(refundedOf).join(),
  ends: model.orders
    .flatMap(({ lines }) => lines.map(({ endsOn }) => endsOn - model.day))
    .toSorted((one, other) => one - other)
    .join(),
})

/** Reads the same figures from the database: each stored figure, beside the sum that it has to equal. */
export const found = (system: Database, companyId: string, regionId: string | null) =>
  system.row(
    z.object({
      balance: z.int(),
      ledger: z.int(),
      reserved: z.int().nullable(),
      promised: z.int(),
      prepaid: z.int(),
      prepaidLedger: z.int(),
      booked: z.string(),
      coupons: z.string(),
      orders: z.string(),
      lines: z.string(),
      kept: z.int(),
      cash: z.int(),
      returned: z.string(),
      refunded: z.string(),
      ends: z.string(),
    }),
  )`
  select
    coalesce((select days from service_balance where company_id = ${companyId}), 0) as balance,
    (select coalesce(sum(days), 0)::integer from service_entry where company_id = ${companyId}) as ledger,
    (select reserved from address_stock where region_id = ${regionId}) as reserved,
    ((select coalesce(sum(quantity), 0) from order_item join shop_order on shop_order.company_id = order_item.company_id
        and shop_order.id = order_id
      where order_item.company_id = ${companyId} and region_id is not null and line_id is null and state = 'pending')
      + (select count(*) from line where company_id = ${companyId} and state <> 'released' and ip_address_id is null)
    )::integer as promised,
    coalesce((select amount from company_balance where company_id = ${companyId}), 0)::integer as prepaid,
    (select coalesce(sum(amount), 0)::integer from balance_entry where company_id = ${companyId}) as "prepaidLedger",
    (select coalesce(string_agg(concat(kind, ' ', amount), ',' order by kind collate "C"), '') from (
      select kind, sum(amount) as amount from balance_entry where company_id = ${companyId} group by kind
    ) as kinds) as booked,
    (select coalesce(string_agg(state, ',' order by id), '') from coupon where company_id = ${companyId}) as coupons,
    (select coalesce(string_agg(state, ',' order by id), '') from shop_order where company_id = ${companyId}) as orders,
    (select coalesce(string_agg(state, ',' order by state), '') from line where company_id = ${companyId}) as lines,
    ((select coalesce(sum(amount), 0) from payment where company_id = ${companyId} and state in ('paid', 'refunded'))
      - (select coalesce(sum(amount), 0) from refund where company_id = ${companyId}
        and (kind = 'surplus' or state = 'done'))
    )::integer as kept,
    ((select coalesce(sum(amount), 0) from payment
        where company_id = ${companyId} and state in ('paid', 'refunded') and gateway <> 'balance')
      - (select coalesce(sum(refund.amount), 0) from refund
        join payment on payment.company_id = refund.company_id and payment.id = payment_id
        where refund.company_id = ${companyId} and gateway <> 'balance'
          and (refund.kind = 'surplus' or refund.state = 'done'))
    )::integer as cash,
    (select coalesce(string_agg(returned_amount::text, ',' order by id), '') from shop_order
      where company_id = ${companyId}) as returned,
    (select coalesce(string_agg(refunded_amount::text, ',' order by id), '') from shop_order
      where company_id = ${companyId}) as refunded,
    (select coalesce(string_agg(days::text, ',' order by days), '') from (
      select ceil(extract(epoch from ends_at - now()) / 86400)::float
          - case when (ends_at at time zone 'Asia/Shanghai')::time = '23:59:59.999' then 0.5 else 0 end as days
        from line where company_id = ${companyId}
    ) as line_end) as ends`
