import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { lockDirectory } from './directory.sql.ts'

/**
 * Locks a directory before its changes are applied. The company's access comes first, as where a manager removes a person whom the
 * directory names: in the other order the two would deadlock.
 */
export async function lockToCompare(transaction: Database, companyId: string) {
  await asCompany(transaction, companyId, company => lockAccess(company, companyId))
  return lockDirectory(transaction, companyId)
}
