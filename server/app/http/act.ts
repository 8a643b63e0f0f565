import { type AccessCallName, accessCalls, plannedInputs } from '#contract/access.ts'
import type { Call } from '#contract/call.ts'
import { malformed } from './malformed.ts'

type AnyCall = Pick<Call, 'within' | 'effect' | 'scope'>

/** What a request does: itself, or the act that it asks a plan of. */
export interface Act {
  name: string
  call: AnyCall
  input: Record<string, unknown>
}

/** Throws what the planning of an act throws for an input that it does not accept: there is nothing to judge then. */
export function actOf(name: string, call: AnyCall, input: unknown): Act {
  // The contract has parsed it; a call without an input has none.
  if (name !== 'planAccess') return { name, call, input: (input ?? {}) as Record<string, unknown> }
  const planned = input as { call: AccessCallName; input: unknown }
  return { name: planned.call, call: accessCalls[planned.call], input: plannedInput(planned) }
}

/** Reads the input of an act that is planned. */
export function plannedInput({ call, input }: { call: AccessCallName; input: unknown }): Record<string, unknown> {
  const parsed = plannedInputs[call].safeParse(input)
  if (!parsed.success) throw malformed(parsed.error)
  return parsed.data
}
