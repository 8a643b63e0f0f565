import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from '../reachable.ts'

/** A figure that leads to its list, for whoever may see that. */
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
