import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { reaches } from '#web/data/console-pages.ts'
import { useStore } from '#web/data/use-store.ts'

/** A link to a page of the console; its text alone for somebody whose duty does not reach there. */
export function ReachedLink({ to, children }: { to: string; children: ReactNode }) {
  const duty = useStore(state => state.duty)
  return reaches(to, duty) ? <Link to={to}>{children}</Link> : <span>{children}</span>
}
