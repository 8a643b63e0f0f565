import type { OutputOf } from '#contract/index.ts'
import { employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'
import { saveFile } from '#web/ui/list/export-button.tsx'

type ImportRow = OutputOf<'getEmployeeImport'>['failed'][number]

/** Keeps a spreadsheet from reading a cell as a formula. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (text: string) => `"${safe(text).replaceAll('"', '""')}"`

/** Comma-separated values with a byte order mark, by which Excel recognises UTF-8. */
export const csvOf = (rows: readonly ImportRow[]): string =>
  `\uFEFF${[
    ['原行号', ...employeeSheet.map(name => sheetFields[name].label), '原因'],
    ...rows.map(({ row, problems, ...cells }) => [
      String(row),
      ...employeeSheet.map(name => cells[name]),
      problems.join('；'),
    ]),
  ]
    .map(cells => cells.map(cell).join(','))
    .join('\r\n')}\r\n`

export function saveTable(file_name: string, rows: readonly ImportRow[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  saveFile({ url, file_name })
  // By then the browser has begun to read.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
