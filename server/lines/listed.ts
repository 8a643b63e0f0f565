import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedLines } from '#contract/line-names.ts'
import type { Database } from '../database/database.ts'
import { countLines, countStates, listLines } from './lines.sql.ts'
import { viewOf } from './view.ts'

/** One page of a company's lines. */
export async function listedLinesOf(
  company: Database,
  companyId: string,
  { page, page_size, order, ...filter }: ParsedOf<'getCompanyVplList'>,
): Promise<OutputOf<'getCompanyVplList'>> {
  const offset = (page - 1) * page_size
  const limit = Math.max(0, Math.min(page_size, listedLines - offset))
  const [rows, found, counts] = await Promise.all([
    listLines(company, companyId, filter, { order, limit, offset: Math.min(offset, listedLines) }),
    countLines(company, companyId, filter, listedLines + 1),
    countStates(company, companyId, listedLines),
  ])
  return { list: rows.map(viewOf), total: Math.min(found, listedLines), more: found > listedLines, counts }
}
