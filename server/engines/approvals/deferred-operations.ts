import type { OperationName, OperationOutput, OperationParsed, Operations } from '#contract/operations/index.ts'
import type { Database } from '#server/database/database.ts'
import type { EvidenceOf } from './evidence.ts'
import type { Outcome } from './executor.ts'

/** The operations that declare `approval`. */
export type DeferrableName = {
  [Name in OperationName]: Operations[Name] extends { approval: object } ? Name : never
}[OperationName]

type ValueOf<Name extends DeferrableName> = Operations[Name]['approval']['value'] extends string ? number : undefined

interface Description<Value> {
  /** The object of the request, as named in the audit log. At most one request of a kind waits per object. */
  target: string
  /** The planned effect, with names and figures. */
  summary: string
  /**
   * Facts in the summary that may change before the confirmation, as ids and amounts. If given, they are compared instead of the
   * summary, whose wording may change with an upgrade or a renaming.
   */
  facts?: unknown
  /** The company concerned, by which the second operator finds earlier requests; null if it concerns none or several. */
  companyId: string | null
  /** The size of the request, in the unit that the operation declares. */
  value: Value
  /** The size of what each of several companies receives, in the same unit. */
  each?: { companyIds: readonly string[]; value: number } | undefined
}

/** A module's description of one of its operations that may be kept for a second operator. */
export interface DeferredOperation<Name extends DeferrableName> {
  /**
   * Returns undefined if no second operator is needed regardless of the policy, as for revoking power, and if the request concerns
   * something that does not exist or that its requester may not request, which the handler itself refuses.
   */
  describe(
    database: Database,
    input: OperationParsed<Name>,
    requesterId: string,
  ): Promise<Description<ValueOf<Name>> | undefined>
  /** Locks the object of a request after the request's row (`requestOrCarryOut`), and throws if it can no longer be requested. */
  lock?: (transaction: Database, input: OperationParsed<Name>) => Promise<unknown>
  /** What the second operator decides by, beside the summary. */
  evidence: EvidenceOf<OperationParsed<Name>>
  /** Derives the request's outcome from the handler's answer. */
  outcome(output: OperationOutput<Name>): Outcome
}

/** The shape of a module's `approvals.ts`: some of the operations that declare `approval`. */
export type DeferredOperationsFor<Name extends DeferrableName> = { [Each in Name]: DeferredOperation<Each> }

/** The same for an operation whose name is known only at run time. */
export interface AnyDeferredOperation {
  describe(
    database: Database,
    input: unknown,
    requesterId: string,
  ): Promise<Description<number | undefined> | undefined>
  lock?: (transaction: Database, input: unknown) => Promise<unknown>
  evidence: EvidenceOf<unknown>
  outcome(output: unknown): Outcome
}
