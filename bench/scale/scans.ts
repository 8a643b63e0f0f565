import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

/**
 * Finds the queries that make PostgreSQL read a large table from end to end, each with the table. `connections` must be all
 * that the portal uses: one of each kind.
 */
export async function sequentialScans(
  connections: [Database, ...Database[]],
  queries: { name: string; ask(): Promise<unknown> }[],
): Promise<string[]> {
  /** Counts the scans of each large table so far; each connection reports its own first. */
  async function scans(): Promise<Map<string, number>> {
    for (const connection of connections) await connection.change`select pg_stat_force_next_flush()`
    const rows = await connections[0].rows(z.object({ name: z.string(), scans: z.number() }))`
      select pg_stat_user_tables.relname as name, seq_scan as scans
      from pg_stat_user_tables join pg_class on pg_class.oid = relid where reltuples > 10000`
    return new Map(rows.map(({ name, scans }) => [name, scans]))
  }
  const findings: string[] = []
  for (const { name, ask } of queries) {
    const before = await scans()
    // After the fifth execution PostgreSQL may switch to a generic plan.
    for (let time = 0; time < 7; time += 1) await ask()
    const after = await scans()
    const scannedTables = [...after]
      .filter(([table, count]) => count > (before.get(table) ?? 0))
      .map(([table]) => table)
    if (scannedTables.length) findings.push(`${name} (${scannedTables.join(', ')})`)
  }
  return findings
}
