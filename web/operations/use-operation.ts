import type { OperationInput, OperationName, OperationOutput } from '#contract/operations/index.ts'
import type { CallOptions } from '#web/answers.ts'
import { type Called, type Send, useAnswer, useTypedAnswer } from '#web/ui/use-answer.ts'
import { api } from './api.ts'

/** A page's data, by the name of its operation: see useAnswer. */
export const useOperation = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name>,
  { quiet = true }: Pick<CallOptions, 'quiet'> = {},
): Called<OperationOutput<Name>> =>
  // One name's call through a union of all: the compiler can't follow which.
  useAnswer(api[name] as Send<OperationOutput<Name>>, JSON.stringify(input), quiet)

/** What an operation would do while its input is being typed, by its name: see useTypedAnswer. */
export const useOperationPreview = <Name extends OperationName>(
  name: Name,
  input: OperationInput<Name> | undefined,
  pause = 250,
) =>
  // One name's call through a union of all: the compiler can't follow which.
  useTypedAnswer(api[name] as Send<OperationOutput<Name>>, input, pause)
