import { useState } from 'react'

export interface Selection<Row> {
  /** The selected rows in the order of selection, each as it was last listed. */
  rows: readonly Row[]
  ids: readonly string[]
  has: (row: Row) => boolean
  set: (rows: readonly Row[], chosen: boolean) => void
  clear: () => void
}

interface Chosen<Row> {
  of: string
  rows: ReadonlyMap<string, Row>
  listed: readonly Row[] | undefined
}

function withLatest<Row>(rows: ReadonlyMap<string, Row>, listed: readonly Row[] = [], idOf: (row: Row) => string) {
  const latest = new Map(rows)
  for (const row of listed) if (rows.has(idOf(row))) latest.set(idOf(row), row)
  return latest
}

/**
 * The rows selected for a bulk action, over several pages of a list. `of` identifies the listed set (the filters, say):
 * when it changes the selection is cleared, because rows that can't be seen must not be acted upon.
 */
export function useSelection<Row>(
  idOf: (row: Row) => string,
  of: string,
  listed: readonly Row[] | undefined,
): Selection<Row> {
  const [chosen, setChosen] = useState<Chosen<Row>>({ of, rows: new Map(), listed })
  const rows = chosen.of === of ? chosen.rows : new Map<string, Row>()
  // A dialog describes the effect of an act from the rows, which may have changed since they were ticked.
  if (chosen.listed !== listed) setChosen({ of, rows: withLatest(rows, listed, idOf), listed })
  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    has: row => rows.has(idOf(row)),
    set(some, on) {
      const next = new Map(rows)
      for (const row of some) on ? next.set(idOf(row), row) : next.delete(idOf(row))
      setChosen({ of, rows: next, listed })
    },
    clear: () => setChosen({ of, rows: new Map(), listed }),
  }
}
