import type { OutputOf, ParsedOf } from '#contract/index.ts'
import type { Database } from '#server/database/database.ts'
import { listedPage } from '#server/database/listed.ts'
import { searchDevices } from './search.ts'
import type { Released } from './versions.ts'

/** Returns one page of a company's devices. */
export async function listedDevices(
  company: Database,
  companyId: string,
  released: Released,
  { page, page_size, ...filter }: ParsedOf<'getDeviceList'>,
): Promise<OutputOf<'getDeviceList'>> {
  const { rows, ...counts } = await searchDevices(
    company,
    { companyId, filter, released },
    listedPage({ page, page_size }),
  )
  return { list: rows, ...counts }
}
