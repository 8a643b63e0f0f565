import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { unmet } from '#server/database/insist.ts'
import { freeAt, lockPlace, type Place, reserve, reserveAhead, unreserve } from './stock.sql.ts'

export interface Demand extends Place {
  count: number
}

const keyOf = ({ region_id, access_way_id }: Place) => `${region_id} ${access_way_id}`

/** Each place occurs once, always in the same order, so that two demands for several places never deadlock. */
export function inLockOrder(demands: readonly Demand[]): Demand[] {
  const byPlace = new Map<string, Demand>()
  for (const each of demands) {
    const existing = byPlace.get(keyOf(each))
    byPlace.set(keyOf(each), { ...each, count: each.count + (existing?.count ?? 0) })
  }
  return [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, each]) => each)
}

/**
 * Reserves free, unreserved addresses, in a transaction of the system's. Where too few are left it throws -49006 with how many
 * there are, and the transaction, or its savepoint, has to be rolled back.
 */
export async function reserveAddresses(transaction: Database, demands: readonly Demand[]): Promise<void> {
  for (const each of inLockOrder(demands))
    if (!(await reserve(transaction, each))) throw new Refusal(-49006, (await addressesLeft(transaction, [each]))(each))
}

const unreserved = 'addresses '

/**
 * Does the same as the last statement of a transaction, sent together with its commit: a place is then locked only for as long as
 * the commit takes. Where too few are left the transaction fails, and `refusalOfReservation` returns why.
 */
export async function reserveAddressesAtLast(transaction: Database, demands: readonly Demand[]): Promise<void> {
  for (const each of inLockOrder(demands)) await reserveAhead(transaction, each, unreserved + keyOf(each))
}

/**
 * Returns how many are left where a transaction of `reserveAddressesAtLast` found too few. Returns undefined for other errors, and
 * where there are enough by now.
 */
export async function refusalOfReservation(
  database: Database,
  error: unknown,
  demands: readonly Demand[],
): Promise<Refusal | undefined> {
  const what = unmet(error)
  const short = inLockOrder(demands).find(each => unreserved + keyOf(each) === what)
  if (!short) return undefined
  const left = (await addressesLeft(database, [short]))(short)
  return left < short.count ? new Refusal(-49006, left) : undefined
}

/** Releases reserved addresses. */
export async function unreserveAddresses(transaction: Database, demands: readonly Demand[]): Promise<void> {
  for (const each of inLockOrder(demands))
    if (!(await unreserve(transaction, each)))
      throw new Error(`no ${each.count} addresses are reserved at ${keyOf(each)}`)
}

/** Called before lines are locked whose addresses may be given up, as stock is first in the order of locks. */
export async function lockStock(transaction: Database, places: readonly Place[]): Promise<void> {
  for (const place of inLockOrder(places.map(each => ({ ...each, count: 0 })))) await lockPlace(transaction, place)
}

/** Returns how many addresses can be reserved at each of these places: 0 where none has ever been stocked. */
export async function addressesLeft(database: Database, places: readonly Place[]): Promise<(place: Place) => number> {
  const rows = places.length ? await freeAt(database, inLockOrder(places.map(each => ({ ...each, count: 0 })))) : []
  const left = new Map(rows.map(row => [keyOf(row), row.left]))
  return place => left.get(keyOf(place)) ?? 0
}
