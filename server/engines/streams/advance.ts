import type { Database } from '#server/database/database.ts'
import { holdsLease, noteFailure, noteSent, releaseStream, type Stream } from './progress.sql.ts'

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
  /** Returns null once all lines have arrived, otherwise a description of the problem. */
  send(lines: readonly Line[]): Promise<string | null>
}

/**
 * Sends the rest of a leased stream, batch by batch, and advances its position only after a batch has arrived: each line arrives at
 * least once, in order, under the same number. Returns the days for which it has been failing, if any.
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
    // Checked after reading, so that nothing is sent that was written once the stream was switched off or had a different receiver.
    if (!(await holdsLease(database, stream, lease))) return undefined
    const problem = await send(lines)
    if (problem !== null) return noteFailure(database, stream, lease, { problem, firstWait })
    if (!(await noteSent(database, stream, lease, { from, to }))) return undefined
    from = to
  }
  await releaseStream(database, stream, lease)
  return undefined
}
