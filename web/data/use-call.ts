import { useMemo, useSyncExternalStore } from 'react'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { api } from './api.ts'
import { pendingEffects, withEffects } from './expected-effects.ts'
import { mayCall } from './may.ts'
import { type CallState, prefetch, type RequestOptions, requestShared, type Send, useRequest } from './use-request.ts'

/** Loads a page's data by the name of its call: see useRequest. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: Omit<RequestOptions, 'name'> = {},
): CallState<OutputOf<Name>> => {
  // The cast is needed because the compiler cannot see which member of the union of all calls the name selects.
  const called = useRequest(api[name] as Send<OutputOf<Name>>, JSON.stringify(input), { ...options, name })
  const now = useSyncExternalStore(pendingEffects.subscribe, pendingEffects.get, pendingEffects.get)
  const { data } = called
  const shown = useMemo(() => withEffects(data, now), [data, now])
  return { ...called, data: shown }
}

/**
 * Loads data that is shown immediately when the user returns to the page, and follows others' changes. For lists and figures, not
 * for the initial values of a form.
 */
export const useRemembered = <Name extends CallName>(name: Name, input: InputOf<Name>) =>
  useCall(name, input, { remember: true })

/** Makes a call that a page may be making at the same time: both share one answer. */
export const askCall = <Name extends CallName>(name: Name, input: InputOf<Name>) =>
  requestShared(api[name] as Send<OutputOf<Name>>, name, input)

/** Prefetches an answer that a page is going to show, unless the page leaves it out for this role. */
export const prefetchCall = async <Name extends CallName>(name: Name, input: InputOf<Name>): Promise<void> => {
  if (mayCall(name)) await prefetch(api[name] as Send<OutputOf<Name>>, name, input)
}
