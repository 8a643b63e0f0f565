import { readSheet } from 'read-excel-file/universal'
import { visible } from '#contract/visible.ts'
import { BadSheet, unpack } from './archive.ts'
import { repack } from './repack.ts'
import type { Reading, RoundedCell, SheetFile } from './sheets.ts'
import { cellKey, inspect, TooManyRows } from './workbook.ts'

/**
 * The most characters of a sheet: of its rows on average, and beyond. Cells can share one text of the file, so that 80 kB of it become
 * gigabytes.
 */
const room = { eachRow: 500, beyond: 100_000 }

/** A sheet keeps fifteen digits of a number, so those beyond are not what somebody typed. */
const fifteenDigits = 1e15

/** Reads one sheet; it runs in a sandbox. A faulty file is an answer, not an error. */
export default async function read({ content, maxRows, times = false }: SheetFile): Promise<Reading> {
  try {
    const files = unpack(Buffer.from(content))
    const { sheet, padded, ...peculiarities } = inspect(files, maxRows)
    const rows = await readSheet(new Blob([new Uint8Array(repack(files))]), sheet)
    if (rows.length > maxRows) return { problem: 'too many rows' }
    let left = maxRows * room.eachRow + room.beyond
    const roundedCells: RoundedCell[] = []
    const texts = rows.map((row, index) =>
      row.map((cell, column) => {
        if (typeof cell === 'number' && Math.abs(cell) >= fifteenDigits) roundedCells.push({ row: index + 1, column })
        const digits = padded.get(cellKey(index + 1, column))
        const read = text(cell, { times, digits })
        left -= read.length
        if (left < 0) throw new BadSheet('too much text')
        return read
      }),
    )
    return { rows: texts, roundedCells, ...peculiarities }
  } catch (error) {
    return { problem: error instanceof TooManyRows ? 'too many rows' : 'unreadable' }
  }
}

/** Formats a number as typed: a phone in a numeric cell has no decimals and no exponent. */
function text(cell: unknown, { times, digits = 0 }: { times: boolean; digits?: number | undefined }): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) return dateText(cell, times)
  // A sheet shows fifteen digits; any further ones are errors of binary fractions.
  if (typeof cell === 'number') return filledUp(String(Number(cell.toPrecision(15))), digits)
  // A leading apostrophe is the mark added by `harmless`, or how people make Excel keep a text. The database cannot store NUL, which a
  // cell can express as `_x0000_`; every field refuses its replacement.
  return visible(String(cell))
    .trim()
    .replace(/^'(?=[=+\-@\d])/, '')
    .replaceAll('\u0000', '\u0001')
}

/** A job number 7 that the format 0000 shows as 0007 is meant as that. */
const filledUp = (figure: string, digits: number) => (/^\d+$/.test(figure) ? figure.padStart(digits, '0') : figure)

/** A date is a fractional number of days, so its seconds may be slightly off. */
function dateText(date: Date, times: boolean): string {
  const [day = '', time = ''] = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).split('T')
  return times && time !== '00:00:00' ? `${day} ${time}` : day
}
