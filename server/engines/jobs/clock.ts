import { parseCrontab } from 'graphile-worker'
import type { Database } from '#server/database/database.ts'
import type { Lane } from './lanes.ts'

/** The properties of a task that the schedule needs. */
export interface ClockTask {
  kind: { name: string; lane: Lane }
  schedule: { cron: string; attempts: number } | undefined
}

/** Returns the crontab of the scheduled tasks. Each is queued at most once, regardless of the number of replicas. */
export const crontabOf = (tasks: readonly ClockTask[]): string =>
  tasks
    .flatMap(({ kind: { name }, schedule }) =>
      schedule ? [`${schedule.cron} ${name} ?jobKey=${name}&max=${schedule.attempts}`] : [],
    )
    .join('\n')

/** Returns the name under which a scheduled task's outcomes are stored, beside those of external services. */
export const clockOutcome = (task: string) => `task:${task}`

/** Records how the runs of scheduled tasks end. */
export interface ClockOutcomes {
  succeeded(name: string): void
  failed(name: string, failure: string): void
}

/**
 * Begins to watch the scheduled tasks, and starts over if the clock has stood still for an hour: starting a portal that was stopped
 * for days must not report its nightly tasks as overdue.
 */
export async function watchClock(database: Database, tasks: readonly ClockTask[]): Promise<void> {
  const names = tasks.flatMap(({ kind, schedule }) => (schedule ? [clockOutcome(kind.name)] : []))
  await database.change`
    insert into service_outcome (name) select unnest(${names.toSorted()}::text[])
    on conflict (name) do update set watched_since = now()
    where (select max(last_execution) from graphile_worker._private_known_crontabs) < now() - interval '1 hour'`
}

const [minute, hour] = [60_000, 3_600_000]
/** Milliseconds that a task of the long lane may take, including waiting for the previous one. */
const longRun = 4 * hour

/**
 * Returns the time, in milliseconds since 1970, by which a task that last succeeded at `since` must have succeeded again: an hour
 * after its next run, or at the run after that, whichever comes first.
 */
export function expectedAfter({ kind, schedule }: ClockTask, since: number): number {
  const [item] = parseCrontab(`${schedule?.cron} ${kind.name}`)
  const starts = (at: number) => item?.match(digestOf(new Date(at)))
  let first = Math.floor(since / minute) * minute + minute
  while (!starts(first)) first += minute
  if (kind.lane === 'long') return first + longRun
  let second = first + minute
  while (second < first + hour && !starts(second)) second += minute
  return second
}

/** The library's cron is in UTC. */
const digestOf = (at: Date) => ({
  min: at.getUTCMinutes(),
  hour: at.getUTCHours(),
  date: at.getUTCDate(),
  month: at.getUTCMonth() + 1,
  dow: at.getUTCDay(),
})
