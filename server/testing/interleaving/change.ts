import { type CallName, contract, type InputOf } from '#contract/index.ts'
import { type OperationInput, type OperationName, operations } from '#contract/operations/index.ts'
import type { TestOperator } from '#server/testing/make-operators.ts'
import type { World } from './world.ts'

/** A request that changes something. */
export interface Change {
  path: string
  body: object
  /** An operator's token; without one the company makes the change. */
  token?: string
  /** The session of the request, if not a manager's. */
  sid?: string
  /**
   * A step that must come before it but after everything that the other change needs, because it would keep the other from being
   * prepared.
   */
  lastly?: () => Promise<unknown>
  /** Reports whether an answer of 200 refuses everything that was requested. */
  refuses?: (data: unknown) => boolean
}

export const change = <Name extends CallName>(name: Name, body: InputOf<Name>, sid?: string): Change => ({
  path: contract[name].path,
  body,
  ...(sid && { sid }),
})
export const operation = <Name extends OperationName>(
  name: Name,
  body: OperationInput<Name>,
  { token }: TestOperator,
): Change => ({ path: `/operations${operations[name].path}`, body, token })

/** An operator's reason. */
export const reason = '客户来电要求'

/** Creates what the change needs and returns the change. The key begins with the call's name. */
export type Actor = (world: World) => Promise<Change>
