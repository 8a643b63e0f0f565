import { useRef } from 'react'
import type { Selection } from './use-selection.ts'

/** Ticks one row, or with Shift every row from the last ticked one on, as file managers do. */
export function useTicks<Row>(
  rows: readonly Row[],
  idOf: (row: Row) => string,
  selection: Selection<Row> | undefined,
): (row: Row, on: boolean, range: boolean) => void {
  /** The id is stored, because a reloaded list has new row objects. */
  const last = useRef<string>(undefined)
  return (row, on, range) => {
    const [from, to] = [rows.findIndex(each => idOf(each) === last.current), rows.indexOf(row)]
    last.current = idOf(row)
    selection?.set(range && from !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], on)
  }
}
