import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Database } from './database.ts'

export interface Limit {
  max: number
  seconds: number
}

/** Returns the beginning of the current window of the given length. A day begins at midnight in China. */
export const windowStart = (seconds: Sql): Sql => sql`
  date_bin(make_interval(secs => ${seconds}), now(), timestamptz '2000-01-01 00:00:00+08')`

const firstWindow = Date.parse('2000-01-01T00:00:00+08:00') / 1000
/** Returns the seconds left in the current window of the given length, by this process's clock. */
export const secondsLeft = (seconds: number): number =>
  seconds - (Math.floor(Date.now() / 1000 - firstWindow) % seconds)

const counter = z.object({ hits: z.int() })

/** Counts a hit of `key` in the current window, across all replicas. Returns the number of hits. */
export async function countHit(database: Database, key: string, seconds: number): Promise<number> {
  const counted = await database.row(counter)`
    insert into limit_counter as counter (key, window_start, hits)
    values (${key}, ${windowStart(sql`${seconds}::integer`)}, 1)
    on conflict (key, window_start) do update set hits = counter.hits + 1
    returning hits`
  return counted?.hits ?? 0
}

/** Returns the number of hits of `key` in the current window without adding one. */
export async function hitsOf(database: Database, key: string, seconds: number): Promise<number> {
  const counted = await database.row(counter)`
    select hits from limit_counter where key = ${key} and window_start = ${windowStart(sql`${seconds}::integer`)}`
  return counted?.hits ?? 0
}

/**
 * Reports whether `key` stays within its limit, counting this hit. Windows are fixed, so a limit of n lets at most 2n through
 * around the boundary of two windows.
 */
export async function withinLimit(database: Database, key: string, limit: Limit): Promise<boolean> {
  return (await countHit(database, key, limit.seconds)) <= limit.max
}

/** Refuses with 429 once `key` is over its limit. */
export async function hitLimit(database: Database, key: string, limit: Limit): Promise<void> {
  if (!(await withinLimit(database, key, limit))) throw new Refusal(429, null, undefined, secondsLeft(limit.seconds))
}

/** Refuses with 429 once the address has done `what` too often. All addresses of an IPv6 network count as one. */
export const hitAddressLimit = (database: Database, what: string, ip: string, limit: Limit): Promise<void> =>
  hitLimit(database, `${what}:${addressKey(ip)}`, limit)
