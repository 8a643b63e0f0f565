import { join, raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { foldCounters } from '#server/engines/counters/fold-counters.ts'
import type { BenchModule, Company } from './bench-module.ts'

/** Fills the tables of every module for every company, and prints how long each module took. */
export async function fillModules(system: Database, modules: BenchModule[], companies: Company[]): Promise<void> {
  const tables = modules.flatMap(module => module.tables)
  const indexes = await system.rows(z.object({ name: z.string(), definition: z.string() }))`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid join pg_am on pg_am.oid = relam
    where amname = 'gin' and indrelid = any(${tables}::regclass[])`
  await inOneTransaction(system, async database => {
    for (const { name } of indexes) await database.change`drop index ${raw(name)}`
    for (const module of modules) {
      const began = performance.now()
      for (const company of companies) await module.fill(database, company)
      console.log(`  ${module.tables.join(', ')}: ${secondsSince(began)}`)
    }
    const began = performance.now()
    for (const { definition } of indexes) await database.change`${raw(definition)}`
    console.log(`  indexes: ${secondsSince(began)}`)
  })
}

const secondsSince = (began: number) => `${((performance.now() - began) / 1000).toFixed(0)} s`

/** Runs `work` in one transaction with enough memory to build the indexes. */
const inOneTransaction = (system: Database, work: (database: Database) => Promise<void>) =>
  system.transaction(async transaction => {
    await transaction.change`select set_config('maintenance_work_mem', '256MB', true)`
    await work(transaction)
  })

/** Folds the counters and gathers statistics, so that the database is like one in use. */
export async function settle(system: Database): Promise<void> {
  await foldCounters({ system }, { stopping: new AbortController().signal })
  const tables = await system.rows(
    z.object({ name: z.string() }),
  )`select relid::regclass::text as name from pg_stat_user_tables where schemaname = 'public'`
  for (const { name } of tables) await system.change`vacuum analyze ${join([raw(name)])}`
}
