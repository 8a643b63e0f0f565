import type { ReactNode } from 'react'

/** A cell's main text, with a quieter one below it if there is one. */
export const TwoLines = ({ first, second }: { first: ReactNode; second: ReactNode }) => (
  <span className="two-lines">
    <span>{first}</span>
    {second && <span>{second}</span>}
  </span>
)
