import sql from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import type { Database } from '#server/database/database.ts'
import type { Order } from '#server/modules/orders/orders.sql.ts'
import type { Refund } from '#server/modules/payments/refunds.sql.ts'

const useOfLines = z.object({
  lines: z.int(),
  /** Lines that ever had an address, and when the first got one. */
  bound: z.int(),
  bound_since: instant.nullable(),
  /** Paid days that had begun at the request of the refund, of the line with the most. */
  days_begun: z.int(),
  last_day: z.iso.date().nullable(),
})

/** Returns how lines of an order were used: those whose days the refund takes back, or otherwise all. */
export const useOfLinesOf = (database: Database, { company_id, order_id, kind }: Order, refund: Refund) =>
  database.row(useOfLines)`
    select count(*)::integer as lines, count(line.bound_at)::integer as bound, min(line.bound_at) as bound_since,
      coalesce(greatest(0, max(ceil(extract(epoch from ${refund.asked_at}::timestamptz - paid.from_instant) / 86400))), 0)::integer
        as days_begun,
      max(used.last_day)::text as last_day
    from (
      ${
        kind === 'renewal'
          ? sql`
      select item.line_id, greatest(item.old_ends_at, bought.paid_at) as from_instant
      from order_item item
      join shop_order bought on bought.company_id = ${company_id} and bought.id = item.order_id
      where item.company_id = ${company_id} and item.order_id = ${order_id}`
          : sql`
      select line.id as line_id, line.created_at + line.paused as from_instant
      from line where line.company_id = ${company_id} and line.order_id = ${order_id}`
      }
    ) as paid
    join line on line.company_id = ${company_id} and line.id = paid.line_id
    left join lateral (
      select max(day) as last_day from line_use where line_use.company_id = ${company_id} and line_use.line_id = line.id
    ) as used on true
    where not exists (select from refund_item where company_id = ${company_id} and refund_id = ${refund.refund_id})
      or exists (select from refund_item taken where taken.company_id = ${company_id}
        and taken.refund_id = ${refund.refund_id} and taken.line_id = line.id)`
