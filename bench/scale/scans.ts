import sql from 'sql-template-tag'
import type { Portal } from '#server/portal.ts'
import { send } from './measure.ts'
import type { Company, Room } from './room.ts'

/** The calls that make PostgreSQL read a large table from end to end, each with the table. The portal has one connection of each kind. */
export async function sequentialScans(portal: Portal, rooms: Room[], company: Company): Promise<string[]> {
  const { services } = portal
  const flush = sql`select pg_stat_force_next_flush()::text as done`
  /** Scans of each large table so far; both connections report first what they have done. */
  async function scans(): Promise<Map<string, number>> {
    await services.companyDatabase(company.id).row(flush)
    await services.system.row(flush)
    const rows = await services.system.rows<{ name: string; scans: number }>(sql`
      select pg_stat_user_tables.relname as name, seq_scan as scans
      from pg_stat_user_tables join pg_class on pg_class.oid = relid where reltuples > 10000`)
    return new Map(rows.map(({ name, scans }) => [name, scans]))
  }
  const found: string[] = []
  for (const room of rooms)
    for (const asked of await room.calls(services.system, company)) {
      const before = await scans()
      // Past the fifth time a statement may be planned for all values alike.
      for (let time = 0; time < 7; time += 1) await send(portal, company, asked)
      const after = await scans()
      const read = [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).map(([name]) => name)
      if (read.length) found.push(`${asked.name} (${read.join(', ')})`)
    }
  return found
}
