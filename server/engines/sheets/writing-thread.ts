import { parentPort } from 'node:worker_threads'
import writeXlsxFile from 'write-excel-file/node'
import { harmless } from '#contract/spreadsheet.ts'
import type { Sheet, SheetColumn, ToWrite } from './sheets.ts'

/** This thread writes one workbook after another, because one with thousands of rows takes a second of processor time. */

/** Excel calls a workbook with a longer cell damaged. */
const longestText = 32_767
const cutMark = '…（过长，已截断）'

/** Drops half of a surrogate pair at the cut. */
const cut = (value: string) =>
  value.length > longestText
    ? `${value.slice(0, longestText - cutMark.length).replace(/[\ud800-\udbff]$/, '')}${cutMark}`
    : value

/** Marks as text whatever a program would run as a formula once the sheet is saved as CSV. */
const plain = (value: string) => cut(harmless(value))

/** Amounts, in yuan on the sheet, and counts can be summed by a program. The format `@` keeps phones and job numbers as text. */
const cell = (value: string | number, kind: SheetColumn['kind']) => {
  if (typeof value === 'string') return { value: plain(value), type: String, format: '@' }
  return kind === 'count'
    ? { value, type: Number, format: '#,##0' }
    : { value: value / 100, type: Number, format: '#,##0.00' }
}

const headings = ({ columns }: Sheet) =>
  columns.map(({ title }) => ({ value: title, fontWeight: 'bold' as const, backgroundColor: '#e8effc' }))

let sheets: Sheet[] = []
let data: unknown[][] = []

parentPort?.on('message', async (message: ToWrite) => {
  if ('begin' in message) {
    sheets = message.begin
    data = sheets.map(sheet => [headings(sheet)])
  } else if ('rows' in message) {
    const columns = sheets[message.sheet]?.columns
    for (const row of message.rows)
      data[message.sheet]?.push(row.map((value, index) => cell(value, columns?.[index]?.kind)))
  } else {
    const written = await writeXlsxFile(
      sheets.map(({ name, columns }, index) => ({
        data: (data[index] ?? []) as never,
        sheet: name,
        columns: columns.map(({ width }) => ({ width })),
        stickyRowsCount: 1,
      })),
    ).toBuffer()
    // Nothing of this workbook stays until the next.
    data = []
    parentPort?.postMessage(written)
  }
})
