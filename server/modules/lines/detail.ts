import type { OutputOf } from '#contract/index.ts'
import { orRefuse } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { countEntitled } from '#server/modules/access/rights.ts'
import { findLine } from './lines.sql.ts'

/** The company sees its former lines even after their release; a line that it never had is refused with -52001. */
export async function detailOf(
  company: Database,
  companyId: string,
  lineId: string,
): Promise<OutputOf<'getCompanyVplDetail'>> {
  const line = orRefuse(await findLine(company, companyId, lineId), -52001)
  return { ...line, people: await countEntitled(company, companyId, lineId) }
}
