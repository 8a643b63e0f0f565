import type { z } from 'zod'
import type { importRow } from '#contract/employee-imports.ts'
import { importRows } from '#contract/people.ts'
import { plainPhone } from '#contract/phone.ts'
import { employeeFields, employeeSheet, plainHeading, sheetFields } from '#contract/records/employee-fields.ts'
import { recordOf } from '#contract/typed-keys.ts'
import { Refusal } from '#server/core/refusal.ts'
import { rowProblems } from '#server/engines/sheets/row-problems.ts'
import type { Reading } from '#server/engines/sheets/sheets.ts'

type ImportColumn = (typeof employeeSheet)[number]
export type ReadRow = z.output<typeof importRow>

/** The columns that every sheet must have. */
const required = [employeeFields.phone.label, employeeFields.name.label]

/**
 * Reads the rows of a sheet by its headings, in any order of columns. Throws when something is wrong with the sheet as a whole,
 * with the text for the person.
 */
export function rowsOf(reading: Reading): ReadRow[] {
  if ('problem' in reading)
    throw reading.problem === 'too many rows' ? new Refusal(-47012, importRows) : new Refusal(-47010)
  const [first = [], ...rows] = reading.rows
  const titles = first.map(plainHeading)
  const missing = required.filter(title => !titles.includes(title))
  if (missing.length) throw new Refusal(-47011, missing.join('、'))
  const placeOf = (name: ImportColumn) => titles.indexOf(plainHeading(sheetFields[name].label))
  const merged = new Set(reading.mergedRows)
  const problemsOf = rowProblems(reading, new Map(employeeSheet.map(name => [placeOf(name), sheetFields[name].label])))
  const filled = rows.flatMap((cells, index) => {
    const cell = (name: ImportColumn) => cells[placeOf(name)] ?? ''
    // Sheets count the headings as row 1.
    const row = index + 2
    if (!employeeSheet.some(cell) && !merged.has(row)) return []
    return [{ ...recordOf(employeeSheet, cell), row, phone: plainPhone(cell('phone')), problems: problemsOf(row) }]
  })
  if (!filled.length || filled.length > importRows) throw new Refusal(-47012, importRows)
  return filled
}
