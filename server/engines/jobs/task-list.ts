import type { TaskList } from 'graphile-worker'
import type { Logger } from 'pino'
import { type ClockOutcomes, clockOutcome } from './clock.ts'
import { removeFailedRuns } from './failed.ts'
import type { Task, TaskServices } from './task.ts'

/** Returns what the library runs for each kind of job in this process. */
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
        // The library's clock and a former version queue jobs without the mark of their lane, and these get it now.
        if (kind.lane !== 'quick' && !job.flags?.[kind.lane])
          return jobs.enqueue(system, kind, payload as object, { attempts, ...(job.key !== null && { key: job.key }) })
        const running = {
          id: job.id,
          attempt: job.attempts,
          lastAttempt: job.attempts >= attempts,
          stopping: abortSignal,
          log: log.child({ job: job.id, task: kind.name }),
        }
        const work = () => run(services, payload, running)
        if (!schedule) return work()
        const watched = async () => {
          await removeFailedRuns(system, kind.name)
          try {
            await work()
            outcomes?.succeeded(clockOutcome(kind.name))
          } catch (error) {
            // What went wrong stands in the log and beside the failed job; alerts leave the house.
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

/** Milliseconds after which the library, too, takes a job for abandoned. */
const longestRun = 4 * 3_600_000

/**
 * Lets one run of a kind be under way: when the clock or an event starts another meanwhile, `again` is called once the first has
 * ended. Otherwise a run that takes minutes would be joined by another each minute, until they hold all places. A run that hangs
 * stops its kind for `longestRun` and not for as long as the process lives.
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
