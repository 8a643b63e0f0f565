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
  /** The page to which `listed` belongs. */
  place: string
}

/** Returns the selected rows as they are listed now, without those that have left their page since it was listed `before`. */
function withLatest<Row>(
  rows: ReadonlyMap<string, Row>,
  before: readonly Row[],
  listed: readonly Row[],
  { idOf, size }: { idOf: (row: Row) => string; size: number },
) {
  const latest = new Map(rows)
  const present = new Set(listed.map(idOf))
  const last = before.findLastIndex(row => present.has(idOf(row)))
  // New rows push the last ones of a full page to the next page, where they are still listed.
  const leaving = listed.length < size ? before : before.slice(0, last + 1)
  for (const row of leaving) if (!present.has(idOf(row))) latest.delete(idOf(row))
  for (const row of listed) if (rows.has(idOf(row))) latest.set(idOf(row), row)
  return latest
}

/**
 * The rows selected for a bulk action, over several pages of a list. Rows that can't be seen must not be acted upon: the selection
 * is cleared when `of`, which identifies the listed set (the filters, say), changes, and a row is deselected when it leaves its
 * page, because somebody has removed it or it no longer matches.
 */
export function useSelection<Row>(
  idOf: (row: Row) => string,
  of: string,
  listed: readonly Row[] | undefined,
  at: { page: number; size: number; order: string | undefined },
): Selection<Row> {
  const place = `${at.page} ${at.size} ${at.order}`
  const [chosen, setChosen] = useState<Chosen<Row>>({ of, rows: new Map(), listed, place })
  const { rows } = chosen
  if (chosen.of !== of) setChosen({ ...chosen, of, rows: new Map() })
  // A dialog describes the effect of an act from the rows, which may have changed since they were ticked.
  else if (chosen.listed !== listed) {
    const before = (chosen.place === place && listed && chosen.listed) || []
    setChosen({ of, rows: withLatest(rows, before, listed ?? [], { idOf, size: at.size }), listed, place })
  }
  return {
    rows: [...rows.values()],
    ids: [...rows.keys()],
    has: row => rows.has(idOf(row)),
    set(some, on) {
      setChosen(now => {
        // The rows were loaded for filters that have changed meanwhile.
        if (now.of !== of) return now
        const next = new Map(now.rows)
        for (const row of some) on ? next.set(idOf(row), row) : next.delete(idOf(row))
        return { ...now, rows: next }
      })
    },
    clear: () => setChosen(now => ({ ...now, rows: new Map() })),
  }
}
