import sql, { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

/** Returns the id that the next transaction gets. */
export const nextTransaction = (system: Database): Promise<number> =>
  countOf(system, sql`select pg_snapshot_xmax(pg_current_snapshot())::text::bigint`)

/**
 * Finds the transactions since one that have written rows of several companies, by the tables of those rows, and counts those of
 * one. It knows only each row's last writer, and nothing of deleted rows. The counters and the numbers of changes are left out,
 * because jobs add up those of all companies together.
 */
export async function findWriters(system: Database, since: number): Promise<{ ofOne: number; ofSeveral: string[] }> {
  const tables = await system.rows(z.object({ name: z.string() }))`select relname as name from pg_class
    where relrowsecurity and relkind = 'r' and relname not in ('company', 'company_change') and relname !~ '_count$'
      and relnamespace = 'public'::regnamespace`
  const written = join(
    tables.map(({ name }) => sql`select xmin::text::bigint as writer, company_id, ${name} as name from ${raw(name)}`),
    ' union all ',
  )
  const writers = await system.rows(
    z.object({ companies: z.number(), tables: z.string() }),
  )`select count(distinct company_id) as companies, string_agg(distinct name, ', ') as tables
    from (${written}) as written where writer >= ${since} group by writer`
  return {
    ofOne: writers.filter(({ companies }) => companies === 1).length,
    ofSeveral: writers.filter(({ companies }) => companies > 1).map(({ tables }) => tables),
  }
}
