import { type ConsolePage, isReached, reaches } from './console-pages.ts'
import type { store } from './store.ts'
import { useStore } from './use-store.ts'

/** Whether the duty of whoever is at the page reaches a page of the console, and whether it reaches where an address leads. */
export function useReach(): { isReached: (page: ConsolePage) => boolean; reaches: (to: string) => boolean } {
  const duty = useStore(state => state.duty)
  const limited = useStore(isLimited)
  return { isReached: page => isReached(page, duty, limited), reaches: to => reaches(to, duty, limited) }
}

/** Reports whether a duty is limited to departments. */
export const isLimited = ({ dutyDepartments }: Pick<ReturnType<typeof store.get>, 'dutyDepartments'>): boolean =>
  dutyDepartments !== null
