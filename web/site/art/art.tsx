import type { ReactNode } from 'react'

/**
 * The frame of all drawings, so that they share one style: lines of one width, washes of the brand colour, the accent
 * for whatever is live (see art.css).
 */
export function Art({ width = 240, height = 160, children }: { width?: number; height?: number; children: ReactNode }) {
  return (
    <svg className="art" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {children}
    </svg>
  )
}
