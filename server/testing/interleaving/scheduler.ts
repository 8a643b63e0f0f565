import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { seededNumbers } from '#server/testing/seeded.ts'

/*
 * A proxy between the portal and PostgreSQL that lets two requests send their statements one at a time, in an order that a schedule
 * decides. A race test meets an interleaving by luck, a schedule meets it every time.
 */

/** Chooses the next statement among the requests that have one, by how many each has sent. */
export type Schedule = (ready: readonly number[], sent: readonly number[]) => number

/** Milliseconds after which a request that neither sends nor awaits a lock is considered to wait for the other one. */
const patience = 400
/** Milliseconds without progress that count as a deadlock. */
const deadlock = 20_000

class Actor {
  readonly waiting: (() => void)[] = []
  sent = 0
  over = false
  /** Its last statement waits for a lock, or it waits for the other request in this process. */
  heldUp = false
  client: Client | undefined
  #changed = Promise.withResolvers<void>()

  /** Resolves when the schedule releases the next statement. */
  turn(client: Client): Promise<void> {
    this.client = client
    return new Promise(resolve => {
      this.waiting.push(resolve)
      this.#tell()
    })
  }
  end(): void {
    this.over = true
    this.#tell()
  }
  release(): void {
    this.heldUp = false
    this.sent += 1
    this.waiting.shift()?.()
  }
  isAtRest(): boolean {
    return this.over || this.waiting.length > 0
  }
  changed(): Promise<void> {
    return this.#changed.promise
  }
  #tell(): void {
    this.heldUp = false
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }
}

const acting = new AsyncLocalStorage<Actor>()
const { query } = Client.prototype
type AnyQuery = (this: Client, ...values: unknown[]) => unknown

/** Holds every statement of an actor until its turn. Statements without an actor (jobs, the tests' own) pass. */
export function holdStatements(): () => void {
  const held: AnyQuery = function (...input) {
    const actor = acting.getStore()
    const send = () => (query as unknown as AnyQuery).apply(this, input)
    return actor ? actor.turn(this).then(send) : send()
  }
  Client.prototype.query = held as typeof query
  return () => {
    Client.prototype.query = query
  }
}

/** Reports whether a backend waits for a lock that another one holds. */
export type IsBlocked = (pid: number) => Promise<boolean>

async function settle(actor: Actor, isBlocked: IsBlocked): Promise<void> {
  const began = performance.now()
  while (!actor.isAtRest()) {
    await Promise.race([actor.changed(), sleep(4)])
    if (actor.isAtRest()) return
    // The types leave out what pg calls the backend's id.
    const { processID } = (actor.client ?? {}) as { processID?: number }
    if ((processID && (await isBlocked(processID))) || performance.now() - began > patience) {
      actor.heldUp = !actor.isAtRest()
      return
    }
  }
}

/** Runs requests concurrently, each statement when `schedule` chooses it. Returns answers and numbers of statements. */
export async function interleave<Answer>(
  requests: (() => Promise<Answer>)[],
  schedule: Schedule,
  isBlocked: IsBlocked,
): Promise<{ answers: Answer[]; sent: number[] }> {
  const actors = requests.map(() => new Actor())
  const answers = actors.map((actor, index) =>
    acting.run(actor, async () => {
      try {
        return (await requests[index]?.()) as Answer
      } finally {
        actor.end()
      }
    }),
  )
  let moved = performance.now()
  while (actors.some(actor => !actor.over)) {
    await Promise.all(actors.map(actor => settle(actor, isBlocked)))
    const ready = actors.flatMap((actor, index) => (actor.waiting.length ? [index] : []))
    if (ready.length) {
      actors[
        schedule(
          ready,
          actors.map(({ sent }) => sent),
        )
      ]?.release()
      moved = performance.now()
    } else if (performance.now() - moved > deadlock) throw new Error('no request moves any more')
  }
  return { answers: await Promise.all(answers), sent: actors.map(({ sent }) => sent) }
}

/** Runs the first request up to one number of statements, the other up to another, then the first to its end, then the other. */
export const twoSwitches =
  (first: number, upTo: number, otherUpTo: number): Schedule =>
  (ready, sent) => {
    const other = 1 - first
    const chosen =
      (sent[first] ?? 0) < upTo ? first : (sent[other] ?? 0) < otherUpTo ? other : ready.includes(first) ? first : other
    return ready.includes(chosen) ? chosen : (ready[0] ?? 0)
  }

/** Returns a random schedule that its seed reproduces. */
export function randomSchedule(seed: number): Schedule {
  const numbers = seededNumbers(seed)
  return ready => ready[numbers(ready.length)] ?? 0
}
