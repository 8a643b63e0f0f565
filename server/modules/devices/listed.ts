import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage } from '#server/database/listed.ts'
import type { Membership } from '#server/engines/context.ts'
import { departmentsOf } from '#server/modules/people/within.ts'
import type { Search } from './list.sql.ts'
import { searchDevices } from './search.ts'
import type { Released } from './versions.ts'

/** Returns one page of a company's devices. */
export async function listedDevices(
  company: Database,
  membership: Pick<Membership, 'companyId' | 'departments'>,
  released: Released,
  { page, page_size, ...filter }: ParsedOf<'getDeviceList'>,
  { hidesPhones }: Pick<Search, 'hidesPhones'> = {},
): Promise<OutputOf<'getDeviceList'>> {
  const { rows, ...counts } = await searchDevices(
    company,
    {
      companyId: membership.companyId,
      filter,
      released,
      departmentIds: await departmentsOf(company, membership),
      hidesPhones,
    },
    listedPage({ page, page_size }),
  )
  return { list: rows, ...counts }
}
