import { isOpenTo } from '#contract/duty-calls.ts'
import type { Duty } from '#contract/duty-names.ts'
import type { CallName } from '#contract/index.ts'
import { calls } from './calls.generated.ts'
import { isLimited } from './reach.ts'
import { store } from './store.ts'
import { useStore } from './use-store.ts'

/** The subject of a call, if the permission depends on it. */
export interface Subject {
  /** True if it belongs to a manager of the company. */
  employee_manages: boolean
}

/**
 * Calls about one's own account are open to everyone; for the managers' calls, the table of the duties decides. Users limited to
 * departments cannot change anything of the company's managers (people/within.sql.ts).
 */
const isOpen = (duty: Duty | null, call: CallName, limited: boolean, about?: Subject): boolean =>
  duty === null ||
  calls[call].access !== 'manager' ||
  (isOpenTo(duty, call, limited) && !(limited && calls[call].change && about?.employee_manages))

/** Returns the name of a function of the api; undefined for any other function. */
export const callNamed = ({ name }: { name: string }): CallName | undefined =>
  // The cast holds because the table's keys are the call names.
  Object.hasOwn(calls, name) ? (name as CallName) : undefined

/** Reports whether the server would accept the call from the user. */
export const mayCall = (call: CallName): boolean => isOpen(store.get().duty, call, isLimited(store.get()))

/** The same for a component, which re-renders when the role changes. */
export function useMay(): (call: CallName, about?: Subject) => boolean {
  const duty = useStore(state => state.duty)
  const limited = useStore(isLimited)
  return (call, about) => isOpen(duty, call, limited, about)
}
