import type { Operation } from '#contract/operations/operation.ts'
import type { OperatorContext } from '../operator-context.ts'
import type { EvidenceOf } from './evidence.ts'

/** The outcome of a confirmed request. */
export interface Outcome {
  /** One line, which is kept in the list. */
  result: string
  /**
   * A password for another person. The confirmer sees one half and the requester the other, so that neither can log in as that
   * person.
   */
  firstPassword?: string
}

export interface Executor {
  /** The operation that makes such a request, whose requester must still be allowed to make it at the confirmation. */
  request: Pick<Operation, 'access' | 'effect'>
  /**
   * Carries out a confirmed request in the transaction of the confirmation (`context.services.system`), and returns a line that
   * describes the result. An OperatorProblem leaves everything unchanged, with the request still waiting.
   */
  execute(context: OperatorContext, payload: unknown): Promise<string>
  /**
   * Undoes what the request had already begun, in the transaction that rejects or withdraws it, and returns a line describing it.
   */
  rejectOrWithdraw?(
    context: OperatorContext,
    payload: unknown,
    state: 'rejected' | 'withdrawn',
  ): Promise<string | undefined>
  /** What the second operator decides by, beside the summary. */
  evidence: EvidenceOf<unknown>
}

/** The kinds whose operations call `requestOrCarryOut` themselves and leave the rest to an executor. */
export type ExecutedKind = 'refund' | 'payment' | 'price'
export type Executors = Record<ExecutedKind, Executor>
