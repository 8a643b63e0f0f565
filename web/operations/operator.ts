import { useSyncExternalStore } from 'react'
import type { OperationOutput } from '#contract/operations/index.ts'
import { type ActingRole, mayDo, mayRead } from '#contract/operations/operator-names.ts'
import { forgetAnswers } from '#web/data/remembered.ts'

export type Self = OperationOutput<'getSelf'>

/**
 * The logged-in operator: `undefined` until known, `null` if there is none. The session itself is in a cookie that
 * scripts can't read.
 */
let self: Self | null | undefined
/** The session has expired or was ended elsewhere; the current page stays below the login. */
let ended = false
/** Increases with each beginning and end of a session. */
let turn = 0
/**
 * The recovery codes of a new authenticator until they are confirmed as saved. The page that bound it may unmount immediately: the
 * operator's first binding unlocks all other pages.
 */
let recoveryCodes: readonly string[] | undefined
const listeners = new Set<() => void>()

export const operator = {
  get: () => self,
  /** What was asked in another turn says nothing about the present session. */
  turn: () => turn,
  set(next: Self | null): void {
    if (ended || next?.operator_id !== self?.operator_id) turn += 1
    // Answers for one operator must not reach the next one.
    if (next?.operator_id !== self?.operator_id) {
      forgetAnswers()
      recoveryCodes = undefined
    }
    self = next
    ended = false
    for (const listener of listeners) listener()
  },
  endSession(): void {
    forgetAnswers()
    if (!ended) turn += 1
    if (self) ended = true
    else self = null
    for (const listener of listeners) listener()
  },
  showRecoveryCodes(codes: readonly string[] | undefined): void {
    recoveryCodes = codes
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useOperator = (): Self | null | undefined => useSyncExternalStore(operator.subscribe, operator.get)

export const useRecoveryCodes = (): readonly string[] | undefined =>
  useSyncExternalStore(operator.subscribe, () => recoveryCodes)

export const useSessionEnded = (): boolean => useSyncExternalStore(operator.subscribe, () => ended)

/**
 * Reports whether the logged-in operator has one of these roles. It only controls the display; the server checks again.
 */
export const useMay = (access: readonly ActingRole[]): boolean => mayDo(useOperator()?.roles ?? [], access)

/** The same for reading, which an auditor may always do. */
export const useMayRead = (access: readonly ActingRole[]): boolean => mayRead(useOperator()?.roles ?? [], access)
