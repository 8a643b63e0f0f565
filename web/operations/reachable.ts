import { createContext, type ReactNode, use } from 'react'

interface Reached {
  key: string
  name: string
  path: string
  icon: ReactNode
}

/** The entries of the menu that the operator may see, for pages that lead to others; the menu itself leads to the pages. */
export const Reachable = createContext<readonly Reached[]>([])

export const useReachable = () => use(Reachable)

/** Whether the operator may open the list at this address; one without a page of its own leads nowhere. */
export function useReach(): (to: string) => boolean {
  const reachable = useReachable()
  return to => reachable.some(({ path }) => path === to.split('?', 1)[0])
}
