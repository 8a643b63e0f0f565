import type { WorkerEvents } from 'graphile-worker'

/**
 * How many jobs of a lane one process runs at a time, so that whatever keeps those of one lane waiting holds up no other lane,
 * and codes least of all.
 */
export const outsideLanes = {
  /** Asks the payment gateways, which may take ten seconds to say nothing. */
  payments: 3,
  /** Looks again at people whom a directory's callbacks have named: leavers are among them. */
  directories: 2,
  /** Sends to the receivers that companies have named; each of the four kinds runs once at a time, for as long as there is work. */
  deliveries: 4,
  /** Waits for other servers or works through many rows, for less than a minute as a rule. */
  slow: 3,
  /** May take minutes or hours. */
  long: 2,
}
export type OutsideLane = keyof typeof outsideLanes
/** A quick job needs the database alone, or sends the short message that somebody waits for. */
export type Lane = 'quick' | OutsideLane
const names = Object.keys(outsideLanes) as OutsideLane[]

/** Places that no lane takes from quick jobs. */
const leftToQuick = 3
/** The number of jobs that run at once in one process. */
export const concurrency = leftToQuick + Object.values(outsideLanes).reduce((sum, places) => sum + places)

/** The mark by which the queue keeps the lane with a job. */
export const flagsOf = (lane: Lane): string[] | null => (lane === 'quick' ? null : [lane])

interface Watched {
  /** Called by the library before each question for a job; returns the marks of the lanes that are full. */
  forbiddenFlags(): OutsideLane[]
  watch(events: WorkerEvents): void
}

/**
 * Keeps the lanes of one runner. A question that may be answered with a job of a lane holds a place of it until the answer has
 * come: otherwise all workers, which ask at the same moment after a start, could get jobs of the same lane.
 */
export function keepLanes(): Watched {
  const taken: Record<OutsideLane, number> = { payments: 0, directories: 0, deliveries: 0, slow: 0, long: 0 }
  /** What each question holds, in the order of the questions, until the library says which worker has asked. */
  const asked: OutsideLane[][] = []
  const held = new Map<unknown, OutsideLane[]>()
  const giveBack = (worker: unknown) => {
    for (const lane of held.get(worker) ?? []) taken[lane] -= 1
    held.delete(worker)
  }
  return {
    forbiddenFlags() {
      const open = names.filter(lane => taken[lane] < outsideLanes[lane])
      for (const lane of open) taken[lane] += 1
      asked.push(open)
      return names.filter(lane => !open.includes(lane))
    },
    watch(events) {
      events.on('worker:getJob:start', ({ worker }) => held.set(worker, asked.shift() ?? []))
      events.on('worker:getJob:empty', ({ worker }) => giveBack(worker))
      events.on('worker:getJob:error', ({ worker }) => giveBack(worker))
      events.on('job:start', ({ worker, job }) => {
        giveBack(worker)
        const own = names.filter(lane => job.flags?.[lane])
        for (const lane of own) taken[lane] += 1
        held.set(worker, own)
      })
      events.on('job:complete', ({ worker }) => giveBack(worker))
    },
  }
}
