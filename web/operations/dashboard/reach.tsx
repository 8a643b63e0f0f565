import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from '../reachable.ts'

/** A figure, linked to its list for operators who may open it. */
export function Reach({ to, label, children }: { to: string; label: string; children: ReactNode }) {
  const reaches = useReach()
  return reaches(to) ? (
    <Link to={to} aria-label={label}>
      {children}
    </Link>
  ) : (
    children
  )
}
