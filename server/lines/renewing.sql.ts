import sql from 'sql-template-tag'
import { autoRenewLeadDays } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'

export interface Renewing {
  company_id: string
  id: string
  name: string
  ends_at: Date
  /** The company's owner. */
  account_id: string
  request_key: string
}

/** Where the last batch ended. */
export interface After {
  at: Date
  id: string
}

const key = sql`'auto-' || line.id || '-' || floor(extract(epoch from line.ends_at))::bigint`

/**
 * Lines that renew themselves and whose end is near, without the order that renews them at this end: it is found by its
 * key, which is made of the line and the end. An order that is open for less than until the end is not done with either.
 */
export const renewingLines = (system: Database, after: After, limit: number) =>
  system.rows<Renewing>(sql`
    select line.company_id, line.id, line.name, line.ends_at, owner.account_id, ${key} as request_key
    from line
    join company on company.id = line.company_id and company.state <> 'frozen'
    join employee owner on owner.company_id = line.company_id and owner.role = 'owner'
    where line.auto_renew and line.state in ('unbound', 'active')
      and line.ends_at > now() and line.ends_at <= now() + make_interval(days => ${autoRenewLeadDays}::integer)
      and (line.ends_at, line.id) > (${after.at}, ${after.id})
      and not exists (
        select from shop_order
        where shop_order.company_id = line.company_id and request_key = ${key}
          and (state <> 'pending' or pays_until >= line.ends_at))
    order by line.ends_at, line.id limit ${limit}`)
