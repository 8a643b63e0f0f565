import type { z } from 'zod'
import type { Call } from '../call.ts'
import type { OperatorRole } from './operator-names.ts'

/**
 * Who may make an operation: anyone who reaches the back office; each operator; or those of the roles, and the owner, who may
 * everything.
 */
export type OperatorAccess = 'visitor' | 'operator' | readonly OperatorRole[]

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Call<Input, Output, OperatorAccess> {
  /** It changes something, or shows what must be accounted for: a success without an entry in the audit log is a fault. */
  audited?: true
  /** Also for an operator who has no authenticator yet where one is required. */
  unbound?: true
  /** Asked by the page by itself: it is no sign that somebody sits before it. */
  background?: true
}

/** A call of the back office: the cookie of the operator's session takes the place of the sid. */
export const operation = <const Definition extends Operation>(definition: Definition) => definition
