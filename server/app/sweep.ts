import sql, { raw, type Sql } from 'sql-template-tag'
import { retention } from '#server/core/retention.ts'
import type { Database } from '#server/database/database.ts'
import { values } from '#server/database/values.ts'
import { removeUnusedFiles } from '#server/engines/files/unused.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** A batch of this size takes some milliseconds, so nobody waits behind its locks. */
const batch = 2_000
/** The most batches per table and run, 400,000 rows: a flood is swept over several hours instead of at once. */
const batchesEachRun = 200

/** Each statement removes one batch of expired rows; replicas that sweep concurrently share the rows. */
const outdated: [table: string, statement: Sql][] = Object.entries(retention).flatMap(([table, entry]) =>
  (entry.kept === 'days' ? entry.rules : []).map(({ days, since, where = 'true' }): [string, Sql] => [
    table,
    sql`
      delete from ${raw(table)} where ctid = any(array(select ctid from ${raw(table)}
        where ${raw(since)} < now() - make_interval(days => ${days}::integer) and ${raw(where)}
        limit ${batch} for update skip locked))`,
  ]),
)

/** Removes outdated rows. It runs hourly, and a second run does no harm. */
export async function sweep(
  { system, storage }: { system: Database; storage: Storage },
  { log, stopping, batches = batchesEachRun }: Pick<RunningJob, 'log' | 'stopping'> & { batches?: number },
): Promise<void> {
  const swept: Record<string, Swept> = {}
  const alone = forEachIsolated({ log, stopping }, '有表没能清理过期数据')
  await alone.run(outdated, async ([table, statement]) => {
    swept[table] ??= { removed: 0, caughtUp: true }
    const progress = swept[table]
    let caughtUp = false
    try {
      for (let round = 0; round < batches && !stopping.aborted && !caughtUp; round++) {
        const count = await system.change`${statement}`
        progress.removed += count
        caughtUp = count < batch
      }
    } catch (error) {
      throw new Error(`the sweep of ${table} failed`, { cause: error })
    } finally {
      progress.caughtUp &&= caughtUp
    }
  })
  await recordSweep(system, swept)
  const files = await removeUnusedFiles({ system, storage }, stopping)
  const removed = Object.entries(swept).flatMap(([table, { removed }]) => (removed ? [[table, removed] as const] : []))
  if (files || removed.length)
    log.info(
      { removed: Object.fromEntries([...removed, ...(files ? [['stored_file', files]] : [])]) },
      '已清理过期数据',
    )
  alone.end()
}

interface Swept {
  removed: number
  /** False if the limit of one run left rows for the next. */
  caughtUp: boolean
}

const recordSweep = (system: Database, swept: Record<string, Swept>) =>
  system.change`
    insert into sweep (name, removed, caught_up_at)
    select name, removed, case when caught_up then now() end
    from ${values(
      Object.entries(swept).map(([name, { removed, caughtUp }]) => ({ name, removed, caught_up: caughtUp })),
      { name: 'text', removed: 'bigint', caught_up: 'boolean' },
    )}
    on conflict (name) do update set removed = excluded.removed, ran_at = excluded.ran_at,
      caught_up_at = coalesce(excluded.caught_up_at, sweep.caught_up_at)`
