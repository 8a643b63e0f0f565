import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { semaphore } from '../accounts/passwords.ts'
import type { Peculiarities } from './inspect.ts'

export interface Sheet {
  name: string
  columns: { title: string; width: number }[]
}

export type Work = { task: 'read'; content: Uint8Array; mostRows: number } | { task: 'write'; sheets: Sheet[] }

/** Cells as texts, row by row from the first; or why there are none. */
export type Reading = ({ rows: string[][] } & Peculiarities) | { problem: 'unreadable' | 'too many rows' }

export interface WrittenRows {
  sheet: number
  /** A number is yuan, which a program can add up. */
  rows: (string | number)[][]
  last: boolean
}

/** One at a time leaves a core to the calls. */
const inTurn = semaphore(1)
/** Milliseconds; a sheet that takes longer was made to. */
const patience = 30_000

const startThread = (work: Work) =>
  new Worker(new URL('./sheet-thread.ts', import.meta.url), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })

/** Reads the first sheet of an XLSX file. Whatever is wrong with the file is an answer, never an error. */
export const readFirstSheet = (content: Buffer, mostRows: number): Promise<Reading> =>
  inTurn(async () => {
    const thread = startThread({ task: 'read', content: new Uint8Array(content), mostRows })
    try {
      const [reading] = (await once(thread, 'message', { signal: AbortSignal.timeout(patience) })) as [Reading]
      return reading
    } catch {
      // Out of memory, out of time: the file's doing.
      return { problem: 'unreadable' }
    } finally {
      await thread.terminate()
    }
  })

/** Writes sheets from rows that come in batches, so that neither side holds up the process. */
export const writeSheets = (
  sheets: Sheet[],
  batches: AsyncIterable<Omit<WrittenRows, 'last'>> | Iterable<Omit<WrittenRows, 'last'>>,
): Promise<Buffer> =>
  inTurn(async () => {
    const thread = startThread({ task: 'write', sheets })
    const written = once(thread, 'message')
    // Awaited below; a failure before that must not end the process.
    written.catch(() => {})
    try {
      for await (const batch of batches) thread.postMessage({ ...batch, last: false } satisfies WrittenRows)
      thread.postMessage({ sheet: 0, rows: [], last: true } satisfies WrittenRows)
      const [content] = (await written) as [Uint8Array]
      return Buffer.from(content)
    } finally {
      await thread.terminate()
    }
  })
