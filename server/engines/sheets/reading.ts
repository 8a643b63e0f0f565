import { readSheet } from 'read-excel-file/universal'
import { unpack } from './archive.ts'
import type { Reading, SheetFile } from './sheets.ts'
import { inspect, TooManyRows } from './workbook.ts'

/** Reads one sheet; it runs in a sandbox. Whatever is wrong with the file is an answer. */
export default async function read({ content, mostRows }: SheetFile): Promise<Reading> {
  try {
    const peculiarities = inspect(unpack(Buffer.from(content)), mostRows)
    const rows = await readSheet(new Blob([new Uint8Array(content)]))
    if (rows.length > mostRows) return { problem: 'too many rows' }
    return { rows: rows.map(row => row.map(text)), ...peculiarities }
  } catch (error) {
    return { problem: error instanceof TooManyRows ? 'too many rows' : 'unreadable' }
  }
}

/** Writes a number as it is typed: a phone in a numeric cell has no decimals and no exponent. */
function text(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  // A leading apostrophe is our own mark (see `plain`), or how people make Excel keep a text.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@\d])/, '')
}
