import sql, { raw, type Sql } from 'sql-template-tag'
import { retention } from '#server/core/retention.ts'
import type { Database } from '#server/database/database.ts'
import { removeUnusedFiles } from '#server/engines/files/unused.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Storage } from '#server/integrations/storage/storage.ts'

/** A batch of this size takes some milliseconds, so nobody waits behind its locks. */
const batch = 2_000
/** A flood is swept over several hours rather than in one. */
const batchesEachRun = 200

/** Each statement removes one batch of what has had its time; if two replicas sweep at once, they share the rows. */
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
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  const removed: Record<string, number> = {}
  for (const [table, statement] of outdated) {
    let total = 0
    for (let round = 0; round < batchesEachRun && !stopping.aborted; round++) {
      const count = await system.change`${statement}`
      total += count
      if (count < batch) break
    }
    if (total) removed[table] = (removed[table] ?? 0) + total
  }
  const files = await removeUnusedFiles({ system, storage }, stopping)
  if (files) removed.stored_file = files
  if (Object.keys(removed).length) log.info({ removed }, '已清理过期数据')
}
