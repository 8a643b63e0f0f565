import type { Database } from '#server/database/database.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { inBatches } from '#server/engines/jobs/batches.ts'
import { forEachIsolated } from '#server/engines/jobs/for-each-isolated.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import type { Place } from './stock.sql.ts'
import { lockStock, unreserveAddresses } from './stock.ts'
import {
  coolAddresses,
  cooledPlaces,
  freeCooled,
  type LineOver,
  linesOver,
  lockOver,
  logReleases,
  releaseOver,
} from './upkeep.sql.ts'

type Job = Pick<RunningJob, 'log' | 'stopping'>

/** Lines in one batch: few enough for a transaction of some ten milliseconds. */
const batch = 100

/**
 * Runs each minute: releases lines whose grace is over, and frees addresses that have cooled. A batch is one transaction with all
 * its consequences, and each change is guarded by its own condition, so that everything happens once even if a run is killed or
 * repeated.
 */
export async function maintainLines({ system }: Pick<TaskServices, 'system'>, { log, stopping }: Job): Promise<void> {
  let released = 0
  const alone = forEachIsolated({ log, stopping }, '到期专线没有释放，或冷却地址没有放回')
  const failed: string[] = []
  const end = async (lines: LineOver[]) => {
    released += await system.transaction(transaction => release(transaction, lines))
  }
  await inBatches({ stopping, batch }, async () => {
    const over = await linesOver(system, failed, batch)
    if (over.length)
      await end(over).catch(async () => {
        // An error in one line would roll back the whole batch, so each has a separate transaction.
        const own = await alone.run(over, line => end([line]))
        failed.push(...own.map(({ line_id }) => line_id))
      })
    return over.length
  })
  let freed = 0
  await alone.run(await cooledPlaces(system), async place => {
    freed += await freeAll(system, place, stopping)
  })
  if (released || freed) log.info({ released, freed }, '已释放到期专线与冷却地址')
  alone.end()
}

/** Locks stock, then lines, then addresses. A line without an address gives up its reservation. */
async function release(transaction: Database, over: LineOver[]): Promise<number> {
  await lockStock(transaction, over)
  const locked = await lockOver(
    transaction,
    over.map(({ line_id }) => line_id),
  )
  const released = await releaseOver(
    transaction,
    locked.map(({ line_id }) => line_id),
  )
  await unreserveAddresses(
    transaction,
    released.filter(({ address_id }) => !address_id).map(line => ({ ...line, count: 1 })),
  )
  const addresses = released.flatMap(({ address_id }) => address_id ?? [])
  if ((await coolAddresses(transaction, addresses)) !== addresses.length)
    throw new Error('the address of a line was not bound')
  const detail = '到期未续费'
  await logReleases(transaction, released, detail)
  for (const [companyId, lines] of Map.groupBy(released, ({ company_id }) => company_id)) {
    const entries = lines.map(({ line_id: id, name }) => ({ action: 'line.released' as const, id, name, detail }))
    await recordActivity(transaction, companyId, entries)
  }
  return released.length
}

async function freeAll(system: Database, place: Place, stopping: AbortSignal): Promise<number> {
  let freed = 0
  await inBatches({ stopping, batch }, async () => {
    const count = await system.transaction(async transaction => {
      await lockStock(transaction, [place])
      return freeCooled(transaction, place, batch)
    })
    freed += count
    return count
  })
  return freed
}
