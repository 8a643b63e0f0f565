import sql, { join, raw } from 'sql-template-tag'
import type { Database } from '#server/database/database.ts'
import { foldCounters } from '#server/jobs/fold-counters.ts'
import type { Company, Room } from './room.ts'

/** Fills every room of every company, and says how long each took. */
export async function fillRooms(system: Database, rooms: Room[], companies: Company[]): Promise<void> {
  const tables = rooms.flatMap(room => room.tables)
  const indexes = await system.rows<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and indrelid = any(${tables}::regclass[])`)
  await together(system, async database => {
    for (const { name } of indexes) await database.change(sql`drop index ${raw(name)}`)
    for (const room of rooms) {
      const began = performance.now()
      for (const company of companies) await room.fill(database, company)
      console.log(`  ${room.tables.join(', ')}: ${secondsSince(began)}`)
    }
    const began = performance.now()
    for (const { definition } of indexes) await database.change(sql`${raw(definition)}`)
    console.log(`  indexes: ${secondsSince(began)}`)
  })
}

const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** One transaction, with memory for the indexes. */
const together = (system: Database, work: (database: Database) => Promise<void>) =>
  system.transaction(async transaction => {
    await transaction.row(sql`select set_config('maintenance_work_mem', '256MB', true)`)
    await work(transaction)
  })

/** As a database in use is: its counters folded, its tables known to the planner. */
export async function settle(system: Database): Promise<void> {
  await foldCounters({ system }, { stopping: new AbortController().signal })
  const tables = await system.rows<{ name: string }>(sql`
    select relid::regclass::text as name from pg_stat_user_tables where schemaname = 'public'`)
  for (const { name } of tables) await system.change(sql`vacuum analyze ${join([raw(name)])}`)
}
