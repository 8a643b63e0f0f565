import type { LineWishes } from '#contract/order-content.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Services } from '#server/engines/services.ts'
import { namesOfGroups } from '#server/modules/lines/groups.sql.ts'
import { freeAddresses, type LineWish } from '#server/modules/lines/wishes.sql.ts'
import type { Quote } from './quote.ts'

/**
 * Returns the wishes as the order stores them. Throws -59742, -59740 or -59741 with the position of the first one that can't be
 * fulfilled at present: nothing is reserved for a wish.
 */
export async function wishesFor(
  { system, companyDatabase }: Pick<Services, 'system' | 'companyDatabase'>,
  companyId: string,
  { kind, items }: Pick<Quote, 'kind' | 'items'>,
  wishes: LineWishes,
): Promise<LineWish[]> {
  const places = kind === 'purchase' ? items.flatMap(item => Array.from({ length: lineCount(item) }, () => item)) : []
  const [addresses, groups] = await Promise.all([
    freeAddresses(
      system,
      wishes.flatMap(({ ip_id }) => ip_id ?? []),
    ),
    namesOfGroups(
      companyDatabase(companyId),
      companyId,
      wishes.flatMap(({ group_id }) => group_id ?? []),
    ),
  ])
  const taken = new Set<string>()
  return wishes.map(({ position, name, ip_id, group_id }) => {
    const place = places[position - 1]
    if (!place) throw new Refusal(-59742, position)
    const found = addresses.find(({ address_id }) => address_id === ip_id)
    const fits = found?.region_id === place.region_id && found?.access_way_id === place.access_way_id
    if (ip_id && (!found || !fits || taken.has(ip_id))) throw new Refusal(-59740, position)
    if (ip_id) taken.add(ip_id)
    if (group_id && !groups.some(({ id }) => id === group_id)) throw new Refusal(-59741, position)
    return {
      position,
      name: name ?? null,
      address_id: found?.address_id ?? null,
      address: found?.address ?? null,
      group_id: group_id ?? null,
    }
  })
}

/** Only an item with a place is a line. */
const lineCount = ({ region_id, access_way_id, quantity }: Quote['items'][number]) =>
  region_id && access_way_id ? quantity : 0
