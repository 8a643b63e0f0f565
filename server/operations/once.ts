import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { OperationName } from '#contract/operations/index.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../http/envelope.ts'
import { accountedBefore } from './audit.ts'
import type { OperatorContext } from './context.ts'

interface Asked {
  operation: OperationName
  request_key: string
  /** What the key stands for. */
  content: object
}

/**
 * What must not be done twice because its answer was lost: with the key of a request that was done, that one's answer.
 * One that is refused or fails leaves its key free.
 */
export function once<Answer extends object>(
  { system, operator }: Pick<OperatorContext, 'system' | 'operator'>,
  { operation, request_key, content }: Asked,
  work: (transaction: Database) => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256')
    .update(JSON.stringify([operation, content]))
    .digest()
  const key = sql`operator_id = ${operator.id} and request_key = ${request_key}`
  return system.transaction(async transaction => {
    // Of two at once the second waits here until the first is done.
    const first = await transaction.change(sql`
      insert into operator_request (operator_id, request_key, request_hash)
      values (${operator.id}, ${request_key}, ${hash}) on conflict do nothing`)
    if (!first) {
      const before = await transaction.row<{ request_hash: Buffer; answer: Answer }>(sql`
        select request_hash, answer from operator_request where ${key}`)
      if (!before?.request_hash.equals(hash)) throw new Refusal(-53023)
      accountedBefore()
      return before.answer
    }
    const answer = await work(transaction)
    await transaction.change(sql`update operator_request set answer = ${JSON.stringify(answer)}::jsonb where ${key}`)
    return answer
  })
}
