import type { ReactNode } from 'react'
import { Check } from './check.tsx'
import type { Column } from './columns.ts'
import { useDensity } from './density.ts'
import { openOnClick } from './row-keys.ts'
import type { Selection } from './use-selection.ts'
import { useTicks } from './use-ticks.ts'

export interface RowsProps<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  labelOf: (row: Row) => string
  actions?: (row: Row) => ReactNode
  selection?: Selection<Row>
  /** Shows a row beside the list. */
  peek?: (row: Row) => void
}

interface TableProps<Row> extends RowsProps<Row> {
  noun: string
  at: { order: string | undefined; sort: (order: string | undefined) => void }
  /** Replaces the rows. */
  body?: ReactNode
}

/** Scrolls horizontally inside its own frame; the column that names a row and its actions stay visible. */
export function Table<Row>({
  noun,
  rows,
  columns,
  idOf,
  labelOf,
  actions,
  selection,
  peek,
  at,
  body,
}: TableProps<Row>) {
  const tick = useTicks(rows, idOf, selection)
  const [density] = useDensity()
  const selected = selection ? rows.filter(selection.has).length : 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <section className="table-frame" tabIndex={0} aria-label={`${noun.slice(1)}表格`}>
      <table className="table" data-density={density}>
        <thead>
          <tr>
            {selection && (
              <td className="table-check">
                <Check
                  label="选择本页全部"
                  checked={rows.length > 0 && selected === rows.length}
                  // Until the rows are loaded it would tick nothing.
                  disabled={rows.length === 0}
                  some={selected > 0 && selected < rows.length}
                  onChange={on => selection.set(rows, on)}
                />
              </td>
            )}
            {columns.map(column => (
              <Head key={column.key} column={column} at={at} />
            ))}
            {actions && (
              <th scope="col" className="table-actions">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {body ??
            rows.map(row => (
              // Enter opens the focused row (useRowKeys), and its name is a link.
              <tr
                key={idOf(row)}
                data-row
                tabIndex={-1}
                data-chosen={selection?.has(row) ? '' : undefined}
                onClick={event => openOnClick(event, peek && (() => peek(row)))}
              >
                {selection && (
                  <td className="table-check">
                    <Check
                      label={`选择 ${labelOf(row)}`}
                      checked={selection.has(row)}
                      onChange={(on, range) => tick(row, on, range)}
                    />
                  </td>
                )}
                {columns.map(({ key, end, render }, index) =>
                  index === 0 ? (
                    <th key={key} scope="row" className="table-name">
                      {textOf(render(row))}
                    </th>
                  ) : (
                    <td key={key} className={end ? 'table-end' : undefined}>
                      {textOf(render(row))}
                    </td>
                  ),
                )}
                {actions && <td className="table-actions">{actions(row)}</td>}
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

/** A text without an element has one only if it may be too long for a line, because most are short and there are many. */
const textOf = (cell: ReactNode) =>
  typeof cell === 'string' && cell.length > 20 ? <span className="cell-text">{cell}</span> : cell

function Head<Row>({ column, at }: { column: Column<Row>; at: TableProps<Row>['at'] }) {
  const { title, order, end } = column
  const by = order !== undefined && at.order === order
  return (
    <th scope="col" className={end ? 'table-end' : undefined} aria-sort={by ? 'ascending' : undefined}>
      {order === undefined ? (
        title
      ) : (
        <button type="button" className="table-sort" onClick={() => at.sort(by ? undefined : order)}>
          {title}
          <svg viewBox="0 0 10 12" aria-hidden="true" data-by={by ? '' : undefined}>
            <path d="M5 10V2M2 5l3-3 3 3" />
          </svg>
        </button>
      )}
    </th>
  )
}
