import { type AccessCallName, accessCalls, plannedInputs } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { malformed } from './malformed.ts'

type AnyCall = Pick<Call, 'within' | 'effect' | 'scope'>

/** The act of a request: the call itself, or the call whose plan it requests. */
export interface Act {
  name: string
  call: AnyCall
  input: Record<string, unknown>
}

/** Throws the planning's own refusal if the planned input is invalid, since there is then no act to check. */
export function actOf(name: string, call: AnyCall, input: unknown): Act {
  // The contract has parsed the input; a call without one has none.
  if (name !== 'planAccess') return { name, call, input: (input ?? {}) as Record<string, unknown> }
  const planned = input as { call: AccessCallName; input: unknown }
  return { name: planned.call, call: accessCalls[planned.call], input: plannedInput(planned) }
}

/** Parses the input of a planned act. */
export function plannedInput({ call, input }: { call: AccessCallName; input: unknown }): Record<string, unknown> {
  const parsed = plannedInputs[call].safeParse(input)
  if (!parsed.success) throw malformed(parsed.error)
  return parsed.data
}
