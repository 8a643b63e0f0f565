import type { RunningJob } from './task.ts'

/**
 * Processes items one after the other, such as a job's companies, so that one failure does not hold up the rest: it is logged with
 * the ids of its item, and at the end the job fails and is retried.
 */
export function forEachIsolated({ log, stopping }: Pick<RunningJob, 'log' | 'stopping'>, message: string) {
  const errors: unknown[] = []
  return {
    /** Returns the failed items. */
    async run<Item extends object>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<Item[]> {
      const failed: Item[] = []
      for (const item of items) {
        if (stopping.aborted) break
        try {
          await work(item)
        } catch (error) {
          log.error({ err: error, ...idsOf(item) }, message)
          errors.push(error)
          failed.push(item)
        }
      }
      return failed
    },
    /** Throws if any item failed, after all others are done. */
    end(): void {
      if (errors.length > 1) throw new AggregateError(errors, message)
      if (errors.length) throw errors[0]
    },
  }
}

/** Names and the like are left out of the log. */
const idsOf = (item: object) => Object.fromEntries(Object.entries(item).filter(([name]) => name.endsWith('_id')))
