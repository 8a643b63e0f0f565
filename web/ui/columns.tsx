import type { ReactNode } from 'react'

/**
 * Two stacks of cards: side by side where a window has the room, otherwise one below the other in the order of reading. Cards that
 * grow or are added move nothing to the other side.
 */
export const Columns = ({ left, right }: { left: ReactNode; right: ReactNode }) => (
  <div className="columns">
    <div className="sheets">{left}</div>
    <div className="sheets">{right}</div>
  </div>
)
