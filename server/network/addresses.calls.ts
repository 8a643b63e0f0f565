import { networkRows, rangeAddresses } from '#contract/operations/network-names.ts'
import { Refusal } from '../http/envelope.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { type AddressRow, addressList, addressSpans, countAddresses, findAddress } from './addresses.sql.ts'
import { addRange, changeAddresses, changeGateway } from './addresses.ts'

/** An address changes hands a few times a year. */
const shownSpans = 200

function viewOf({ line_id, line_name, company_id, company, free_at, created_at, ...row }: AddressRow) {
  const line = line_id && company_id ? { line_id, name: line_name ?? '', company_id, company: company ?? '' } : null
  return { ...row, free_at: free_at?.toISOString() ?? null, created_at: created_at.toISOString(), line }
}

export const addressesOperations: OperationHandlersFor<
  'getAddressList' | 'getAddressHistory' | 'addAddresses' | 'setAddressState' | 'setAddressGateway'
> = {
  async getAddressList({ system }, { page, page_size, ...filter }) {
    const offset = Math.min((page - 1) * page_size, networkRows)
    const limit = Math.min(page_size, networkRows - offset)
    const [rows, found] = await Promise.all([
      addressList(system, filter, { limit, offset }),
      countAddresses(system, filter, networkRows + 1),
    ])
    return { list: rows.map(viewOf), total: Math.min(found, networkRows), more: found > networkRows }
  },

  async getAddressHistory({ system }, { address_id, at }) {
    const found = await findAddress(system, address_id)
    if (!found) throw new Refusal(-53021)
    const spans = await addressSpans(system, address_id, at ? new Date(at) : undefined, shownSpans)
    return {
      address: found.address,
      created_at: found.created_at.toISOString(),
      list: spans.map(({ since, until, ...span }) => ({
        ...span,
        since: since.toISOString(),
        until: until?.toISOString() ?? null,
      })),
    }
  },

  addAddresses: ({ system, actor }, { region_id, access_way_id, range, gateway }) =>
    addRange(system, { actor, regionId: region_id, accessWayId: access_way_id, range, gateway, most: rangeAddresses }),

  async setAddressState({ system, actor }, { address_ids, change, reason }) {
    return { changed: await changeAddresses(system, { actor, ids: address_ids, change, reason }) }
  },

  async setAddressGateway({ system, actor }, { address_ids, gateway }) {
    return { changed: await changeGateway(system, { actor, ids: address_ids, gateway }) }
  },
}
