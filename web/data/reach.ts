import type { ConsolePage } from './console-page.ts'
import { isReached, reaches } from './console-pages.ts'
import type { store } from './store.ts'
import { useStore } from './use-store.ts'

/** Reports whether the user's duty includes a page of the console, or the page at an address. */
export function useReach(): { isReached: (page: ConsolePage) => boolean; reaches: (to: string) => boolean } {
  const duty = useStore(state => state.duty)
  const limited = useStore(isLimited)
  return { isReached: page => isReached(page, duty, limited), reaches: to => reaches(to, duty, limited) }
}

/** Reports whether a duty is limited to departments. */
export const isLimited = ({ dutyDepartments }: Pick<ReturnType<typeof store.get>, 'dutyDepartments'>): boolean =>
  dutyDepartments !== null
