import type { OutputOf } from '#contract/index.ts'
import { saveFile } from '#web/ui/list/export-button.tsx'

type ImportRow = OutputOf<'getEmployeeImport'>['failed'][number]

/** A sheet program must not take a cell for a formula. */
const safe = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (text: string) => `"${safe(text).replaceAll('"', '""')}"`

/** Comma-separated; with the mark by which Excel knows UTF-8. */
export const csvOf = (rows: readonly ImportRow[]): string =>
  `\uFEFF${[
    ['原行号', '手机号', '姓名', '工号', '部门', '原因'],
    ...rows.map(({ row, phone, name, job_number, dept_path, problems }) => [
      String(row),
      phone,
      name,
      job_number,
      dept_path,
      problems.join('；'),
    ]),
  ]
    .map(cells => cells.map(cell).join(','))
    .join('\r\n')}\r\n`

export function saveTable(file_name: string, rows: readonly ImportRow[]): void {
  const url = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }))
  saveFile({ url, file_name })
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
