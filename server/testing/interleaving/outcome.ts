import sql, { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

const value = z.json()
type Value = z.output<typeof value>

/**
 * Leaves of a value what is the same when the same is done again: no ids, no digits within texts, instants as days
 * from now.
 */
function without(found: Value): Value {
  if (typeof found === 'string') {
    if (/^\d{4}-\d\d-\d\d([T ]|$)/.test(found)) return `${Math.round((Date.parse(found) - Date.now()) / 86_400_000)} d`
    return found
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\\x[0-9a-f]+|[0-9a-z]*\d[0-9a-z]*/gi, '#')
      .replaceAll(/[A-Z]{6,}/g, '#')
  }
  if (Array.isArray(found)) return found.map(without)
  if (found && typeof found === 'object')
    return Object.fromEntries(Object.entries(found).map(([name, each]) => [name, without(each as Value)]))
  return found
}

/**
 * A span that was over as soon as it began is kept or not by which of two transactions began first: nobody could have
 * used it.
 */
const isMoment = ({ since, until }: Record<string, Value>): boolean =>
  typeof since === 'string' && typeof until === 'string' && Date.parse(until) - Date.parse(since) < 60_000

/** Returns everything that the database says of a company, as a text that is equal after equal histories. */
export async function stateOf(system: Database, companyId: string, aside?: RegExp): Promise<string> {
  // The counters hold what was added, in as many rows as there were changes; what no log keeps is on its way elsewhere.
  const tables = await system.rows(z.object({ name: z.string() }))`select relname as name from pg_class
    where relrowsecurity and relkind = 'r' and relpersistence = 'p' and relname <> 'company' and relname !~ '_count$'
      and relnamespace = 'public'::regnamespace order by 1`
  const everything = join(
    tables.map(
      ({ name }) =>
        sql`select ${name} as name, to_jsonb(${raw(name)}) as row from ${raw(name)} where company_id = ${companyId}`,
    ),
    ' union all ',
  )
  // The rows that the company shares with others: its own row, the stock of its lines or orders, the coupons that are left.
  const rows = await system.rows(z.object({ name: z.string(), row: z.record(z.string(), value) }))`${everything}
    union all select 'company', to_jsonb(company) from company where id = ${companyId}
    union all select 'address_stock', to_jsonb(address_stock) from address_stock
      where (region_id, access_way_id) in (
        select region_id, access_way_id from line where company_id = ${companyId}
        union select region_id, access_way_id from order_item where company_id = ${companyId})
    union all select 'ip_address', to_jsonb(ip_address) from ip_address
      where (region_id, access_way_id) in (select region_id, access_way_id from line where company_id = ${companyId})
    union all select 'approval', to_jsonb(approval) from approval where target = 'company:' || ${companyId}`
  return rows
    .filter(({ row }) => !isMoment(row))
    .map(({ name, row }) => `${name} ${JSON.stringify(without(row))}`)
    .filter(line => !aside?.test(line))
    .toSorted()
    .join('\n')
}
