import type { Sql } from 'sql-template-tag'
import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'

/** A row that stores how far a log was sent: its table, and the condition that finds it. */
export interface Stream {
  table: Sql
  row: Sql
}

/** Seconds after which another process goes on, longer than one batch takes. */
const leaseSeconds = 60
/** The longest interval between two attempts in milliseconds. */
const longestWait = 3600 * 1000

export const leaseFor = sql`now() + make_interval(secs => ${leaseSeconds})`

/** Streams that no process is sending and whose wait after a failure is over. */
export const isFree = sql`(leased_until is null or leased_until <= now())
  and (next_attempt_at is null or next_attempt_at <= now())`

interface Step {
  from: number
  to: number
}

/**
 * Advances the position. Guard: the lease, which is lost by a change of the receiver or to a process that has taken over; the lines
 * are then sent again, rather than skipped.
 */
export const noteSent = async (database: Database, { table, row }: Stream, lease: string, { from, to }: Step) =>
  (await database.change`
    update ${table} set position = ${to}, attempts = 0, failing_since = null, next_attempt_at = null, problem = null,
      sent_at = now(), leased_until = ${leaseFor}
    where ${row} and lease = ${lease} and position = ${from}`) === 1

const failed = z.object({ failing_days: z.number() })

/** Whether the lease still holds, which a change of the receiver, switching off or another process ends. */
export const holdsLease = async (database: Database, { table, row }: Stream, lease: string) =>
  (await database.row(z.object({}))`select from ${table} where ${row} and lease = ${lease}`) !== undefined

/** Records a failure and doubles the wait. Returns the days for which it has been failing; undefined without the lease. */
export const noteFailure = async (
  database: Database,
  { table, row }: Stream,
  lease: string,
  { problem, firstWait }: { problem: string; firstWait: number },
) =>
  (
    await database.row(failed)`
    update ${table} set attempts = attempts + 1, failing_since = coalesce(failing_since, now()), problem = ${problem},
      leased_until = null, next_attempt_at = now() + make_interval(
        secs => least(${longestWait}::float, ${firstWait}::float * power(2, least(attempts, 30))) / 1000)
    where ${row} and lease = ${lease}
    returning (extract(epoch from now() - failing_since) / 86400)::double precision as failing_days`
  )?.failing_days

export const releaseStream = (database: Database, { table, row }: Stream, lease: string) =>
  database.change`update ${table} set leased_until = null where ${row} and lease = ${lease}`
