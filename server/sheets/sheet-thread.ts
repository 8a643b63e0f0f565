import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'
import writeXlsxFile from 'write-excel-file/node'
import { BadArchive, unpack } from './archive.ts'
import { firstSheetPath, inspect } from './inspect.ts'
import type { Reading, Sheet, Work, WrittenRows } from './sheets.ts'

/** Runs in a thread of its own: a sheet of thousands of rows takes a processor for a second. */
const work = workerData as Work
if (work.task === 'read') parentPort?.postMessage(await read(Buffer.from(work.content), work.mostRows))
else write(work.sheets)

async function read(content: Buffer, mostRows: number): Promise<Reading> {
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

/** A text that a program would run as a formula once the sheet is saved as CSV is marked as text. */
const plain = (value: string) => (/^[=+\-@\t\r]/.test(value) ? `'${value}` : value)

/** `@`: a phone or job number stays the text it is. */
const cell = (value: string | number) =>
  typeof value === 'number'
    ? { value, type: Number, format: '#,##0.00' }
    : { value: plain(value), type: String, format: '@' }

function write(sheets: Sheet[]) {
  const data = sheets.map(({ columns }) => [
    columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const, backgroundColor: '#e8effc' })),
  ])
  const port = parentPort
  port?.on('message', async ({ sheet, rows, last }: WrittenRows) => {
    for (const row of rows) data[sheet]?.push(row.map(cell) as never)
    if (!last) return
    const written = await writeXlsxFile(
      sheets.map(({ name, columns }, index) => ({
        data: data[index] ?? [],
        sheet: name,
        columns: columns.map(({ width }) => ({ width })),
        stickyRowsCount: 1,
      })),
    ).toBuffer()
    port.postMessage(written)
    port.close()
  })
}
