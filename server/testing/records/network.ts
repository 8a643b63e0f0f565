import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { addressColumns } from '#contract/operations/network-names.ts'
import { networkPlaces } from '#contract/operations/network-places.ts'
import { address } from '#contract/records/address.ts'
import { accessWay, region } from '#contract/records/place.ts'
import { operateFile } from '../operate-file.ts'
import type { testPortal } from '../portal.ts'
import { notWritten, type Values, type WrittenRecord, without } from './written-record.ts'

export async function networkRecords(
  portal: Awaited<ReturnType<typeof testPortal>>,
): Promise<Record<string, WrittenRecord>> {
  const { operate, make } = portal
  const { token } = await make.operator('network')
  const as = { token }
  const code = () => `sample-${randomUUID().slice(0, 8)}`

  async function setRegion(values: Values) {
    const answer = await operate(
      'setRegion',
      {
        code: code(),
        country: '日本',
        city: '东京',
        city_latin: 'Tokyo',
        continent: '亚洲',
        latitude: 35,
        longitude: 139,
        sort: 0,
        ...values,
      },
      as,
    )
    return answer.code === 200 ? answer.data.region_id : notWritten(answer)
  }
  const regions = async () => (await operate('getNetworkRegions', { page_size: 100 }, as)).data.list
  const regionOf = async (id: string) => (await regions()).find(({ region_id }) => region_id === id)

  async function setAccessWay(values: Values) {
    const answer = await operate('setAccessWay', { code: code(), name: '家庭', about: '说明', sort: 0, ...values }, as)
    return answer.code === 200 ? answer.data.access_way_id : notWritten(answer)
  }
  const accessWays = async () => (await operate('getNetworkAccessWays', { page_size: 100 }, as)).data.list
  const accessWayOf = async (id: string) => (await accessWays()).find(({ access_way_id }) => access_way_id === id)

  const place = { region_id: await setRegion({}), access_way_id: await setAccessWay({}) }
  let addresses = 0
  const nextAddress = () => {
    addresses += 1
    return `11.0.0.${addresses}`
  }
  const gateway = () => `gateway-${randomUUID().slice(0, 8)}.example.com`
  const addressOf = async (keyword: string) => (await operate('getAddressList', { keyword }, as)).data.list[0]

  async function addAddress(values: Values) {
    const range = nextAddress()
    const answer = await operate('addAddresses', { range, gateway: gateway(), ...place, ...values }, as)
    return answer.code === 200 ? range : notWritten(answer)
  }

  /** Imports a file with the columns of the template, which names places by their codes. */
  async function importAddress(values: Values) {
    const row = {
      region: (await regionOf(place.region_id))?.code,
      access_way: (await accessWayOf(place.access_way_id))?.code,
      address: nextAddress(),
      gateway: gateway(),
      ...values,
    }
    const content = [addressColumns.join(), addressColumns.map(column => row[column]).join()].join('\n')
    const { data } = await operateFile(portal, 'previewAddressImport', { content, token })
    await operate('confirmAddressImport', { import_id: data.import_id }, as)
    const progress = async () => (await operate('getAddressImport', { import_id: data.import_id }, as)).data
    await expect.poll(async () => (await progress()).state, { timeout: 30_000 }).toBe('done')
    return row.address
  }

  const { setRegionPublished, setAccessWayArchived } = networkPlaces
  return {
    region: {
      record: region,
      read: regionOf,
      values: {
        code,
        continent: () => '欧洲',
        latitude: () => -12.3456,
        longitude: () => 98.7654,
        published: () => true,
      },
      writings: [
        { call: 'setRegion, which adds', fields: region.input('set'), write: setRegion },
        {
          call: 'setRegion, which changes',
          fields: without(region.input('set'), 'code'),
          write: async values => {
            const same = code()
            return setRegion({ code: same, region_id: await setRegion({ code: same }), ...values })
          },
        },
        {
          call: 'setRegionPublished',
          fields: without(setRegionPublished.input.shape, 'region_id'),
          write: async values => {
            const region_id = await setRegion({})
            const answer = await operate('setRegionPublished', { region_id, published: false, ...values }, as)
            return answer.code === 200 ? region_id : notWritten(answer)
          },
        },
      ],
    },
    accessWay: {
      record: accessWay,
      read: accessWayOf,
      values: { code, archived: () => true },
      writings: [
        { call: 'setAccessWay, which adds', fields: accessWay.input('set'), write: setAccessWay },
        {
          call: 'setAccessWay, which changes',
          fields: without(accessWay.input('set'), 'code'),
          write: async values => {
            const same = code()
            return setAccessWay({ code: same, access_way_id: await setAccessWay({ code: same }), ...values })
          },
        },
        {
          call: 'setAccessWayArchived',
          fields: without(setAccessWayArchived.input.shape, 'access_way_id'),
          write: async values => {
            const access_way_id = await setAccessWay({})
            const answer = await operate('setAccessWayArchived', { access_way_id, archived: false, ...values }, as)
            return answer.code === 200 ? access_way_id : notWritten(answer)
          },
        },
      ],
    },
    address: {
      record: address,
      read: addressOf,
      values: { region_id: () => setRegion({}), access_way_id: () => setAccessWay({}), gateway },
      writings: [
        { call: 'addAddresses', fields: address.input('add'), write: addAddress },
        {
          call: 'setAddressGateway',
          fields: address.input('change'),
          write: async values => {
            const added = await addAddress({})
            const { address_id = '' } = (await addressOf(added)) ?? {}
            const answer = await operate(
              'setAddressGateway',
              { address_ids: [address_id], gateway: gateway(), ...values },
              as,
            )
            return answer.code === 200 ? added : notWritten(answer)
          },
        },
        { call: 'confirmAddressImport', fields: { gateway: address.fields.gateway.add }, write: importAddress },
      ],
    },
  }
}
