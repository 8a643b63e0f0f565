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
  /** The object of the request, as the audit names it. One request of a kind for each waits at a time. */
  target: string
  /** The planned effect, with names and figures. */
  summary: string
  /**
   * What the summary tells that may change before the confirmation, in ids and amounts. Where it is given, this is compared instead of the
   * summary, whose words may be others after an upgrade or a renaming.
   */
  facts?: unknown
  /** The company that it is about, by which the second operator finds earlier requests; null where it is about none or several. */
  companyId: string | null
  /** The size of the request, in the unit that the operation declares. */
  value: Value
  /** What each of several companies is given, in the same unit. */
  each?: { companyIds: readonly string[]; value: number } | undefined
}

/** A module's description of one of its operations that may be kept for a second operator. */
export interface DeferredOperation<Name extends DeferrableName> {
  /**
   * Returns undefined where nobody else is needed whatever the policy says, as for something that takes power away,
   * and where the request is about something that does not exist or that its requester may not ask for, which the
   * handler refuses in its own words.
   */
  describe(
    database: Database,
    input: OperationParsed<Name>,
    requesterId: string,
  ): Promise<Description<ValueOf<Name>> | undefined>
  /** Locks what a request is about and throws where it can't be asked for any more, behind the request's row (`requestOrCarryOut`). */
  lock?: (transaction: Database, input: OperationParsed<Name>) => Promise<unknown>
  /** The second operator goes by this, beside the summary. */
  evidence: EvidenceOf<OperationParsed<Name>>
  /** Returns the outcome of the request, from the handler's answer. */
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
