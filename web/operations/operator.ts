import { useSyncExternalStore } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { mayDo, type OperatorRole } from '#contract/operations/operator-names.ts'

export type Self = OperationOutput<'getSelf'>

/** Who works here; `undefined` before it is known, `null` when nobody is logged in. The session itself is in a cookie no script sees. */
let self: Self | null | undefined
/** Their session is over, by time or from elsewhere; the page they are at stays beneath the login. */
let ended = false
const listeners = new Set<() => void>()

export const operator = {
  get: () => self,
  set(next: Self | null): void {
    self = next
    ended = false
    for (const listener of listeners) listener()
  },
  endSession(): void {
    if (self) ended = true
    else self = null
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useOperator = (): Self | null | undefined => useSyncExternalStore(operator.subscribe, operator.get)

export const useSessionEnded = (): boolean => useSyncExternalStore(operator.subscribe, () => ended)

/** Whether the operator who is logged in may do what is for these roles: for what a page shows; the server asks again. */
export const useMay = (access: readonly OperatorRole[]): boolean => mayDo(useOperator()?.roles ?? [], access)
