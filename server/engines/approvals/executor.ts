import type { OperatorContext } from '../operator-context.ts'
import type { EvidenceOf } from './evidence.ts'

/** The outcome of a confirmed request. */
export interface Outcome {
  /** One line, which stays in the list. */
  result: string
  /**
   * A password for somebody else. The confirmer sees one half and the requester the other, so that neither can log in as the
   * person it is for.
   */
  firstPassword?: string
}

export interface Executor {
  /**
   * Carries out what was confirmed, in the transaction of the confirmation (`context.services.system`), and returns a
   * line that says what became of it. An OperatorProblem leaves everything as it was, with the request waiting.
   */
  execute(context: OperatorContext, payload: unknown): Promise<string>
  /**
   * Undoes, in the transaction that rejects or withdraws the request, what it had begun by itself, and returns a line that says so.
   */
  turnDown?(context: OperatorContext, payload: unknown, state: 'rejected' | 'withdrawn'): Promise<string | undefined>
  /** The second operator goes by this, beside the summary. */
  evidence: EvidenceOf<unknown>
}

/** The kinds whose operations ask a second operator by themselves (`requestOrCarryOut`) and leave the rest to an executor. */
export type ExecutedKind = 'refund' | 'payment' | 'price'
export type Executors = Record<ExecutedKind, Executor>
