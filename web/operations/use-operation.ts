import { useEffect } from 'react'
import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import { type CallOptions, isSessionRefusal } from '#web/answers.ts'
import { type Called, type Send, useAnswer, useTypedAnswer } from '#web/ui/use-answer.ts'
import { api } from './api.ts'
import { useSessionEnded } from './operator.ts'

/** A page's data, by the name of its operation: see useAnswer. */
export const useOperation = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  { quiet = true }: Pick<CallOptions, 'quiet'> = {},
): Called<OperationOutput<Name>> => {
  // One name's call through a union of all: the compiler can't follow which.
  const called = useAnswer(api[name] as Send<OperationOutput<Name>>, JSON.stringify(input), quiet)
  const ended = useSessionEnded()
  const { refused, loading, reload } = called
  useEffect(() => {
    // Refused for the session alone: there is another by now.
    if (!ended && !loading && refused && isSessionRefusal(refused)) reload()
  }, [ended, loading, refused, reload])
  return called
}

/** What an operation would do while its input is being typed, by its name: see useTypedAnswer. */
export const useOperationPreview = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name> | undefined,
  pause = 250,
) =>
  // One name's call through a union of all: the compiler can't follow which.
  useTypedAnswer(api[name] as Send<OperationOutput<Name>>, input, pause)
