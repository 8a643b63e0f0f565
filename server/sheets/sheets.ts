import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { semaphore } from '../accounts/passwords.ts'
import type { Peculiarities } from './inspect.ts'

export interface Sheet {
  name: string
  columns: { title: string; width: number }[]
}

export interface GivenSheet {
  content: Uint8Array
  mostRows: number
}

/** Cells as texts, row by row from the first; or why there are none. */
export type Reading = ({ rows: string[][] } & Peculiarities) | { problem: 'unreadable' | 'too many rows' }

export interface WrittenRows {
  sheet: number
  /** A number is yuan, which a program can add up. */
  rows: (string | number)[][]
}

/** What the writing thread is told: of one workbook after the other. */
export type ToWrite = { begin: Sheet[] } | WrittenRows | { end: true }

/** One at a time leaves a core to the calls. */
const inTurn = semaphore(1)
/** Milliseconds; a sheet that takes longer was made to. */
const patience = 30_000
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/**
 * Reads the first sheet of an XLSX file. Whatever is wrong with the file is an answer, never an error. A thread reads one file
 * and ends, so that no stranger's file touches what comes after it.
 */
export const readFirstSheet = (content: Buffer, mostRows: number): Promise<Reading> =>
  inTurn(async () => {
    const workerData: GivenSheet = { content: new Uint8Array(content), mostRows }
    const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), { workerData, resourceLimits })
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

/** Kept for the next workbook, because a thread takes longer to start than most take to be written. */
let resting: { thread: Worker; leave: NodeJS.Timeout } | undefined
/** Milliseconds. */
const restsFor = 10_000

/** A thread to write with, that nobody else has. */
function writer(): Worker {
  const rested = resting
  resting = undefined
  if (!rested) return new Worker(new URL('./writing-thread.ts', import.meta.url), { resourceLimits })
  clearTimeout(rested.leave)
  rested.thread.off('error', forget)
  rested.thread.ref()
  return rested.thread
}

function rest(thread: Worker): void {
  // Neither holds up a process that ends.
  thread.unref()
  thread.on('error', forget)
  const leave = setTimeout(() => {
    forget()
    void thread.terminate()
  }, restsFor).unref()
  resting = { thread, leave }
}

function forget(): void {
  clearTimeout(resting?.leave)
  resting = undefined
}

/** Writes sheets from rows that come in batches, so that neither side holds up the process. */
export const writeSheets = (
  sheets: Sheet[],
  batches: AsyncIterable<WrittenRows> | Iterable<WrittenRows>,
): Promise<Buffer> =>
  inTurn(async () => {
    const thread = writer()
    const tell = (message: ToWrite) => thread.postMessage(message)
    const written = once(thread, 'message')
    // Awaited below; a failure before that must not end the process.
    written.catch(() => {})
    try {
      tell({ begin: sheets })
      for await (const batch of batches) tell(batch)
      tell({ end: true })
      const [content] = (await written) as [Uint8Array]
      rest(thread)
      return Buffer.from(content)
    } catch (error) {
      // Half a workbook is in it, or it is gone.
      await thread.terminate()
      throw error
    }
  })
