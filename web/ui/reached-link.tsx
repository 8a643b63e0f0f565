import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from '#web/data/reach.ts'

/** A link to a page of the console; its text alone for somebody whose duty does not reach there. */
export function ReachedLink({ to, children }: { to: string; children: ReactNode }) {
  const { reaches } = useReach()
  return reaches(to) ? <Link to={to}>{children}</Link> : <span>{children}</span>
}
