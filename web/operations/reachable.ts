import { createContext, type ReactNode, use } from 'react'
import { matchPath } from 'react-router'

interface Reached {
  key: string
  name: string
  path: string
  icon: ReactNode
}

/**
 * The menu entries the operator may see, for pages that link to others. A context is needed, because the menu itself
 * imports the pages.
 */
export const Reachable = createContext<readonly Reached[]>([])

export const useReachable = () => use(Reachable)

/** Reports whether the operator may open the page at this address. */
export function useReach(): (to: string) => boolean {
  const reachable = useReachable()
  return to => reachable.some(({ path }) => matchPath(path, to.split('?', 1)[0] ?? ''))
}
