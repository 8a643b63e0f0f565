import './cards.css'
import { isValidElement, type ReactNode } from 'react'
import { Check } from './check.tsx'
import { openOnClick } from './row-keys.ts'
import type { RowsProps } from './table.tsx'
import { useTicks } from './use-ticks.ts'

interface CardsProps<Row> extends RowsProps<Row> {
  waiting: boolean
}

/** The list on a phone: each row is a card with every column, headed by the first. */
export function Cards<Row>({ rows, columns, idOf, labelOf, actions, selection, waiting }: CardsProps<Row>) {
  const [first, ...rest] = columns
  const tick = useTicks(rows, idOf, selection)
  if (waiting)
    return (
      <div className="cards" aria-hidden="true">
        {[0, 1, 2].map(each => (
          <div key={each} className="card">
            <span className="skeleton-bar" data-width={each} />
            <span className="skeleton-bar" data-width="0" />
          </div>
        ))}
      </div>
    )
  return (
    <ul className="cards">
      {rows.map(row => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: Enter opens the focused row (useRowKeys), and its name is a link
        <li
          key={idOf(row)}
          className="card"
          data-row
          tabIndex={-1}
          data-chosen={selection?.has(row) ? '' : undefined}
          onClick={event => openOnClick(event)}
        >
          <div className="card-head">
            {selection && (
              <Check
                label={`选择 ${labelOf(row)}`}
                checked={selection.has(row)}
                onChange={(on, range) => tick(row, on, range)}
              />
            )}
            <div className="card-lead">{first?.render(row)}</div>
            {actions && <div className="card-actions">{actions(row)}</div>}
          </div>
          <dl>
            {rest
              .filter(({ extra }) => !extra)
              .map(({ key, title, render }) => ({ key, title, shown: render(row) }))
              // A label without a value is useless.
              .filter(({ shown }) => !isNothing(shown))
              .map(({ key, title, shown }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{shown}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}

/** Reports whether a cell is empty, or only the dash that keeps a table's cell from looking forgotten. */
const isNothing = (cell: ReactNode): boolean =>
  cell === null ||
  cell === undefined ||
  cell === '' ||
  cell === '—' ||
  (isValidElement<{ children?: ReactNode }>(cell) && cell.props.children === '—')
