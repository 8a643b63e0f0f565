import type { RunningJob } from './task.ts'

/**
 * Works for one after another, such as a job does for each company, so that the trouble of one holds up none of the others: it is
 * logged with the ids of what it concerns, and at the end the job fails and is tried again.
 */
export function eachAlone({ log, stopping }: Pick<RunningJob, 'log' | 'stopping'>, message: string) {
  const errors: unknown[] = []
  return {
    /** Returns those that failed. */
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
    /** Throws what failed, after all the others are done. */
    end(): void {
      if (errors.length > 1) throw new AggregateError(errors, message)
      if (errors.length) throw errors[0]
    },
  }
}

/** Names and the like are left out of the log. */
const idsOf = (item: object) => Object.fromEntries(Object.entries(item).filter(([name]) => name.endsWith('_id')))
