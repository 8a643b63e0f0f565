import { useRef } from 'react'
import type { Selection } from './use-selection.ts'

/** Ticks one row, or with Shift every row from the one that was ticked last, as a file manager does. */
export function useTicks<Row>(
  rows: readonly Row[],
  selection: Selection<Row> | undefined,
): (row: Row, on: boolean, range: boolean) => void {
  const last = useRef<Row>(undefined)
  return (row, on, range) => {
    const [from, to] = [last.current === undefined ? -1 : rows.indexOf(last.current), rows.indexOf(row)]
    last.current = row
    selection?.set(range && from !== -1 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [row], on)
  }
}
