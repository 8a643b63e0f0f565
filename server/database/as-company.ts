import sql from 'sql-template-tag'
import type { Database } from './database.ts'
import { companyRole } from './pool.ts'
import { sharedTransactionOf } from './shared-transaction.ts'
import { queueStatement } from './transaction.ts'

/**
 * Runs `work` as the company's role within a system transaction, for changes that touch both the company's rows and others
 * (accounts, sessions, messages). Row-level security applies inside. After an error the role is reset with the transaction, or with
 * the savepoint that `work` ran in.
 */
export async function asCompany<Result>(
  transaction: Database,
  companyId: string,
  work: (company: Database) => Promise<Result>,
): Promise<Result> {
  const shared = sharedTransactionOf(transaction)
  if (shared) return work(shared.company(companyId))
  await queueStatement(
    transaction,
    sql`select set_config('portal.company', ${companyId}, true), set_config('role', ${companyRole}, true)`,
  )
  const result = await work(transaction)
  await queueStatement(
    transaction,
    sql`select set_config('role', 'none', true), set_config('portal.company', '', true)`,
  )
  return result
}
