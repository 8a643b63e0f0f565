import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { autoRenewDays, autoRenewLeadDays } from '#contract/line-names.ts'
import type { Database } from '#server/database/database.ts'
import { renewsItself } from '#server/modules/access/line-state.ts'
import { isWaiting } from './renewals.sql.ts'

const shortBalance = z.object({ company_id: id, lines: z.int(), needed: z.int(), balance: z.int(), last_end: instant })

/** The most companies that a run notifies; the next one continues. */
const maxCompanies = 1_000

/** The present price of a renewal, matching `priceOf` and `discountFor` in the contract. */
const renewalPrice = sql`round(sku.price * ${autoRenewDays}::integer / 30.0 * (100 - coalesce((
  select discount_percent from package_type
  where category_id = goods.category_id and published and days <= ${autoRenewDays}::integer order by days desc limit 1), 0)) / 100)`

/**
 * Finds companies that prepay and whose balance does not suffice for the lines that renew themselves and end within this many days,
 * at today's prices, and for the renewals that wait already. Companies with only the latter were notified before.
 */
export const shortBalances = (system: Database, withinDays: number) =>
  system.rows(shortBalance)`
    with due as (
      select line.company_id, count(*) as lines, sum(${renewalPrice}) as needed, max(line.ends_at) as last_end
      from line
      join company on company.id = line.company_id and company.state <> 'frozen'
      join sku on sku.id = line.sku_id join goods on goods.id = sku.goods_id
      where ${renewsItself} and line.ends_at > now() + make_interval(days => ${autoRenewLeadDays}::integer)
        and line.ends_at <= now() + make_interval(days => ${withinDays}::integer)
      group by line.company_id
    )
    select due.company_id, (due.lines + waiting.lines)::integer as lines, (due.needed + waiting.needed)::bigint as needed,
      company_balance.amount as balance, due.last_end
    from due
    join company_balance on company_balance.company_id = due.company_id
    cross join lateral (
      select count(*) as lines, coalesce(sum(payable), 0) as needed from shop_order
      where shop_order.company_id = due.company_id and ${isWaiting}
    ) as waiting
    where due.needed + waiting.needed > company_balance.amount
    order by due.last_end, due.company_id limit ${maxCompanies}`
