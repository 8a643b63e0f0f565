import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { listedEntries } from '#contract/people.ts'
import type { Database } from '#server/database/database.ts'
import { together } from '#server/database/together.ts'
import { countEntries, listEntries } from './hours.sql.ts'

/** Returns one page of a company's ledger, newest first. */
export async function ledgerOf(
  company: Database,
  companyId: string,
  { page, page_size, ...filter }: ParsedOf<'getServiceLedger'>,
): Promise<OutputOf<'getServiceLedger'>> {
  const offset = (page - 1) * page_size
  const limit = Math.max(0, Math.min(page_size, listedEntries - offset))
  const [list, counted] = await together(company, database => [
    listEntries(database, companyId, filter, { limit, offset: Math.min(offset, listedEntries) }),
    countEntries(database, companyId, filter, listedEntries + 1),
  ])
  return {
    list,
    total: Math.min(counted, listedEntries),
    more: counted > listedEntries,
  }
}
