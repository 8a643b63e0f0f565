import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import { lockDirectory } from './directory.sql.ts'

/**
 * Locks a directory for what it brings about. The company's access comes first, as where a manager removes somebody whom the
 * directory names: the other way round the two would wait for each other.
 */
export async function lockToCompare(transaction: Database, companyId: string) {
  await asCompany(transaction, companyId, company => lockAccess(company, companyId))
  return lockDirectory(transaction, companyId)
}
