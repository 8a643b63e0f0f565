import type { Database } from '#server/database/database.ts'
import type { Lane, OutsideLane } from './lanes.ts'

/** A kind of job, by its name in the queue. `Payload` is the input of each job of the kind, as JSON. */
export interface JobKind<Payload extends object, InLane extends Lane = Lane> {
  readonly name: string
  readonly lane: InLane
  /** Jobs of one queue run one after the other, whichever process runs them. */
  readonly queue?: ((payload: Payload) => string) | undefined
  /** Exists only for the type: it ties a kind to its payload. */
  readonly payload?: Payload
}

/** Defines a quick kind, which waits for no external service; other kinds name their lane. */
export function jobKind<Payload extends object = Record<string, never>>(name: string): JobKind<Payload, 'quick'>
export function jobKind<Payload extends object = Record<string, never>>(
  name: string,
  options: { lane: OutsideLane; queue?: (payload: Payload) => string },
): JobKind<Payload, OutsideLane>
export function jobKind<Payload extends object>(
  name: string,
  { lane = 'quick', queue }: { lane?: Lane; queue?: (payload: Payload) => string } = {},
): JobKind<Payload> {
  return { name, lane, queue }
}

export interface Jobs {
  /**
   * Adds a job in the transaction of its data. The job runs within milliseconds of the commit. A waiting job with the same key is
   * replaced, and keeps its place in the line only with `keepPlace`.
   */
  enqueue<Payload extends object>(
    database: Database,
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: { runAt?: Date; key?: string; keepPlace?: true; attempts?: number },
  ): Promise<void>
  /**
   * Adds many jobs of one kind in one statement. They run after everything else, because unlike for a code, nobody is waiting for
   * them.
   */
  enqueueMany<Payload extends object>(
    database: Database,
    kind: JobKind<Payload>,
    payloads: NoInfer<Payload>[],
    options?: { attempts?: number },
  ): Promise<void>
}
