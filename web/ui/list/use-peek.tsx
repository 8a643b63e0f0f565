import { type ReactNode, useState } from 'react'
import { onDemandPart } from '../lazy-part.tsx'
import type { Column } from './columns.ts'
import type { Peek as PeekDrawer } from './peek.tsx'

// The cast is needed because `onDemandPart` loses the component's type parameter.
const Peek = onDemandPart(async () => (await import('./peek.tsx')).Peek) as unknown as typeof PeekDrawer

interface Peeked<Row> {
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  labelOf: (row: Row) => string
  actions?: ((row: Row) => ReactNode) | undefined
  more?: ((row: Row) => ReactNode) | undefined
}

/** The row shown beside its list. The view closes when the row is no longer listed. */
export function usePeek<Row>({ rows, columns, idOf, labelOf, actions, more }: Peeked<Row>) {
  const [id, setId] = useState<string>()
  const at = id ? rows.findIndex(row => idOf(row) === id) : -1
  const row = rows[at]
  // It must not open again by itself when the row is listed again, on another page or with other filters.
  if (id !== undefined && !row) setId(undefined)
  const go = (next: Row | undefined) => (next === undefined ? undefined : () => setId(idOf(next)))
  return {
    peek: (row: Row) => setId(idOf(row)),
    /** The index of the displayed row, or -1, and a function that moves to another index. */
    peekedAt: at,
    peekAt: (place: number) => go(rows[place])?.(),
    peeked: (
      <Peek
        row={row}
        open={row !== undefined}
        columns={columns}
        label={row === undefined ? '' : labelOf(row)}
        actions={actions}
        more={more}
        before={go(rows[at - 1])}
        after={go(rows[at + 1])}
        close={() => setId(undefined)}
      />
    ),
  }
}
