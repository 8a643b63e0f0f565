import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { useReach } from './reachable.ts'

interface ReachLinkProps extends LinkProps {
  to: string
  /** Shown to operators who may not open it; by default its text. */
  otherwise?: ReactNode
}

/** A link for operators who may open the page to which it leads. */
export function ReachLink({ to, otherwise, children, ...link }: ReachLinkProps) {
  const reaches = useReach()
  if (!reaches(to)) return otherwise === undefined ? children : otherwise
  return (
    <Link to={to} {...link}>
      {children}
    </Link>
  )
}
