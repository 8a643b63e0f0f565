import type { TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { portalActor, runAs } from '../activity/context.ts'
import { type ClockOutcomes, clockOutcome } from './clock.ts'
import { removeFailedRuns } from './failed.ts'
import type { Task, TaskServices } from './task.ts'

/** Returns the library's task functions for each kind of job in this process. */
export function taskList(
  tasks: readonly Task[],
  services: TaskServices,
  log: Logger,
  outcomes?: ClockOutcomes,
): TaskList {
  const { jobs, system } = services
  const alone = onceAtATime()
  return Object.fromEntries(
    tasks.map(({ kind, run, schedule }) => [
      kind.name,
      async (payload, { job, abortSignal }) => {
        const attempts = job.max_attempts
        // The library's cron and older versions queue jobs without the flag of their lane, which is added here.
        if (kind.lane !== 'quick' && !job.flags?.[kind.lane])
          return jobs.enqueue(system, kind, payload as object, { attempts, ...(job.key !== null && { key: job.key }) })
        const running = {
          id: job.id,
          attempt: job.attempts,
          lastAttempt: job.attempts >= attempts,
          stopping: abortSignal,
          log: log.child({ job: job.id, task: kind.name }),
        }
        const work = () => runAs(portalActor.auditName, () => run(services, payload, running))
        if (!schedule) return work()
        const watched = async () => {
          await removeFailedRuns(system, kind.name)
          try {
            await work()
            outcomes?.succeeded(clockOutcome(kind.name))
          } catch (error) {
            // Details are in the log and with the failed job; alerts are sent outside, so they contain none.
            outcomes?.failed(clockOutcome(kind.name), '')
            throw error
          }
        }
        return alone(kind.name, watched, () =>
          jobs.enqueue(system, kind, {}, { key: kind.name, attempts: schedule.attempts }),
        )
      },
    ]),
  )
}

/** Milliseconds after which the library also considers a job abandoned. */
const longestRun = 4 * 3_600_000

/**
 * Allows one concurrent run per kind: if the schedule or an event starts another meanwhile, `again` is called once the first has
 * ended. Otherwise a run of several minutes would be joined by another each minute, until they hold all slots. A hanging run blocks
 * its kind for `longestRun`, not for the life of the process.
 */
export function onceAtATime(now = () => performance.now()) {
  const running = new Map<string, { since: number }>()
  const missed = new Set<string>()
  return async (name: string, work: () => Promise<void>, again: () => Promise<void>): Promise<void> => {
    const before = running.get(name)
    if (before && now() - before.since < longestRun) return void missed.add(name)
    const mine = { since: now() }
    running.set(name, mine)
    try {
      await work()
    } finally {
      if (running.get(name) === mine) {
        running.delete(name)
        if (missed.delete(name)) await again()
      }
    }
  }
}
