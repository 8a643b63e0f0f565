import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { api } from '#web/api.ts'
import { type Send, useTypedAnswer } from './use-answer.ts'

/** What a call would do while its input is being typed, by the name of the call: see useTypedAnswer. */
export const usePreview = <Name extends CallName>(name: Name, input: InputOf<Name> | undefined, pause = 250) =>
  // One name's call through a union of all: the compiler can't follow which.
  useTypedAnswer(api[name] as Send<OutputOf<Name>>, input, pause)
