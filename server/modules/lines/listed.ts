import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedLines } from '#contract/line-names.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage, listedTotal, trimExtraRow } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { countLines, countStates, linesAfter, listLines } from './lines.sql.ts'

/** Returns one page of a company's lines. */
export async function listedLinesOf(
  company: Database,
  companyId: string,
  { page, page_size, order, after, ...filter }: ParsedOf<'getCompanyVplList'>,
): Promise<OutputOf<'getCompanyVplList'>> {
  const [list, found, counts] = await together(company, database => [
    after === undefined
      ? listLines(database, companyId, filter, { order, ...listedPage({ page, page_size }, listedLines) })
      : linesAfter(database, companyId, filter, { after, limit: page_size + 1 }),
    countLines(database, companyId, filter, listedLines + 1),
    countStates(database, companyId, listedLines, filter),
  ])
  const { total, more } = listedTotal(found, listedLines)
  if (after === undefined) return { list, total, more, counts }
  const read = trimExtraRow(list, page_size)
  return { list: read.rows, total, more: read.more, counts }
}
