import { AsyncLocalStorage } from 'node:async_hooks'
import { fairQueue, type Place } from '#server/core/fair-queue.ts'

const busy = '同时进行的操作过多，请稍后重试'
const waiting = { waitingEach: 500, waitingInAll: 5_000, busy }

/**
 * A change or a plan holds a connection, of which there are eight, from its first statement to its last, and may wait up to five
 * seconds for a lock of its company. Without a limit a dozen of one sender keep everybody else waiting; these wait here, without a
 * connection. Two connections remain for the customers' sessions, and three places for senders who have none yet.
 */
const queue = fairQueue({ width: 6, each: 3, reserved: 3, ...waiting })

/** What waits for another server holds only a socket, but that server must not receive hundreds of questions of one sender at once. */
const outside = fairQueue({ width: Number.POSITIVE_INFINITY, each: 10, ...waiting })

/**
 * The company whose rows are changed, with all its managers and tokens, or the account that changes its own; the operator; or the
 * network of a visitor.
 */
export type Sender = `${'company' | 'account' | 'operator' | 'address'}:${string}`

const turns = new AsyncLocalStorage<{ sender: Sender; place: Place }>()

/** Runs the work when its sender has few enough in progress. Throws 503 if too many wait. */
export const inTurn = <Result>(sender: Sender, work: () => Promise<Result>): Promise<Result> =>
  queue(sender, place => turns.run({ sender, place }, work))

/**
 * Waits for another server, such as a payment gateway: a turn is for work on the database, and the sender's other changes must not
 * wait for a server that is silent. It must not be called within a transaction, which would keep its connection.
 */
export function outsideTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = turns.getStore()
  return turn ? turn.place.leave(() => outside(turn.sender, work)) : work()
}
