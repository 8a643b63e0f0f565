import sql from 'sql-template-tag'
import { channels } from '#contract/operations/channels.ts'
import { betweenDays } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'

const codeResults = channels.getChannelResults.output.shape.codes.element

/** The amount of an order refunded so far, wholly or in part. */
export const refundedOf = sql`shop_order.refunded_amount`

/** Returns the results of each code of a partner, highest revenue first. Both days are included, in Chinese time. */
export function resultsOf(database: Database, channelId: string, { from, to }: { from: string; to: string }) {
  const within = (at: string) => betweenDays(at, from, to)
  return database.rows(codeResults)`
    with own as (select code, commission_percent from promotion_code join channel on channel.id = channel_id
      where channel_id = ${channelId}
    ), registered as (
      select code, count(*) as accounts from own join account on promotion_code = code
      where ${within('account.created_at')} group by code
    ), verified as (
      select code, count(*) as companies from own join company on promotion_code = code
      -- A company that was closed and is registered again counts only where it came from first.
      where ${within('company.verified_at')} and not exists (
        select from company former where former.credit_code = company.credit_code and former.closed_at < company.verified_at)
      group by code
    ), bought as (
      select code, company.credit_code, payable as paid, ${refundedOf} as refunded,
        coalesce((select commission_percent from settlement_order as settled where settled.company_id = shop_order.company_id
          and settled.order_id = shop_order.id and kind = 'order'), own.commission_percent) as percent
      from own join company on promotion_code = code join shop_order on shop_order.company_id = company.id
      where ${within('paid_at')} and payable > 0 and product <> 'balance'
    ), sold as (
      select code, count(*) as orders, count(distinct credit_code) as companies, sum(paid) as paid,
        sum(refunded) as refunded, sum(floor((paid - refunded) * percent / 100)) as commission
      from bought group by code
    )
    select code as promotion_code, coalesce(accounts, 0) as registrations,
      coalesce(verified.companies, 0) as companies, coalesce(sold.companies, 0) as paying_companies,
      coalesce(orders, 0) as orders, coalesce(paid, 0)::bigint as paid, coalesce(refunded, 0)::bigint as refunded,
      coalesce(paid - refunded, 0)::bigint as revenue, coalesce(commission, 0)::bigint as commission
    from own left join registered using (code) left join verified using (code) left join sold using (code)
    order by revenue desc, registrations desc, code`
}
