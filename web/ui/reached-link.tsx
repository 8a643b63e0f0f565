import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from '#web/data/reach.ts'

interface ReachedLinkProps {
  to: string
  children: ReactNode
  /** Stands in its place for somebody whose duty does not reach there; its own text by default. */
  otherwise?: string
}

/** A link to a page of the console, for those whose duty reaches there. */
export function ReachedLink({ to, children, otherwise }: ReachedLinkProps) {
  const { reaches } = useReach()
  return reaches(to) ? <Link to={to}>{children}</Link> : <span>{otherwise ?? children}</span>
}
