import { foundDevices, listedDevices } from '#contract/devices.ts'
import type { Database } from '../database/database.ts'
import { findByKeyword, type Search } from './list.sql.ts'
import { released } from './versions.ts'

/** What the list and its export look for, with as many rows as they go through. */
export async function searchOf(
  company: Database,
  system: Database,
  companyId: string,
  filter: Search['filter'],
): Promise<Search> {
  const search: Search = {
    companyId,
    filter,
    released: await released(system),
    most: filter.keyword ? foundDevices : listedDevices,
  }
  if (filter.keyword) search.found = await findByKeyword(company, filter.keyword)
  return search
}
