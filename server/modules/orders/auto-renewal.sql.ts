import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { autoRenewLeadDays } from '#contract/line-names.ts'
import type { Database } from '#server/database/database.ts'

const renewing = z.object({
  company_id: id,
  svp_id: id,
  name: z.string(),
  ends_at: instant,
  /** The account of the company's owner. */
  account_id: id,
  request_key: z.string(),
})
export type Renewing = z.output<typeof renewing>

/** Marks where the last batch ended. */
export type After = Pick<Renewing, 'ends_at' | 'svp_id'>

/** Nobody can send a key with a colon, and take this one away (`requestKey` in the contract). */
const key = sql`'auto:' || line.id || ':' || floor(extract(epoch from line.ends_at))::bigint`

/**
 * Finds lines that renew themselves, whose end is near and which no order renews at this end yet. That order is found
 * by its key, which is made of the line and the end. A line whose order stays open for less than until the end is found
 * again, because that order still has to be extended.
 */
export const renewingLines = (system: Database, after: After, limit: number) =>
  system.rows(renewing)`
    select line.company_id, line.id as svp_id, line.name, line.ends_at, owner.account_id, ${key} as request_key
    from line
    join company on company.id = line.company_id and company.state <> 'frozen'
    join employee owner on owner.company_id = line.company_id and owner.role = 'owner'
    where line.auto_renew and line.state in ('unbound', 'active')
      and line.ends_at > now() and line.ends_at <= now() + make_interval(days => ${autoRenewLeadDays}::integer)
      and (line.ends_at, line.id) > (${after.ends_at}, ${after.svp_id})
      and not exists (
        select from shop_order
        where shop_order.company_id = line.company_id and request_key = ${key}
          and (state <> 'pending' or pays_until >= line.ends_at))
    order by line.ends_at, line.id limit ${limit}`
