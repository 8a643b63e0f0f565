import { parentPort } from 'node:worker_threads'
import { Zip, ZipDeflate } from 'fflate'
import type { Sheet, ToWrite } from './sheets.ts'
import { partsOf, sheetPart } from './workbook-parts.ts'

/**
 * This thread writes one workbook after another, because one with thousands of rows takes a second of processor time. Rows are
 * packed as they arrive: a hundred thousand wide ones, held as objects, exhaust the thread's memory, and V8 then ends the whole
 * process.
 */

/** Rows whose XML is one string; their texts may be long. */
const rowsAtOnce = 100
const encoder = new TextEncoder()

function openWorkbook(sheets: readonly Sheet[]) {
  const packed: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    packed.push(chunk)
  })
  const open = (name: string, begin: string) => {
    const file = new ZipDeflate(name, { level: 6 })
    zip.add(file)
    const push = (text: string, last = false) => file.push(encoder.encode(text), last)
    push(begin)
    return push
  }
  for (const [name, text] of Object.entries(partsOf(sheets))) open(name, text)('', true)
  const parts = sheets.map((sheet, at) => {
    const part = sheetPart(sheet, at)
    return { ...part, push: open(part.path, part.head()) }
  })
  return {
    add(sheet: number, rows: (string | number)[][]) {
      const part = parts[sheet]
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        part?.push(part.rows(rows.slice(from, from + rowsAtOnce)))
    },
    end(): Uint8Array {
      for (const { push, tail } of parts) push(tail(), true)
      zip.end()
      return Buffer.concat(packed)
    },
  }
}

let workbook: ReturnType<typeof openWorkbook> | undefined

/** Answers each message, so that no more than one batch of rows waits here. */
parentPort?.on('message', (message: ToWrite) => {
  if ('begin' in message) workbook = openWorkbook(message.begin)
  else if ('rows' in message) workbook?.add(message.sheet, message.rows)
  else {
    parentPort?.postMessage(workbook?.end())
    // Nothing of this workbook stays until the next.
    workbook = undefined
    return
  }
  parentPort?.postMessage(undefined)
})
