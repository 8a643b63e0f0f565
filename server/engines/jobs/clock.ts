import { parseCrontab } from 'graphile-worker'
import type { Database } from '#server/database/database.ts'
import type { Lane } from './lanes.ts'

/** What is known of a task here, which is less than all that a task may use. */
export interface ClockTask {
  kind: { name: string; lane: Lane }
  schedule: { cron: string; attempts: number } | undefined
}

/** Queues a task that the clock starts. It waits in the queue once, however many replicas there are. */
export const crontabOf = (tasks: readonly ClockTask[]): string =>
  tasks
    .flatMap(({ kind: { name }, schedule }) =>
      schedule ? [`${schedule.cron} ${name} ?jobKey=${name}&max=${schedule.attempts}`] : [],
    )
    .join('\n')

/** The name under which the outcomes of a task that the clock starts are kept, beside those of other servers. */
export const clockOutcome = (task: string) => `task:${task}`

/** Takes notes of how the runs of such a task end. */
export interface ClockOutcomes {
  succeeded(name: string): void
  failed(name: string, failure: string): void
}

/**
 * Begins to watch the tasks that the clock starts, and watches them anew after the clock has stood for an hour: whoever starts a
 * portal that was stopped for days must not be told that the nightly tasks have not been done.
 */
export async function watchClock(database: Database, tasks: readonly ClockTask[]): Promise<void> {
  const names = tasks.flatMap(({ kind, schedule }) => (schedule ? [clockOutcome(kind.name)] : []))
  await database.change`
    insert into service_outcome (name) select unnest(${names.toSorted()}::text[])
    on conflict (name) do update set watched_since = now()
    where (select max(last_execution) from graphile_worker._private_known_crontabs) < now() - interval '1 hour'`
}

const [minute, hour] = [60_000, 3_600_000]
/** Milliseconds that a task of the long lane may take, and wait for the one before it. */
const longRun = 4 * hour

/**
 * Returns by when a task that last succeeded at `since` must have done so again, in milliseconds since 1970: when its next run is an
 * hour old or the one after it begins, whichever comes first.
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
