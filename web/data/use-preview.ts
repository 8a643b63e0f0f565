import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { api } from './api.ts'
import { type Send, useDebouncedRequest } from './use-request.ts'

/** Previews the effect of a call while its input is being typed, by the name of the call: see useDebouncedRequest. */
export const usePreview = <Name extends CallName>(name: Name, input: InputOf<Name> | undefined, delay = 250) =>
  // The cast is needed because the compiler cannot see which member of the union of all calls the name selects.
  useDebouncedRequest(api[name] as Send<OutputOf<Name>>, input, delay)
