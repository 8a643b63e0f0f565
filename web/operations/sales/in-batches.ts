import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'
import { statementBatch } from '#contract/operations/sales-names.ts'
import type { Answered, CallOptions } from '#web/data/answers.ts'
import type { SubmissionOptions } from '#web/ui/use-submission.ts'

type Row = OperationInput<'recordTransferParts'>['parts'][number]
type Recorded = OperationOutput<'recordTransferParts'>
/** Both calls have the same answer, except that one of them records nothing. */
type Outcome = OperationOutput<'requestStatement'> & Partial<Recorded>

/** None of these rows could be processed; those of another call may be. */
const noneDone = -53020

/**
 * Sends the rows of a statement in as many calls as needed, and adds up the outcomes. Each call has its own key, so that a retry
 * continues after those that were answered.
 */
export async function inBatches(
  rows: Row[],
  { idempotencyKey, ...options }: SubmissionOptions,
  send: (rows: Row[], options: CallOptions) => Promise<Answered<Outcome>>,
): Promise<Answered<Recorded>> {
  const sum: Recorded = { recorded: 0, requested: 0, done: 0, refused: [] }
  let last: Answered<Outcome> | undefined
  // A single row is refused with a message about it, which would be taken for all rows, so the last call must not have just one.
  const size = rows.length % statementBatch === 1 ? statementBatch - 1 : statementBatch
  for (let from = 0; from < rows.length; from += size) {
    const batch = rows.slice(from, from + size)
    const answer = await send(batch, { ...options, idempotencyKey: `${idempotencyKey}-${from}` })
    if (!answer.ok && answer.code !== noneDone) return answer
    if (answer.ok) {
      sum.recorded += answer.data.recorded ?? 0
      sum.requested += answer.data.requested
      sum.done += answer.data.done
      sum.refused.push(...answer.data.refused)
    } else sum.refused.push(...batch.map(({ remark_code }) => ({ remark_code, reason: answer.msg })))
    if (!last?.ok) last = answer
  }
  if (!last) throw new Error('a statement without rows was sent')
  return last.ok ? { ...last, data: sum } : last
}
