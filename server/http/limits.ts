import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { Refusal } from './envelope.ts'

interface Limit {
  max: number
  seconds: number
}

/** Counts one hit of `key` in the current window, for all replicas together; answers how many there are. */
async function countHit(database: Database, key: string, seconds: number): Promise<number> {
  const counted = await database.row<{ hits: number }>(sql`
    insert into limit_counter as counter (key, window_start, hits)
    values (${key}, to_timestamp(floor(extract(epoch from now()) / ${seconds}::integer) * ${seconds}::integer), 1)
    on conflict (key, window_start) do update set hits = counter.hits + 1
    returning hits`)
  return counted?.hits ?? 0
}

/** True while `key` stays within its limit, this hit included. Windows are fixed: a limit of n lets at most 2n through at a seam. */
export async function withinLimit(database: Database, key: string, limit: Limit): Promise<boolean> {
  return (await countHit(database, key, limit.seconds)) <= limit.max
}

/** Refuses with 429 once `key` is over its limit. */
export async function hitLimit(database: Database, key: string, limit: Limit): Promise<void> {
  if (!(await withinLimit(database, key, limit))) throw new Refusal(429)
}
