import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import type { CallOptions } from './answers.ts'
import { api } from './api.ts'
import { type CallState, type Send, useRequest } from './use-request.ts'

/** Loads a page's data by the name of its call: see useRequest. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: Pick<CallOptions, 'background'> = {},
): CallState<OutputOf<Name>> =>
  // The compiler can't see which member of the union of all calls the name selects.
  useRequest(api[name] as Send<OutputOf<Name>>, JSON.stringify(input), options)
