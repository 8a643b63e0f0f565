import { Alert } from '#web/ui/alert.tsx'
import { count } from '#web/ui/format.ts'
import type { SheetColumns, SheetRow } from './sheet.ts'

interface ImportTableProps<Name extends string> {
  columns: SheetColumns<Name>
  rows: readonly SheetRow<Name>[]
  label: string
}

/** Rows with their line numbers in the sheet and their problems. */
export const ImportTable = <Name extends string>({ columns, rows, label }: ImportTableProps<Name>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
  <section className="table-frame import-table" tabIndex={0} aria-label={label}>
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="table-end">
            行号
          </th>
          <th scope="col">检查结果</th>
          {columns.map(({ name, label: heading }) => (
            <th key={name} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(each => (
          <tr key={each.row}>
            <th scope="row" className="table-end">
              {each.row}
            </th>
            <td className={each.problems.length ? 'import-bad' : 'import-good'}>
              {each.problems.length ? each.problems.join('；') : '可以导入'}
            </td>
            {columns.map(({ name }) => (
              <td key={name}>{each[name]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

/** Shows how many rows can be imported. */
export const ImportCount = ({ good, bad, note }: { good: number; bad: number; note?: string | undefined }) => (
  <Alert
    type={bad ? (good ? 'warning' : 'error') : 'success'}
    title={bad ? `${count(bad)} 行有问题，${count(good)} 行可以导入` : `${count(good)} 行全部可以导入`}
    description={note}
  />
)
