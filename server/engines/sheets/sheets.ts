import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { fairQueue } from '#server/core/fair-queue.ts'
import { sandboxed } from '../sandbox/sandbox.ts'
import type { Peculiarities } from './workbook.ts'

export interface SheetColumn {
  title: string
  /** In characters. */
  width: number
  /**
   * The numbers of a column of counts are days or people; in any other they are amounts in fen. A column of text stays one where
   * somebody fills it: a program keeps the leading zeros and all digits of what is typed there.
   */
  kind?: 'count' | 'text' | undefined
}

export interface Sheet {
  name: string
  columns: SheetColumn[]
}

export interface SheetFile {
  content: Uint8Array
  maxRows: number
  /** Keeps the time of day of date cells. */
  times?: boolean
}

/** A number with more digits than a sheet keeps: by its row number, and its place in the row from 0. */
export interface RoundedCell {
  row: number
  column: number
}

/** The cells as texts, row by row from the first, or the reason why there are none. */
export type Reading =
  | ({ rows: string[][]; roundedCells: RoundedCell[] } & Peculiarities)
  | { problem: 'unreadable' | 'too many rows' }

export interface WrittenRows {
  sheet: number
  /** The meaning of a number depends on its column. */
  rows: (string | number)[][]
}

/** The messages to the writing thread, of one workbook after the other, each of which it answers. */
export type ToWrite = { begin: Sheet[] } | WrittenRows | { end: true }

const read = sandboxed<SheetFile, Reading>(
  new URL('./reading.ts', import.meta.url),
  { cpuSeconds: 4, seconds: 30, megabytes: 512 },
  { problem: 'unreadable' },
)

/**
 * Reads the first sheet of an XLSX file in a sandbox. A faulty file is an answer, never an error. Files of one owner (a company or
 * an account) are read one at a time.
 */
export const readFirstSheet = (
  owner: string,
  content: Buffer,
  maxRows: number,
  { times = false } = {},
): Promise<Reading> => read(owner, { content, maxRows, times })

/** Every XLSX is a ZIP archive with this signature; older XLS and protected files begin differently. */
export const isWorkbook = (content: Buffer): boolean => content.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))

/** One company's exports run one at a time, and take turns with those of other companies. */
const inTurn = fairQueue({ width: 1, waitingEach: 20, waitingInAll: 100, busy: '正在导出的表格较多，请稍后重试' })
const resourceLimits = { maxOldGenerationSizeMb: 512 }

/** The thread is kept for the next workbook, because starting one takes longer than writing most workbooks. */
let resting: { thread: Worker; leave: NodeJS.Timeout } | undefined
/** Milliseconds for which an idle thread is kept. */
const restsFor = 10_000

/** Returns a writing thread for exclusive use. */
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
  // Neither keeps an ending process alive.
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

/** Writes sheets from batches of rows, so that neither reading nor writing blocks the process. */
export const writeSheets = (
  owner: string,
  sheets: Sheet[],
  batches: AsyncIterable<WrittenRows> | Iterable<WrittenRows>,
): Promise<Buffer> =>
  inTurn(owner, async () => {
    const thread = writer()
    /** Resolves with the thread's answer, and rejects when the thread ends first. */
    const tell = (message: ToWrite): Promise<unknown[]> => {
      const answered = once(thread, 'message')
      // The promise is awaited later; an earlier failure must not end the process.
      answered.catch(() => {})
      thread.postMessage(message)
      return answered
    }
    try {
      // While the thread writes one batch, the next is read.
      let answered = tell({ begin: sheets })
      for await (const batch of batches) {
        await answered
        answered = tell(batch)
      }
      await answered
      const [content] = (await tell({ end: true })) as [Uint8Array]
      rest(thread)
      return Buffer.from(content)
    } catch (error) {
      // The thread holds half a workbook, or it is gone.
      await thread.terminate()
      throw error
    }
  })
