import { useState } from 'react'

export interface Selection<Row> {
  /** The selected rows in the order of selection, each as it was last loaded. */
  rows: readonly Row[]
  ids: readonly string[]
  has: (row: Row) => boolean
  set: (rows: readonly Row[], chosen: boolean) => void
  clear: () => void
}

/**
 * The rows selected for a bulk action, over several pages of a list. `of` identifies the listed set (the filters, say):
 * when it changes the selection is cleared, because rows that can't be seen must not be acted upon.
 */
export function useSelection<Row>(idOf: (row: Row) => string, of: string): Selection<Row> {
  const [chosen, setChosen] = useState<{ of: string; rows: ReadonlyMap<string, Row> }>({ of, rows: new Map() })
  const rows = chosen.of === of ? chosen.rows : new Map<string, Row>()
  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    has: row => rows.has(idOf(row)),
    set(some, on) {
      const next = new Map(rows)
      for (const row of some) on ? next.set(idOf(row), row) : next.delete(idOf(row))
      setChosen({ of, rows: next })
    },
    clear: () => setChosen({ of, rows: new Map() }),
  }
}
