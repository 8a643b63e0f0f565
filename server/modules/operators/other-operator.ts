import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import { lockOperator, lockOwners } from './operators.sql.ts'

/**
 * Finds another operator, whom an owner is about to change. It first locks every owner who can log in, always in the same order: of
 * two owners who disable each other concurrently, one is no owner any more when it is checked, and one remains.
 */
export async function requireOther({ operator }: Pick<OperatorContext, 'operator'>, transaction: Database, id: string) {
  if (id === operator.id) throw new Refusal(-53032)
  if (!(await lockOwners(transaction)).some(owner => owner.id === operator.id)) throw new Refusal(-41017)
  return orRefuse(await lockOperator(transaction, id), -53021)
}
