import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'
import { BadArchive, unpack } from './archive.ts'
import { firstSheetPath, inspect } from './inspect.ts'
import type { GivenSheet, Reading } from './sheets.ts'

/** Reads one sheet in a thread of its own: one of thousands of rows takes a processor for a second. */
const { content, mostRows } = workerData as GivenSheet
parentPort?.postMessage(await read(Buffer.from(content)))

async function read(content: Buffer): Promise<Reading> {
  try {
    const files = unpack(content)
    const path = firstSheetPath(files)
    const sheet = path && files.get(path)
    if (!sheet) return { problem: 'unreadable' }
    const xml = sheet.toString('utf8')
    // Before the values are read: a sheet of a million empty cells is not worth its memory.
    if ((xml.match(/<(?:\w+:)?row[\s>]/g)?.length ?? 0) > mostRows * 4) return { problem: 'too many rows' }
    const rows = await readSheet(new Blob([new Uint8Array(content)]))
    if (rows.length > mostRows) return { problem: 'too many rows' }
    return { rows: rows.map(row => row.map(text)), ...inspect(xml, rows.length) }
  } catch (error) {
    if (error instanceof BadArchive || error instanceof Error) return { problem: 'unreadable' }
    throw error
  }
}

/** A number is written as it is typed: a phone in a numeric cell has no decimals and no exponent. */
function text(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // A leading apostrophe is our own mark (see `plain`), or how people make Excel keep a text.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@\d])/, '')
}
