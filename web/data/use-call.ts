import { useMemo, useSyncExternalStore } from 'react'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { api } from './api.ts'
import { pendingEffects, withEffects } from './expected-effects.ts'
import { mayCall } from './may.ts'
import { askAlong, type CallState, prefetch, type RequestOptions, type Send, useRequest } from './use-request.ts'

/** Loads a page's data by the name of its call: see useRequest. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: Omit<RequestOptions, 'name'> = {},
): CallState<OutputOf<Name>> => {
  // The compiler can't see which member of the union of all calls the name selects.
  const called = useRequest(api[name] as Send<OutputOf<Name>>, JSON.stringify(input), { ...options, name })
  const now = useSyncExternalStore(pendingEffects.subscribe, pendingEffects.get, pendingEffects.get)
  const { data } = called
  const shown = useMemo(() => withEffects(data, now), [data, now])
  return { ...called, data: shown }
}

/**
 * Loads what is shown at once when the page comes back, and follows what others change: lists and figures, not what a form starts
 * from.
 */
export const useRemembered = <Name extends CallName>(name: Name, input: InputOf<Name>) =>
  useCall(name, input, { remember: true })

/** Asks once for what a page may be asking for at that moment, too: both take the same answer. */
export const askCall = <Name extends CallName>(name: Name, input: InputOf<Name>) =>
  askAlong(api[name] as Send<OutputOf<Name>>, name, input)

/** Asks beforehand for what a page is going to show; not for what the page leaves out for this role. */
export const prefetchCall = async <Name extends CallName>(name: Name, input: InputOf<Name>): Promise<void> => {
  if (mayCall(name)) await prefetch(api[name] as Send<OutputOf<Name>>, name, input)
}
