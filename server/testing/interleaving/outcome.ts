import sql, { join, raw, type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { day } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { uncompared } from './uncompared.ts'

const value = z.json()
type Value = z.output<typeof value>

/** Days of China since the epoch. */
const numberOf = (instant: number) => Math.floor((instant + 8 * 3_600_000) / day)

/**
 * Reduces an instant to the days between it and now: for a date, or for the start or end of a day in China, to calendar days.
 * Rounded time would differ once noon has passed.
 */
function daysBetween(found: string, now: number): string {
  const isDate = found.length === 10
  const at = Date.parse(isDate ? `${found}T00:00:00+08:00` : found)
  const edge = (at + 8 * 3_600_000) % day
  if (isDate || edge === 0 || edge === day - 1) return `${numberOf(at) - numberOf(now)} days`
  return `${Math.round((at - now) / day)} d`
}

/**
 * Reduces a value to what is the same in a repetition: no ids, keys or hashes, no digits within texts, instants as days from now.
 */
export function without(found: Value, now: number): Value {
  if (typeof found === 'string') {
    if (/^\d{4}-\d\d-\d\d([T ]|$)/.test(found)) return daysBetween(found, now)
    return found
      .replaceAll(/\$argon2\S+|[\w-]{30,}|(?<=已注销用户 )\w+/g, '#')
      .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}|\\x[0-9a-f]+|[0-9a-z]*\d[0-9a-z]*/gi, '#')
      .replaceAll(/[A-Z]{6,}/g, '#')
  }
  if (Array.isArray(found)) return found.map(each => without(each, now))
  if (found && typeof found === 'object')
    return Object.fromEntries(Object.entries(found).map(([name, each]) => [name, without(each as Value, now)]))
  return found
}

/**
 * Whether a span is kept that was over as soon as it began depends on which of two transactions began first: nobody could have used
 * it.
 */
const isMoment = ({ since, until }: Record<string, Value>): boolean =>
  typeof since === 'string' && typeof until === 'string' && Date.parse(until) - Date.parse(since) < 60_000

/** The rows to compare: a company's, its people's, and others written since. */
export interface Scope {
  companyId: string
  accountIds: string[]
  /** From `snapshotOf`. */
  since: string
}

const snapshot = z.object({ snapshot: z.string() })

/** Returns the transactions that have ended by now. */
export async function snapshotOf(system: Database): Promise<string> {
  const row = await system.row(snapshot)`select pg_current_snapshot()::text as snapshot`
  return row?.snapshot ?? ''
}

/** Rows that a company shares with others, such as the places of its lines and orders, whether or not they were written. */
const shared: Record<string, (scope: Scope) => Sql> = {
  company: ({ companyId }) => sql`id = ${companyId}`,
  address_stock: ({ companyId }) => sql`(region_id, access_way_id) in (
    select region_id, access_way_id from line where company_id = ${companyId}
    union select region_id, access_way_id from order_item where company_id = ${companyId})`,
  ip_address: ({ companyId }) => sql`(region_id, access_way_id) in (
    select region_id, access_way_id from line where company_id = ${companyId})`,
}

const table = z.object({ name: z.string(), of_company: z.boolean(), of_account: z.boolean() })

/** Lists the catalogue's tables, with how their rows name their owner. */
export const tablesOf = (system: Database) =>
  system.rows(table)`
    select relname as name,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'company_id' and relrowsecurity) as of_company,
      exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'account_id') as of_account
    from pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace order by 1`

function rowsOf({ name, of_company, of_account }: z.output<typeof table>, scope: Scope): Sql {
  if (shared[name]) return shared[name](scope)
  if (of_company) return sql`company_id = ${scope.companyId}`
  const written = sql`not pg_visible_in_snapshot(${raw(name)}.xmin::text::xid8, ${scope.since}::pg_snapshot)`
  return of_account ? sql`account_id = any(${scope.accountIds}::uuid[]) or ${written}` : written
}

/**
 * Returns the state of a company, of its people and of everything written since, as a text that is equal after equal histories. No
 * table is left out except those of `uncompared`.
 */
export async function stateOf(system: Database, scope: Scope, aside?: RegExp): Promise<string> {
  const tables = (await tablesOf(system)).filter(({ name }) => !uncompared.has(name))
  const everything = join(
    tables.map(
      each =>
        sql`select ${each.name} as name, to_jsonb(${raw(each.name)}) as row from ${raw(each.name)} where ${rowsOf(each, scope)}`,
    ),
    ' union all ',
  )
  const rows = await system.rows(z.object({ name: z.string(), row: z.record(z.string(), value) }))`${everything}`
  const now = Date.now()
  return rows
    .filter(({ row }) => !isMoment(row))
    .map(({ name, row }) => `${name} ${JSON.stringify(without(row, now))}`)
    .filter(line => !aside?.test(line))
    .toSorted()
    .join('\n')
}
