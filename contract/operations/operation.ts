import type { z } from 'zod'
import { type Call, complete, type Written } from '../call.ts'
import type { ActingRole, ApprovalKind, approvalUnits } from './operator-names.ts'

/**
 * The operators that an operation admits: anyone who reaches the back office; every operator, for reading and for their own
 * account; or operators with one of the roles, and the owner, who may do everything. The auditor may make the calls that read.
 */
export type OperatorAccess = 'visitor' | 'operator' | readonly ActingRole[]

/** The policy that applies to a request, and the unit of its size. */
export type ApprovalDeclaration = {
  [Kind in ApprovalKind]: { kind: Kind; value: (typeof approvalUnits)[Kind] }
}[ApprovalKind]

export interface Operation<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType>
  extends Call<Input, Output, OperatorAccess> {
  /**
   * The operation changes data, or shows data whose viewing must be accounted for: a success without an entry in the audit log is a
   * fault.
   */
  audited?: true
  /**
   * A request that reaches the threshold of its policy is stored and answered with -53013. It is carried out once another operator
   * confirms it. Such an operation takes no file, and no secret in its input, which is stored as it is.
   */
  approval?: ApprovalDeclaration
  /** Also admits an operator who must first change the password, or bind an authenticator where one is required. */
  unbound?: true
  /**
   * The operation also works for a closed company. Every other change that names such a company, or something it owns, is refused.
   */
  allowsClosedCompany?: true
  /** Pages make this call on their own, so it is no sign that the operator is present. */
  background?: true
}

/** A call of the back office: the cookie of the operator's session replaces the sid. */
export const operation = <const Definition extends Written<Operation>>(definition: Definition) => complete(definition)
