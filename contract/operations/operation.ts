import type { z } from 'zod'
import { type Call, complete, type Written } from '../call.ts'
import type { ActingRole, ApprovalKind, approvalUnits } from './operator-names.ts'

/**
 * The operators that an operation admits: anyone who reaches the back office; each operator, which is for reading and for one's
 * own account; or operators with one of the roles, and the owner, who may do everything. The auditor may make those that read.
 */
export type OperatorAccess = 'visitor' | 'operator' | readonly ActingRole[]

/** The policy that a request falls under, and the unit of its size. */
export type ApprovalDeclaration = {
  [Kind in ApprovalKind]: { kind: Kind; value: (typeof approvalUnits)[Kind] }
}[ApprovalKind]

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Call<Input, Output, OperatorAccess> {
  /**
   * It changes something, or shows what must be accounted for, so a success without an entry in the audit log is a
   * fault.
   */
  audited?: true
  /**
   * A request that reaches the threshold of its policy is kept and answered with -53013. It is carried out once
   * another operator confirms it. Such an operation takes no file, and no secret in its input, which is stored as it
   * is.
   */
  approval?: ApprovalDeclaration
  /** Also allows an operator who must first change the password, or bind an authenticator where one is required. */
  unbound?: true
  /** It may be made about a company that is closed, too. Every other change that names the company, or something of its own, is refused. */
  ofClosed?: true
  /** The page calls this by itself, so it is no sign that somebody sits in front of it. */
  background?: true
}

/** A call of the back office: the cookie of the operator's session takes the place of the sid. */
export const operation = <const Definition extends Written<Operation>>(definition: Definition) => complete(definition)
