import { useEffect } from 'react'
import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { isSessionRefusal } from '#web/data/answers.ts'
import {
  type CallState,
  type RequestOptions,
  type Send,
  useDebouncedRequest,
  useRequest,
} from '#web/data/use-request.ts'
import { api } from './api.ts'
import { useSessionEnded } from './operator.ts'

/** Loads a page's data by the name of its operation: see useRequest. */
export const useOperation = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  options: Omit<RequestOptions, 'name'> = {},
): CallState<OperationOutput<Name>> => {
  // The compiler can't see which member of the union of all calls the name selects.
  const called = useRequest(api[name] as Send<OperationOutput<Name>>, JSON.stringify(input), { ...options, name })
  const ended = useSessionEnded()
  const { refused, loading, reload } = called
  useEffect(() => {
    // Only the session was refused, and there is a new one by now.
    if (!ended && !loading && refused && isSessionRefusal(refused)) reload()
  }, [ended, loading, refused, reload])
  return called
}

/**
 * Loads data that is shown immediately when the user returns to the page, and follows others' changes (`keep-current.ts`). For
 * lists and figures, not for the initial values of a form.
 */
export const useRemembered = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
  useOperation(name, input, { remember: true })

/** Previews the effect of an operation while its input is being typed, by its name: see useDebouncedRequest. */
export const useOperationPreview = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name> | undefined,
  pause = 250,
) =>
  // The compiler can't see which member of the union of all calls the name selects.
  useDebouncedRequest(api[name] as Send<OperationOutput<Name>>, input, pause)
