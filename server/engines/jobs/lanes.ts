import type { WorkerEvents } from 'graphile-worker'
import { keysOf } from '#contract/typed-keys.ts'

/**
 * The number of jobs per lane that one process runs concurrently, so that whatever delays one lane holds up no other, and least of
 * all the codes.
 */
export const outsideLanes = {
  /** Queries the payment gateways, which may take ten seconds without an answer. */
  payments: 3,
  /** Checks people named by a directory's callbacks, leavers among them. */
  directories: 2,
  /** Sends to companies' receivers; each of the four kinds runs once at a time, for as long as there is work. */
  deliveries: 4,
  /** Waits for other servers or processes many rows, usually for less than a minute. */
  slow: 3,
  /** May take minutes or hours. */
  long: 2,
}
export type OutsideLane = keyof typeof outsideLanes
/** A quick job needs only the database, or sends a text message that a person is waiting for. */
export type Lane = 'quick' | OutsideLane
const names = keysOf(outsideLanes)

/** Slots reserved for quick jobs. */
const leftToQuick = 3
/** The number of jobs that run concurrently in one process. */
export const concurrency = leftToQuick + Object.values(outsideLanes).reduce((sum, places) => sum + places)

/** The flag by which the queue stores a job's lane. */
export const flagsOf = (lane: Lane): string[] | null => (lane === 'quick' ? null : [lane])

interface Watched {
  /** Called by the library before each question for a job; returns the marks of the lanes that are full. */
  forbiddenFlags(): OutsideLane[]
  watch(events: WorkerEvents): void
}

/**
 * Tracks the lanes of one runner. A poll that may return a job of a lane reserves a slot of it until the answer arrives: otherwise
 * all workers, which poll simultaneously after a start, could get jobs of the same lane.
 */
export function keepLanes(): Watched {
  const taken: Record<OutsideLane, number> = { payments: 0, directories: 0, deliveries: 0, slow: 0, long: 0 }
  /** The slots reserved by each poll, in the order of the polls, until the library reports which worker polled. */
  const reserved: OutsideLane[][] = []
  const held = new Map<unknown, OutsideLane[]>()
  const giveBack = (worker: unknown) => {
    for (const lane of held.get(worker) ?? []) taken[lane] -= 1
    held.delete(worker)
  }
  return {
    forbiddenFlags() {
      const open = names.filter(lane => taken[lane] < outsideLanes[lane])
      for (const lane of open) taken[lane] += 1
      reserved.push(open)
      return names.filter(lane => !open.includes(lane))
    },
    watch(events) {
      events.on('worker:getJob:start', ({ worker }) => held.set(worker, reserved.shift() ?? []))
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
