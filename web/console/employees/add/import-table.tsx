import type { OutputOf } from '#contract/index.ts'
import { employeeSheet, sheetFields } from '#contract/records/employee-fields.ts'

type ImportRow = OutputOf<'previewEmployeeImport'>['rows'][number]

/** Rows with their line numbers in the sheet and their problems. */
export const ImportTable = ({ rows, label }: { rows: readonly ImportRow[]; label: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className="table-frame import-table" tabIndex={0} aria-label={label}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="table-end">
            行号
          </th>
          <th scope="col">检查结果</th>
          {employeeSheet.map(name => (
            <th key={name} scope="col">
              {sheetFields[name].label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, problems, ...cells }) => (
          <tr key={row}>
            <th scope="row" className="table-end">
              {row}
            </th>
            <td className={problems.length ? 'import-bad' : 'import-good'}>
              {problems.length ? problems.join('；') : '可以导入'}
            </td>
            {employeeSheet.map(name => (
              <td key={name}>{cells[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
