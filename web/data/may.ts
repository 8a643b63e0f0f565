import { isOpenTo } from '#contract/duty-calls.ts'
import type { Duty } from '#contract/duty-names.ts'
import type { CallName } from '#contract/index.ts'
import { calls } from './calls.generated.ts'
import { isLimited } from './reach.ts'
import { store } from './store.ts'
import { useStore } from './use-store.ts'

/** What a call is about, where the answer depends on it. */
export interface Subject {
  /** It belongs to somebody who manages the company. */
  employee_manages: boolean
}

/**
 * A call of one's own account is open to everybody; of the managers' calls the table of the duties names those that are. Whoever is
 * limited to departments changes nothing of those who manage the company (people/within.sql.ts).
 */
const isOpen = (duty: Duty | null, call: CallName, limited: boolean, about?: Subject): boolean =>
  duty === null ||
  calls[call].access !== 'manager' ||
  (isOpenTo(duty, call, limited) && !(limited && calls[call].change && about?.employee_manages))

/** Returns the name of a function of the api; undefined for any other function. */
export const callNamed = ({ name }: { name: string }): CallName | undefined =>
  // The table's keys are the call names.
  Object.hasOwn(calls, name) ? (name as CallName) : undefined

/** Tells whether the server would take the call from whoever is at the page. */
export const mayCall = (call: CallName): boolean => isOpen(store.get().duty, call, isLimited(store.get()))

/** The same for a component, which follows the role when it changes. */
export function useMay(): (call: CallName, about?: Subject) => boolean {
  const duty = useStore(state => state.duty)
  const limited = useStore(isLimited)
  return (call, about) => isOpen(duty, call, limited, about)
}
