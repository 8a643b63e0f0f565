import { csvLine } from '#contract/spreadsheet.ts'
import { saveBlob } from '#web/ui/save-file.ts'
import type { SheetColumns, SheetRow } from './sheet.ts'

/** Comma-separated values with a byte order mark, by which Excel recognises UTF-8. */
export const csvOf = <Name extends string>(columns: SheetColumns<Name>, rows: readonly SheetRow<Name>[]): string =>
  `\uFEFF${[
    ['原行号', ...columns.map(({ label }) => label), '原因'],
    ...rows.map(each => [String(each.row), ...columns.map(({ name }) => each[name]), each.problems.join('；')]),
  ]
    .map(csvLine)
    .join('\r\n')}\r\n`

/** Saves rows that were not imported as a file. */
export function saveTable<Name extends string>(
  file_name: string,
  columns: SheetColumns<Name>,
  rows: readonly SheetRow<Name>[],
): void {
  saveBlob(new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), file_name)
}
