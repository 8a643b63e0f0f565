import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import type { CallOptions } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { type Called, type Send, useAnswer } from './use-answer.ts'

/** A page's data, by the name of its call: see useAnswer. */
export const useCall = <Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  { quiet }: Pick<CallOptions, 'quiet'> = {},
): Called<OutputOf<Name>> =>
  // One name's call through a union of all: the compiler can't follow which.
  useAnswer(api[name] as Send<OutputOf<Name>>, JSON.stringify(input), quiet)
