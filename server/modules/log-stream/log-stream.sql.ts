import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { logStream } from '#contract/records/log-stream.ts'
import type { Database } from '#server/database/database.ts'
import { isFree, leaseFor } from '#server/engines/streams/progress.sql.ts'

const columns = sql`host, port, ca, state, position::double precision as position, failing_since, next_attempt_at, problem, sent_at`

export const findLogStream = (database: Database, companyId: string) =>
  database.row(logStream.schema)`select ${columns} from log_stream where company_id = ${companyId}`

/** Locks the stream, so that of two concurrent changes the second finds the first's result. */
export const lockLogStream = (database: Database, companyId: string) =>
  database.row(logStream.schema)`select ${columns} from log_stream where company_id = ${companyId} for no key update`

interface Receiver {
  host: string
  port: number
  ca: string | null
  state: 'active' | 'off' | 'paused'
}

/** If two requests set it concurrently for the first time, the second changes the row of the first. */
export const insertLogStream = (database: Database, companyId: string, receiver: Receiver, position: number) =>
  database.change`
  insert into log_stream (company_id, host, port, ca, state, position)
  values (${companyId}, ${receiver.host}, ${receiver.port}, ${receiver.ca}, ${receiver.state}, ${position})
  on conflict (company_id) do update set host = excluded.host, port = excluded.port, ca = excluded.ca, state = excluded.state,
    lease = null, leased_until = null`

/** Starts again immediately. Entries that are being sent to the former receiver are sent again: the lease is gone. */
export const updateLogStream = (database: Database, companyId: string, { host, port, ca, state }: Receiver) =>
  database.change`
  update log_stream set host = ${host}, port = ${port}, ca = ${ca}, state = ${state}, attempts = 0, failing_since = null,
    next_attempt_at = null, problem = null, looked_at = null, lease = null, leased_until = null
  where company_id = ${companyId}`

const removed = z.object({ host: z.string() })

export const deleteLogStream = (database: Database, companyId: string) =>
  database.row(removed)`delete from log_stream where company_id = ${companyId} returning host`

const leased = z.object({
  company_id: id,
  host: z.string(),
  port: z.int(),
  ca: z.string().nullable(),
  position: z.int(),
})
export type Leased = z.output<typeof leased>

const clock = z.object({ at: z.string() })

/** Returns the time by the clock that `looked_at` is written with, and with the same precision. */
export const databaseNow = async (system: Database): Promise<string> =>
  (await system.row(clock)`select now()::timestamptz(3)::text as at`)?.at ?? 'now'

/** Takes streams that this run has not handled, those first that have waited longest. Guard: the lease. */
export const leaseLogStreams = (system: Database, lease: string, { since, most }: { since: string; most: number }) =>
  system.rows(leased)`
  update log_stream set lease = ${lease}, leased_until = ${leaseFor}, looked_at = now()
  where company_id in (
    select company_id from log_stream
    where state = 'active' and ${isFree} and (looked_at is null or looked_at < ${since}::timestamptz)
    order by looked_at nulls first limit ${most} for update skip locked)
  returning company_id, host, port, ca, position::double precision as position`

/** Guard: the state, so that it is reported once, and not after it was repaired. */
export const pauseLogStream = async (system: Database, { company_id }: Leased, lease: string): Promise<boolean> =>
  (await system.change`
    update log_stream set state = 'paused', next_attempt_at = null
    where company_id = ${company_id} and state = 'active' and lease = ${lease} and failing_since is not null`) === 1

const due = z.object({ at: instant.nullable() })

/** Returns the time of the next attempt of the streams that failed; undefined when none did. */
export const nextRepetition = async (system: Database): Promise<Date | undefined> => {
  const next = await system.row(due)`select min(next_attempt_at) as at from log_stream where state = 'active'`
  return next?.at ? new Date(next.at) : undefined
}
