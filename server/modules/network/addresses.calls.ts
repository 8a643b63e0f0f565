import { networkRows, rangeAddresses } from '#contract/operations/network-names.ts'
import { orRefuse } from '#server/core/refusal.ts'
import { listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { addressList, addressSpans, countAddresses, findAddress, stockAt } from './addresses.sql.ts'
import { addRange, changeAddresses, changeGateway } from './addresses.ts'

/** The most spans that are shown; an address changes hands only a few times a year. */
const shownSpans = 200

export const addressesOperations = {
  async getAddressList({ system }, { page, page_size, ...filter }) {
    const { state, company_id, keyword } = filter
    const showsPlaces = (state === undefined || state === 'free') && !company_id && !keyword
    const [list, found, stock] = await together(system, database => [
      addressList(database, filter, listedPage({ page, page_size }, networkRows)),
      countAddresses(database, filter, networkRows + 1),
      showsPlaces ? stockAt(database, filter) : undefined,
    ])
    return { list, ...listedTotal(found, networkRows), stock: stock ?? null }
  },

  async getAddressHistory({ system }, { address_id, at }) {
    const found = orRefuse(await findAddress(system, address_id), -53021)
    return { ...found, list: await addressSpans(system, address_id, at, shownSpans) }
  },

  addAddresses: ({ system }, { region_id, access_way_id, range, gateway }) =>
    addRange(system, { regionId: region_id, accessWayId: access_way_id, range, gateway, most: rangeAddresses }),

  async setAddressState({ system }, { address_ids, change, reason }) {
    return { changed: await changeAddresses(system, { ids: address_ids, change, reason }) }
  },

  async setAddressGateway({ system }, { address_ids, gateway, most_bound }) {
    return { changed: await changeGateway(system, { ids: address_ids, gateway, maxBound: most_bound }) }
  },
} satisfies SomeOperations
