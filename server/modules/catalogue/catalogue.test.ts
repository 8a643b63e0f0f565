import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { categoryAncestors, findSkus, packagesOf } from './catalogue.ts'

const { call, make, system } = await testPortal()

const parent = await make.category({ name: '虚拟专线', sort: 1 })
const category = await make.category({ parentId: parent.id, name: '数据中心线路' })
const line = await make.sku({
  categoryId: category.id,
  stock: 7,
  packages: [{ days: 90, discountPercent: 5 }, { days: 30 }],
})
const faster = await make.sku({
  goodsId: line.goodsId,
  ...(line.regionId && line.accessWayId && { regionId: line.regionId, accessWayId: line.accessWayId }),
  bandwidth: 10,
  packages: [],
})
const listed = async (category_id: string) => (await call('getGoodsListByCategoryId', { category_id })).data.list

describe('without a session the catalogue answers', () => {
  test('the category tree, access ways and regions', async () => {
    const { data } = await call('getCategoryTreeList', {})
    expect(data.list.find(({ category_id }) => category_id === parent.id)?.children.map(({ name }) => name)).toEqual([
      '数据中心线路',
    ])
    expect(data.list.every(({ category_id }) => category_id !== category.id)).toBe(true)
    expect((await call('getAccessWayList', {})).data.list).toContainEqual(
      expect.objectContaining({ access_way_id: line.accessWayId, name: '数据中心原生 IP' }),
    )
    const hidden = await make.region({ published: false })
    const regions = (await call('getRegionList', {})).data.list
    expect(regions).toContainEqual(
      expect.objectContaining({ region_id: line.regionId, latitude: 35.6762, longitude: 139.6503 }),
    )
    expect(regions.some(({ region_id }) => region_id === hidden.id)).toBe(false)
  })

  test('packages, the shortest first, and refuses an unknown category', async () => {
    const { data } = await call('getGoodsPackageTypeByCategoryId', { category_id: category.id })
    expect(data.list.map(({ days, discount_percent }) => [days, discount_percent])).toEqual([
      [30, 0],
      [90, 5],
    ])
    expect((await call('getGoodsPackageTypeByCategoryId', { category_id: randomUUID() })).code).toBe(-49001)
    expect((await call('getGoodsListByCategoryId', { category_id: randomUUID() })).code).toBe(-49001)
  })

  test('goods of a category and its subcategories, with prices and shared stock', async () => {
    const [found, ...others] = await listed(parent.id)
    expect(others).toEqual([])
    expect(found).toMatchObject({ goods_id: line.goodsId, category_id: category.id, product: 'line' })
    expect(found?.skus).toEqual([
      expect.objectContaining({ sku_id: line.id, bandwidth: 5, price: 16_800, stock: 7, region_name: '日本 东京' }),
      expect.objectContaining({ sku_id: faster.id, bandwidth: 10, stock: 7 }),
    ])
    expect(await listed(category.id)).toEqual([found])
    await system.change`update address_stock set reserved = 7 where region_id = ${line.regionId}`
    expect((await listed(category.id))[0]?.skus.map(({ stock }) => stock)).toEqual([0, 0])
    await system.change`update address_stock set reserved = 0 where region_id = ${line.regionId}`
  })

  test('hours as unlimited, and a line whose region never had an address as out of stock', async () => {
    const hours = await make.sku({ product: 'hours' })
    expect((await listed(hours.categoryId))[0]).toMatchObject({
      product: 'hours',
      skus: [{ sku_id: hours.id, stock: null, region_id: null }],
    })
    const empty = await make.sku({ stock: 0 })
    expect((await listed(empty.categoryId))[0]?.skus[0]?.stock).toBe(0)
  })

  test('everything on sale at once, or one product with only its own packages and places', async () => {
    const hours = await make.sku({ product: 'hours', packages: [{ days: 30 }] })
    const unused = await make.region()
    const { data: all } = await call('getOffers', {})
    const { data: lines } = await call('getOffers', { product: 'line' })
    const root = lines.categories.find(({ category_id }) => category_id === parent.id)
    expect(root).toEqual({
      ...(await call('getCategoryTreeList', {})).data.list.find(({ category_id }) => category_id === parent.id),
      goods: await listed(parent.id),
    })
    const packagesOf = (offers: typeof all, id: string) =>
      offers.packages.filter(({ category_id }) => category_id === id).map(({ days }) => days)
    expect([packagesOf(lines, category.id), packagesOf(lines, hours.categoryId)]).toEqual([[30, 90], []])
    expect([packagesOf(all, category.id), packagesOf(all, hours.categoryId)]).toEqual([[30, 90], [30]])
    const places = lines.regions.map(({ region_id }) => region_id)
    expect(places).toContain(line.regionId)
    expect(places).not.toContain(unused.id)
    const { data: only } = await call('getOffers', { product: 'hours' })
    expect(only.categories.flatMap(({ goods }) => goods.map(({ product }) => product))).toContain('hours')
    expect(only.categories.flatMap(({ goods }) => goods.map(({ product }) => product))).not.toContain('line')
    expect([only.regions, only.access_ways]).toEqual([[], []])
  })

  test('no unpublished sku, goods or region', async () => {
    for (const hide of [sql`sku`, sql`goods`, sql`region`]) {
      const { id, goodsId, categoryId, regionId } = await make.sku()
      expect(await listed(categoryId)).toHaveLength(1)
      await system.change`update ${hide} set published = false where id = any(${[id, goodsId, regionId]}::uuid[])`
      expect(await listed(categoryId)).toEqual([])
      expect(await findSkus(system, [id])).toEqual([])
      const combination = { goods_id: goodsId, ...(regionId && { region_id: regionId }), bandwidth: 5 }
      expect((await call('getSkuInfoByAttribute', combination)).code).toBe(-49002)
    }
  })

  test('a sku that matches all of its attributes', async () => {
    const combination = {
      goods_id: line.goodsId,
      ...(line.regionId && line.accessWayId && { region_id: line.regionId, access_way_id: line.accessWayId }),
    }
    expect((await call('getSkuInfoByAttribute', { ...combination, bandwidth: 10 })).data).toMatchObject({
      sku_id: faster.id,
      stock: 7,
    })
    expect((await call('getSkuInfoByAttribute', combination)).code).toBe(-49002)
    expect((await call('getSkuInfoByAttribute', { ...combination, bandwidth: 11 })).code).toBe(-49002)
  })
})

test('other modules look up skus, packages and ancestor categories', async () => {
  const hours = await make.sku({ product: 'hours' })
  const found = await findSkus(system, [line.id, hours.id, hours.id, randomUUID()])
  expect(found.map(({ sku_id, product }) => [sku_id, product]).sort()).toEqual(
    [
      [line.id, 'line'],
      [hours.id, 'hours'],
    ].sort(),
  )
  expect((await packagesOf(system, [category.id])).map(({ days }) => days)).toEqual([30, 90])
  const ancestors = await categoryAncestors(system)
  expect(ancestors.get(category.id)).toEqual([category.id, parent.id])
  expect(ancestors.get(parent.id)).toEqual([parent.id])
})
