import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { freeAt, lockPlace, reserve, unreserve } from './stock.sql.ts'

/** Where addresses are interchangeable: one stock for each region and access way. */
export interface Place {
  regionId: string
  accessWayId: string
}

export interface Wanted extends Place {
  count: number
}

const keyOf = ({ regionId, accessWayId }: Place) => `${regionId} ${accessWayId}`

/** Each place once, always in one order: two that want several places wait for each other and never in a circle. */
export function inLockOrder(wanted: readonly Wanted[]): Wanted[] {
  const byPlace = new Map<string, Wanted>()
  for (const each of wanted) {
    const known = byPlace.get(keyOf(each))
    byPlace.set(keyOf(each), { ...each, count: each.count + (known?.count ?? 0) })
  }
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/**
 * Promises free addresses that nobody has been promised, in a transaction of the system's. Throws -49006 with how many
 * are left where there are too few; the transaction, or its savepoint, has to go with it.
 */
export async function reserveAddresses(transaction: Database, wanted: readonly Wanted[]): Promise<void> {
  for (const each of inLockOrder(wanted))
    if (!(await reserve(transaction, each))) throw new Refusal(-49006, (await addressesLeft(transaction, [each]))(each))
}

/** What was promised is free for others again. */
export async function unreserveAddresses(transaction: Database, wanted: readonly Wanted[]): Promise<void> {
  for (const each of inLockOrder(wanted))
    if (!(await unreserve(transaction, each)))
      throw new Error(`no ${each.count} addresses are reserved at ${keyOf(each)}`)
}

/** Before lines are locked whose addresses may be given up: stock comes first in the order of locks. */
export async function lockStock(transaction: Database, places: readonly Place[]): Promise<void> {
  for (const place of inLockOrder(places.map(each => ({ ...each, count: 0 })))) await lockPlace(transaction, place)
}

/** How many can be promised at each of these places; 0 where none has ever been stocked. */
export async function addressesLeft(database: Database, places: readonly Place[]): Promise<(place: Place) => number> {
  const rows = places.length ? await freeAt(database, inLockOrder(places.map(each => ({ ...each, count: 0 })))) : []
  const left = new Map(rows.map(row => [keyOf({ regionId: row.region_id, accessWayId: row.access_way_id }), row.left]))
  return place => left.get(keyOf(place)) ?? 0
}
