import { raw } from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

const definition = z.object({ owner: z.string(), name: z.string(), definition: z.string() })

/**
 * Runs `work` while the tables have only their keys: building an index or checking a foreign key for all rows together takes a
 * tenth of the time. No client waits for a change meanwhile, so none is notified, and `work` counts orders immediately.
 */
export async function inBulk(system: Database, tables: string[], work: () => Promise<void>): Promise<void> {
  const indexes = await system.rows(definition)`
    select indrelid::regclass::text as owner, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = any(${tables}::regclass[])
      and not exists (select from pg_constraint where conindid = indexrelid)`
  const references = await system.rows(definition)`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conrelid = any(${tables}::regclass[])`
  const perRow = await system.rows(definition)`
    select tgrelid::regclass::text as owner, tgname as name, '' as definition
    from pg_trigger where tgrelid = any(${tables}::regclass[])
      and (tgname ~ '^(company_changed|leave_webhook_messages)' or (tgrelid, tgname) = ('shop_order'::regclass, 'count_added'))`
  for (const { owner, name } of references) await system.change`${raw(`alter table ${owner} drop constraint ${name}`)}`
  for (const { name } of indexes) await system.change`${raw(`drop index ${name}`)}`
  for (const { owner, name } of perRow) await system.change`${raw(`alter table ${owner} disable trigger ${name}`)}`
  await work()
  for (const { owner, name } of perRow) await system.change`${raw(`alter table ${owner} enable trigger ${name}`)}`
  await timed('indexes', async () => {
    for (const { definition } of indexes) await system.change`${raw(definition)}`
  })
  await timed('references', async () => {
    for (const { owner, name, definition } of references)
      await system.change`${raw(`alter table ${owner} add constraint ${name} ${definition}`)}`
  })
}

/** Prints how long a step of the filling took, and what it returned. */
export async function timed<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await step()
  const rows = typeof result === 'number' ? `${result} rows in ` : ''
  console.log(`  ${name}: ${rows}${((performance.now() - began) / 1000).toFixed(0)} s`)
  return result
}
