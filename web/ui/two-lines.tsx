import type { ReactNode } from 'react'

/** A cell's main text above a quieter one, where there is one. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="two-lines">
    <span>{first}</span>
    {second && <span>{second}</span>}
  </span>
)
