import type { ReactNode } from 'react'
import { count } from '#web/ui/format.ts'
import { ImportTable } from './import-table.tsx'
import type { SheetColumns, SheetRow } from './sheet.ts'

/** The most rows shown on a page, where nobody reads more; a saved file has all of them. */
const shownRows = 200

interface FirstRowsProps<Name extends string> {
  columns: SheetColumns<Name>
  rows: readonly SheetRow<Name>[]
  total: number
  label: string
  /** Describes the rows that are not shown, if they differ from the shown ones. */
  others?: ReactNode
}

/** Shows the first rows of a sheet, and reports whether there are more. */
export function FirstRows<Name extends string>({ columns, rows, total, label, others }: FirstRowsProps<Name>) {
  const shown = rows.slice(0, shownRows)
  const bad = rows.filter(({ problems }) => problems.length > 0).length
  return (
    <>
      <ImportTable columns={columns} rows={shown} label={label} />
      {shown.length < total && (
        <p className="quiet">
          仅显示前 {shown.length} 行，
          {others ?? (bad > shownRows ? `共有 ${count(bad)} 行有问题` : '其余行没有问题')}。
        </p>
      )}
    </>
  )
}
