import { api } from '#web/data/api.ts'
import { store } from '#web/data/store.ts'

/** Closes the tour or its offer; the account remembers this, so that other browsers do not offer it again. */
export function endTour(): void {
  store.set({ tour: null })
  void api.endTour({}, { background: true })
}
