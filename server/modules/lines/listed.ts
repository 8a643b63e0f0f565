import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedLines } from '#contract/line-names.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { countLines, countStates, listLines } from './lines.sql.ts'

/** Returns one page of a company's lines. */
export async function listedLinesOf(
  company: Database,
  companyId: string,
  { page, page_size, order, ...filter }: ParsedOf<'getCompanyVplList'>,
): Promise<OutputOf<'getCompanyVplList'>> {
  const [list, found, counts] = await together(company, database => [
    listLines(database, companyId, filter, { order, ...listedPage({ page, page_size }, listedLines) }),
    countLines(database, companyId, filter, listedLines + 1),
    countStates(database, companyId, listedLines, filter),
  ])
  return { list, ...listedTotal(found, listedLines), counts }
}
