import type { Database } from '#server/database/database.ts'
import { noteFailure, noteSent, releaseStream, type Stream } from './progress.sql.ts'

interface Leased {
  lease: string
  /** The number up to which everything was sent. */
  position: number
  /** Milliseconds before the first repetition. */
  firstWait: number
  isOver: () => boolean
}

interface Steps<Line extends { number: number }> {
  /** Returns the lines after a number, in its order; none at the end. */
  read(after: number): Promise<readonly Line[]>
  /** Returns null once all of them have arrived, otherwise the problem in words. */
  send(lines: readonly Line[]): Promise<string | null>
}

/**
 * Sends what a leased stream has not sent yet, batch by batch, and moves its position only behind a batch that has arrived: each
 * line arrives at least once, in order, and under the same number. Returns since how many days it fails; undefined where it does not.
 */
export async function advance<Line extends { number: number }>(
  database: Database,
  stream: Stream,
  { lease, position, firstWait, isOver }: Leased,
  { read, send }: Steps<Line>,
): Promise<number | undefined> {
  let from = position
  while (!isOver()) {
    const lines = await read(from)
    const to = lines.at(-1)?.number
    if (to === undefined) break
    const problem = await send(lines)
    if (problem !== null) return noteFailure(database, stream, lease, { problem, firstWait })
    if (!(await noteSent(database, stream, lease, { from, to }))) return undefined
    from = to
  }
  await releaseStream(database, stream, lease)
  return undefined
}
