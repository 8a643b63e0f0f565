import { plainHeading } from '#contract/spreadsheet.ts'
import { recordOf } from '#contract/typed-keys.ts'
import type { UnreadColumns } from '#contract/unread-columns.ts'
import { Refusal } from '#server/core/refusal.ts'
import { likelyHeading } from './likely-heading.ts'
import { rowProblems } from './row-problems.ts'
import type { Reading } from './sheets.ts'

interface Expected<Name extends string> {
  columns: readonly Name[]
  fields: Record<Name, { label: string }>
  /** The columns that every sheet must have. */
  required: readonly Name[]
  /** The most rows, and the refusal of a sheet that has more, or none. */
  maxRows: number
  rowsCode: -47012 | -56004
}

interface HeadedRow<Name extends string> {
  /** The row number in the sheet, where the heading is row 1. */
  row: number
  cells: Record<Name, string>
  problems: string[]
}

/** The most headings that are pointed out, and the most characters of one. */
const most = { headings: 50, characters: 50 }

/** Reads the rows of a sheet by its headings, in any order of columns. Throws when something is wrong with the sheet as a whole. */
export function headedRows<Name extends string>(
  reading: Reading,
  { columns, fields, required, maxRows, rowsCode }: Expected<Name>,
): { rows: HeadedRow<Name>[]; unread: NonNullable<UnreadColumns> } {
  if ('problem' in reading)
    throw reading.problem === 'too many rows' ? new Refusal(rowsCode, maxRows) : new Refusal(-47010)
  const [first = [], ...below] = reading.rows
  const titles = first.map(plainHeading)
  const placeOf = recordOf(columns, name => titles.indexOf(plainHeading(fields[name].label)))
  const missing = columns.filter(name => placeOf[name] < 0).map(name => fields[name].label)
  const unread = first.flatMap((cell, at) => {
    if (columns.some(name => placeOf[name] === at)) return []
    if (!titles[at]) return below.some(texts => texts[at]) ? [untitled(at)] : []
    const title = cell.slice(0, most.characters)
    const repeated = columns.some(name => titles[placeOf[name]] === titles[at])
    return [{ title, repeated, nearest: repeated ? null : likelyHeading(title, missing) }]
  })
  const lacking = required.filter(name => placeOf[name] < 0).map(name => fields[name].label)
  if (lacking.length) throw new Refusal(-47011, lacking.map(label => withLikely(label, unread)).join('、'))
  const merged = new Set(reading.mergedRows)
  const problemsOf = rowProblems(reading, new Map(columns.map(name => [placeOf[name], fields[name].label])))
  const rows = below.flatMap((texts, index) => {
    const cells = recordOf(columns, name => texts[placeOf[name]] ?? '')
    // Sheets count the headings as row 1.
    const row = index + 2
    // Formulas that are filled down to where nothing is written yet leave their rows blank.
    if (!columns.some(name => cells[name]) && !merged.has(row)) return []
    return [{ row, cells, problems: problemsOf(row) }]
  })
  if (!rows.length || rows.length > maxRows) throw new Refusal(rowsCode, maxRows)
  return { rows, unread: unread.slice(0, most.headings) }
}

const untitled = (at: number) => ({ title: `第 ${at + 1} 列（没有列名）`, repeated: false, nearest: null })

/** Names a required column that is missing, and the heading that was probably meant as it. */
function withLikely(label: string, unread: NonNullable<UnreadColumns>): string {
  const meant = unread.find(({ nearest }) => nearest === label)
  return meant ? `${label}（表格里有“${meant.title}”）` : label
}
