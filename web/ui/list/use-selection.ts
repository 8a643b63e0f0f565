import { useState } from 'react'

export interface Selection<Row> {
  /** In the order they were chosen, as they were last seen. */
  rows: readonly Row[]
  ids: readonly string[]
  has: (row: Row) => boolean
  set: (rows: readonly Row[], chosen: boolean) => void
  clear: () => void
}

/**
 * Rows chosen for a bulk action, over several pages of a list. `of` names what is listed (the filters, say): when it changes
 * the choice is empty again, for what can't be seen must not be acted upon.
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
