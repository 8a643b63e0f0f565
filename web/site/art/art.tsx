import type { ReactNode } from 'react'

/**
 * The frame of all drawings, so that they share one style: lines of one width, fills in the brand colour, the accent for everything
 * live (see art.css).
 */
export function Art({ children }: { children: ReactNode }) {
  return (
    <svg className="art" viewBox="0 0 360 240" aria-hidden="true">
      {children}
    </svg>
  )
}
