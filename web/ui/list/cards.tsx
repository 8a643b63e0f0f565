import { Checkbox } from 'antd'
import type { RowsProps } from './table.tsx'

interface CardsProps<Row> extends RowsProps<Row> {
  waiting: boolean
}

/** The list on a phone: each row is a card with every column, headed by the first. */
export function Cards<Row>({ rows, columns, idOf, labelOf, actions, selection, waiting }: CardsProps<Row>) {
  const [first, ...rest] = columns
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
        <li key={idOf(row)} className="card" data-chosen={selection?.has(row) ? '' : undefined}>
          <div className="card-head">
            {selection && (
              <Checkbox
                aria-label={`选择 ${labelOf(row)}`}
                checked={selection.has(row)}
                onChange={event => selection.set([row], event.target.checked)}
              />
            )}
            <div className="card-lead">{first?.render(row)}</div>
            {actions && <div className="card-actions">{actions(row)}</div>}
          </div>
          <dl>
            {rest
              .filter(({ extra }) => !extra)
              .map(({ key, title, render }) => (
                <div key={key}>
                  <dt>{title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
