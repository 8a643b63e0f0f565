import sql, { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { companyTables, oneOfEach } from '#server/testing/one-of-each.ts'

/** Columns that the portal itself updates during other requests: the progress of deliveries, the last use of credentials. */
const moving = [
  ...['lease', 'leased_until', 'attempts', 'failing_since', 'next_attempt_at'],
  ...['last_used_at', 'last_ip', 'last_seen_at', 'looked_at'],
]

const month = '2026-01-01'
/** Values that satisfy the tables' constraints; none of the rows is due, so that no job touches them. */
const values = {
  connection_setting: { keep_days: 200 },
  cost_month: { month },
  cost_cell: { month },
  line_wish: { name: '甲公司的专线' },
  log_stream: { port: 6514, state: 'off' },
  robot_message: { state: 'delivered' },
  tax_request: { state: 'stopped', done_at: month },
  ticket: { due_at: '2999-01-01' },
  webhook_message: { state: 'delivered' },
}

/** Inserts a row into every table with row-level security, with texts that are `text`, and leaves out those of `apart`. */
export const fillEveryTable = (
  system: Database,
  companyId: string,
  apart: readonly string[],
  text = '甲公司的',
): Promise<void> => oneOfEach(system, { companyId, text, demanded: values, apart })

/** Returns everything that belongs to a company as one text, which a stranger's calls must neither change nor reveal. */
export async function belongingsOf(
  system: Database,
  companyId: string,
  members: readonly { account: { id: string } }[],
): Promise<string> {
  const people = members.map(({ account }) => account.id)
  // Counter rows are folded by a job, so they may change without any call.
  const own = (await companyTables(system)).filter(table => !/_count$|^pending_notification$/.test(table))
  const row = await system.row(z.object({ all: z.string() }))`
    with belonging (kind, row) as (
      select 'company', to_jsonb(company) from company where id = ${companyId}
      union all ${join(
        own.map(
          table => sql`select ${table}, to_jsonb(${raw(table)}) from ${raw(table)} where company_id = ${companyId}`,
        ),
        ' union all ',
      )}
      union all select 'notice', to_jsonb(notice) from notice where account_id = any(${people})
      union all select 'notice_setting', to_jsonb(notice_setting) from notice_setting where account_id = any(${people})
      union all select 'account', to_jsonb(account) from account where id = any(${people})
      union all select 'passkey', to_jsonb(passkey) from passkey join passkey_holder using (user_handle)
        where account_id = any(${people})
      union all select 'verification', to_jsonb(verification) from identity_verification verification
        where account_id = any(${people})
      union all select 'session', to_jsonb(session) from session where account_id = any(${people})
    )
    select string_agg(kind || ' ' || (row - ${moving}::text[])::text, chr(10) order by kind, row::text) as all from belonging`
  return row?.all ?? ''
}

/** Returns an id of each kind of record that a company has, except those in `left`. */
export async function oneIdOfEach(system: Database, companyId: string, left: readonly string[]): Promise<string[]> {
  const named = await system.rows(z.object({ name: z.string() }))`
    select relname::text as name from pg_class
    join pg_attribute on attrelid = pg_class.oid and attname = 'id' and atttypid = 'uuid'::regtype
    where relname = any(${(await companyTables(system)).filter(table => !table.endsWith('_count'))}) and relkind = 'r'
    order by 1`
  const found = await system.rows(z.object({ id: z.string() }))`${join(
    named.map(
      ({ name }) => sql`
        (select id from ${raw(name)} where company_id = ${companyId} and id <> all(${left}::uuid[]) order by id limit 1)`,
    ),
    ' union all ',
  )}`
  return found.map(({ id }) => id)
}
