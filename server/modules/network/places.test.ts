import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { lowStock } from '#contract/operations/network-names.ts'
import { countRows } from '#server/database/count-rows.ts'
import { findSkus } from '#server/modules/catalogue/catalogue.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, system, operate, call } = portal
const { token } = await make.operator('network')

const tokyo = () => ({
  code: `jp-${randomUUID().slice(0, 8)}`,
  country: '日本',
  city: '东京',
  city_latin: 'Tokyo',
  continent: '亚洲' as const,
  latitude: 35.6762,
  longitude: 139.6503,
  sort: 3,
})
const audited = (target: string) =>
  system.rows(z.object({ action: z.string(), before: z.unknown(), after: z.unknown() }))`
  select action, before, after from audit_entry where target = ${target} order by id`
const regionOf = async (keyword: string) => (await operate('getNetworkRegions', { keyword }, { token })).data.list[0]
const codeOf = async (id: string) =>
  (await system.row(z.object({ code: z.string() }))`select code from region where id = ${id}`)?.code ?? ''

test("a region is added unpublished, changed and published; its code is fixed and nobody else's", async () => {
  const input = tokyo()
  const added = await operate('setRegion', input, { token })
  expect(added.code).toBe(200)
  const { region_id } = added.data
  expect(await regionOf(input.code)).toMatchObject({ ...input, published: false, low: false, lines: 0, free: 0 })
  expect((await call('getRegionList', {})).data.list.some(region => region.code === input.code)).toBe(false)

  expect(await operate('setRegion', input, { token })).toMatchObject({ code: -53600 })
  const other = { ...input, region_id, code: 'jp-other' }
  expect(await operate('setRegion', other, { token })).toMatchObject({ code: -41003, data: 'code' })
  await operate('setRegion', { ...input, region_id, latitude: 35.5, sort: 9 }, { token })
  await operate('setRegionPublished', { region_id, published: true }, { token })
  expect(await regionOf(input.code)).toMatchObject({ latitude: 35.5, sort: 9, published: true })
  expect((await call('getRegionList', {})).data.list.some(region => region.code === input.code)).toBe(true)
  expect((await audited(`region:${input.code}`)).map(({ action }) => action)).toEqual([
    'region.added',
    'region.changed',
    'region.published',
  ])
  expect((await audited(`region:${input.code}`))[1]).toMatchObject({
    before: { latitude: 35.6762 },
    after: { latitude: 35.5 },
  })
  const unknown = await operate('setRegionPublished', { region_id: randomUUID(), published: true }, { token })
  expect(unknown.code).toBe(-53021)
})

test('the contents of a region are counted, and low stock of goods on sale is marked', async () => {
  const sku = await make.sku({ stock: lowStock + 2 })
  const { regionId, accessWayId } = sku
  if (!regionId || !accessWayId) throw new Error('a line has a place')
  const code = await codeOf(regionId)
  const company = await make.company()
  await make.line(company, { sku, bound: true })
  await make.line(company, { sku })
  expect(await regionOf(code)).toMatchObject({
    lines: 2,
    free: lowStock + 1,
    reserved: 1,
    bound: 1,
    skus: 1,
    low: false,
  })
  await make.line(company, { sku })
  expect(await regionOf(code)).toMatchObject({ reserved: 2, low: true })
  const low = (await operate('getNetworkRegions', { low: true, page_size: 100 }, { token })).data.list
  expect(low.some(region => region.code === code)).toBe(true)
  await operate('setRegionPublished', { region_id: regionId, published: false }, { token })
  expect(await regionOf(code)).toMatchObject({ low: false, lines: 3 })
})

test('an archived access way is neither sold, shown nor stocked; its lines continue', async () => {
  const sku = await make.sku()
  const { regionId, accessWayId } = sku
  if (!regionId || !accessWayId) throw new Error('a line has a place')
  const company = await make.company()
  await make.line(company, { sku, bound: true })
  expect(await findSkus(system, [sku.id])).toHaveLength(1)

  expect(
    await operate('setAccessWayArchived', { access_way_id: accessWayId, archived: true }, { token }),
  ).toMatchObject({ code: 200 })
  expect(await findSkus(system, [sku.id])).toEqual([])
  const ways = (await call('getAccessWayList', {})).data.list
  expect(ways.some(way => way.access_way_id === accessWayId)).toBe(false)
  const row = (await operate('getNetworkAccessWays', { page_size: 100 }, { token })).data.list.find(
    way => way.access_way_id === accessWayId,
  )
  expect(row).toMatchObject({ archived: true, lines: 1, skus: 1 })
  const range = { region_id: regionId, access_way_id: accessWayId, range: '192.0.2.1', gateway: 'gw.example.com' }
  expect(await operate('addAddresses', range, { token })).toMatchObject({ code: -53021 })
  expect(await countRows(system, sql`line where access_way_id = ${accessWayId} and state = 'active'`)).toBe(1)
})
