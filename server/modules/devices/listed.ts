import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage, totalOnlyPage, trimExtraRow } from '#server/database/listed.ts'
import type { Membership } from '#server/engines/context.ts'
import { departmentsOf } from '#server/modules/people/within.ts'
import { devicesAfter, type Search } from './list.sql.ts'
import { searchDevices } from './search.ts'
import type { Released } from './versions.ts'

/** Returns one page of a company's devices. */
export async function listedDevices(
  company: Database,
  membership: Pick<Membership, 'companyId' | 'departments'>,
  released: Released,
  { page, page_size, after, ...filter }: ParsedOf<'getDeviceList'>,
  { hidesPhones }: Pick<Search, 'hidesPhones'> = {},
): Promise<OutputOf<'getDeviceList'>> {
  const search: Search = {
    companyId: membership.companyId,
    filter,
    released,
    departmentIds: await departmentsOf(company, membership),
    hidesPhones,
  }
  if (after === undefined) {
    const { rows, ...counts } = await searchDevices(company, search, listedPage({ page, page_size }))
    return { list: rows, ...counts }
  }
  const { total, pending } = await searchDevices(company, search, totalOnlyPage)
  const { rows, more } = trimExtraRow(await devicesAfter(company, search, after, page_size + 1), page_size)
  return { list: rows, total, more, pending }
}
