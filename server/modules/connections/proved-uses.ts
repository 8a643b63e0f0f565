import type { Database } from '#server/database/database.ts'
import type { LinkRow } from './chain.sql.ts'
import { isWithin, type Within } from './held-addresses.sql.ts'
import { shopNamesOf } from './passport.sql.ts'
import type { ProvedLinks } from './proved-links.ts'

/** One shop, person and device that used an address together, as proved by the chain. */
export interface ProvedUse {
  shop_id: string | null
  shop_platform: LinkRow['shop_platform']
  shop_number: string | null
  shop_name: string
  employee_id: string
  employee_name: string
  device_id: string
  device_name: string
  first_at: string
  last_at: string
  /** Some of its connections have not ended yet. */
  isOpen: boolean
  connections: number
}

/** Days of China, both of them included. */
export interface Range {
  from?: string | undefined
  to?: string | undefined
}

/**
 * Sums up who used which address for what, from the links themselves: the summary that pages show is a separate table, which the
 * chain does not vouch for. Returns the uses of each address, those used last coming first. Refused connections do not count.
 */
export async function provedUses(
  company: Database,
  companyId: string,
  { walk }: ProvedLinks,
  { from, to, within }: Range & { within?: Within } = {},
): Promise<Map<string, ProvedUse[]>> {
  const uses = new Map<string, Map<string, ProvedUse>>()
  const open = new Map<string, LinkRow>()
  const begins = from ? Date.parse(`${from}T00:00:00+08:00`) : Number.NEGATIVE_INFINITY
  const ends = to ? Date.parse(`${to}T00:00:00+08:00`) + 86_400_000 : Number.POSITIVE_INFINITY
  const add = (row: LinkRow, endedAt: string | null) => {
    const started = Date.parse(row.started_at)
    if (started < begins || started >= ends || (within && !isWithin(row.started_at, within))) return
    const ofAddress = uses.get(row.address) ?? new Map<string, ProvedUse>()
    uses.set(row.address, ofAddress)
    const key = `${row.shop_id} ${row.shop_number} ${row.employee_id} ${row.device_id}`
    const use = ofAddress.get(key)
    const last = endedAt ?? row.started_at
    if (use) {
      if (started < Date.parse(use.first_at)) use.first_at = row.started_at
      if (Date.parse(last) > Date.parse(use.last_at)) use.last_at = last
      use.isOpen ||= endedAt === null
      use.connections += 1
    } else
      ofAddress.set(key, {
        ...row,
        shop_name: '',
        first_at: row.started_at,
        last_at: last,
        isOpen: endedAt === null,
        connections: 1,
      })
  }
  for await (const { row } of walk()) {
    if (row.kind === 'opened') open.set(row.connection_id, row)
    else {
      open.delete(row.connection_id)
      if (row.end_reason !== 'refused') add(row, row.ended_at)
    }
  }
  for (const row of open.values()) add(row, null)
  const names = await shopNamesOf(company, companyId)
  return new Map(
    [...uses].map(([address, ofAddress]) => [
      address,
      [...ofAddress.values()]
        .map(use => ({ ...use, shop_name: names.get(use.shop_id ?? '') ?? '' }))
        .sort(
          (one, other) =>
            Number(other.isOpen) - Number(one.isOpen) || Date.parse(other.last_at) - Date.parse(one.last_at),
        ),
    ]),
  )
}
