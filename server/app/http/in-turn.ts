import { fairQueue } from '#server/core/fair-queue.ts'

/**
 * A change or a plan holds a connection, of which there are eight, from its first statement to its last, and may wait up to five
 * seconds for a lock of its company. Without a limit a dozen of one sender keep everybody else waiting; these wait here, without a
 * connection.
 */
const queue = fairQueue({
  width: Number.POSITIVE_INFINITY,
  each: 3,
  waitingEach: 500,
  waitingInAll: 5_000,
  busy: '同时进行的操作过多，请稍后重试',
})

/** The company whose rows are changed, with all its managers and tokens, or the account that changes its own. */
export type Sender = `company:${string}` | `account:${string}`

/** Runs the work when its sender, if any, has few enough in progress. Throws 503 if too many wait. */
export const inTurn = <Result>(sender: Sender | undefined, work: () => Promise<Result>): Promise<Result> =>
  sender ? queue(sender, work) : work()
