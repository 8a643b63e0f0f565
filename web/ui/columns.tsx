import type { ReactNode } from 'react'

/**
 * Two stacks of cards: side by side in wide windows, otherwise one below the other in reading order. Cards that grow or are added
 * never move others to the other side.
 */
export const Columns = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <div className="columns">
    <div className="sheets">{left}</div>
    <div className="sheets">{right}</div>
  </div>
)
