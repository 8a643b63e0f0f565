import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useReach } from '#web/data/reach.ts'

interface ReachedLinkProps {
  to: string
  children: ReactNode
  /** Shown instead of the link to a user whose duty does not include the page; by default its text. */
  otherwise?: string
}

/** A link to a page of the console, for users whose duty includes it. */
export function ReachedLink({ to, children, otherwise }: ReachedLinkProps) {
  const { reaches } = useReach()
  return reaches(to) ? <Link to={to}>{children}</Link> : <span>{otherwise ?? children}</span>
}
