import sql from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'

/**
 * The questions that make PostgreSQL read a large table from end to end, each with the table. `connections` are all that the
 * portal asks on: one of each kind.
 */
export async function sequentialScans(
  connections: [Database, ...Database[]],
  asked: { name: string; ask(): Promise<unknown> }[],
): Promise<string[]> {
  /** Scans of each large table so far; each connection reports first what it has done. */
  async function scans(): Promise<Map<string, number>> {
    for (const connection of connections) await connection.row(sql`select pg_stat_force_next_flush()::text as done`)
    const rows = await connections[0].rows<{ name: string; scans: number }>(sql`
      select pg_stat_user_tables.relname as name, seq_scan as scans
      from pg_stat_user_tables join pg_class on pg_class.oid = relid where reltuples > 10000`)
    return new Map(rows.map(({ name, scans }) => [name, scans]))
  }
  const found: string[] = []
  for (const { name, ask } of asked) {
    const before = await scans()
    // Past the fifth time a statement may be planned for all values alike.
    for (let time = 0; time < 7; time += 1) await ask()
    const after = await scans()
    const read = [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
    if (read.length) found.push(`${name} (${read.join(', ')})`)
  }
  return found
}
