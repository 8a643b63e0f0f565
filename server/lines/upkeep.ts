import type { Database } from '../database/database.ts'
import type { RunningJob, TaskServices } from '../jobs/tasks.ts'
import { systemName } from '../orders/orders.ts'
import { lockStock, unreserveAddresses } from './stock.ts'
import {
  coolAddresses,
  cooledPlaces,
  freeCooled,
  linesOver,
  lockOver,
  logReleases,
  type Over,
  releaseOver,
} from './upkeep.sql.ts'

type Job = Pick<RunningJob, 'log' | 'stopping'>

/** Few enough for a transaction of some ten milliseconds. */
const batch = 100

/**
 * What time does to lines, run each minute: those whose grace is over are released, addresses that have cooled are free.
 * A batch is one transaction with all that follows from it, each change guarded by what it changes: killed in between or
 * run twice, everything happens once.
 */
export async function keepLinesUp({ system }: Pick<TaskServices, 'system'>, { log, stopping }: Job): Promise<void> {
  let released = 0
  while (!stopping.aborted) {
    const over = await linesOver(system, batch)
    if (over.length) released += await system.transaction(transaction => release(transaction, over))
    if (over.length < batch) break
  }
  let freed = 0
  for (const place of await cooledPlaces(system)) freed += await freeAll(system, place, stopping)
  if (released || freed) log.info({ released, freed }, '已释放到期专线与冷却地址')
}

const placeOf = ({ region_id, access_way_id }: Pick<Over, 'region_id' | 'access_way_id'>) => ({
  regionId: region_id,
  accessWayId: access_way_id,
})

/** Stock, then lines, then addresses. A line without an address gives back what was promised to it. */
async function release(transaction: Database, over: Over[]): Promise<number> {
  await lockStock(transaction, over.map(placeOf))
  const locked = await lockOver(
    transaction,
    over.map(({ id }) => id),
  )
  const released = await releaseOver(
    transaction,
    locked.map(({ id }) => id),
  )
  await unreserveAddresses(
    transaction,
    released.filter(line => !line.ip_address_id).map(line => ({ ...placeOf(line), count: 1 })),
  )
  const addresses = released.flatMap(({ ip_address_id }) => ip_address_id ?? [])
  if ((await coolAddresses(transaction, addresses)) !== addresses.length)
    throw new Error('the address of a line was not bound')
  await logReleases(transaction, released, systemName, '到期未续费')
  return released.length
}

async function freeAll(
  system: Database,
  place: Pick<Over, 'region_id' | 'access_way_id'>,
  stopping: AbortSignal,
): Promise<number> {
  let freed = 0
  while (!stopping.aborted) {
    const count = await system.transaction(async transaction => {
      await lockStock(transaction, [placeOf(place)])
      return freeCooled(transaction, place.region_id, place.access_way_id, batch)
    })
    freed += count
    if (count < batch) break
  }
  return freed
}
