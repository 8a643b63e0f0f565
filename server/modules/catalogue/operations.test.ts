import { expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, call, system } = portal
const { token, id: operatorId } = await make.operator('finance')
const audited = async (target: string) =>
  (
    await system.rows(z.object({ action: z.string(), actor: z.string() }))`
    select action, actor from audit_entry where target = ${target} order by id`
  ).map(({ action, actor }) => {
    expect(actor).toBe(`operator:${operatorId}`)
    return action
  })
let codes = 0
const code = () => `code-${++codes}`
const text = { about: '', sort: 10 }

async function newCategory(name: string, parent_id?: string) {
  const { data } = await operate('setCatalogueCategory', { code: code(), name, ...text, parent_id }, { token })
  return data.category_id
}

test('categories are created two levels deep, renamed, and hidden from the shop when archived', async () => {
  const parent = await newCategory('虚拟专线')
  const child = await newCategory('住宅线路', parent)
  expect(
    (await operate('setCatalogueCategory', { code: code(), name: '三级', ...text, parent_id: child }, { token })).code,
  ).toBe(-53401)
  const own = (await operate('getCatalogueTree', {}, { token })).data.list.find(each => each.category_id === child)
  const taken = await operate('setCatalogueCategory', { code: own?.code ?? '', name: '同码', ...text }, { token })
  expect(taken.code).toBe(-53400)
  const renamed = { category_id: child, code: own?.code ?? '', name: '住宅 IP 线路', about: '说明', sort: 5 }
  expect((await operate('setCatalogueCategory', renamed, { token })).code).toBe(200)
  const recoded = await operate('setCatalogueCategory', { ...renamed, code: code() }, { token })
  expect([recoded.code, recoded.data]).toEqual([-41003, 'code'])

  const shown = async () =>
    (await call('getCategoryTreeList', {})).data.list.map(each => [each.name, each.children.map(({ name }) => name)])
  expect(await shown()).toContainEqual(['虚拟专线', ['住宅 IP 线路']])
  const refused = await operate('archiveCatalogueCategory', { category_id: parent, archived: true }, { token })
  expect([refused.code, refused.msg]).toEqual([-53020, '“虚拟专线”还有 1 个下级分类，须先下架或停用，才能归档'])
  expect((await operate('archiveCatalogueCategory', { category_id: child, archived: true }, { token })).code).toBe(200)
  expect(await shown()).toContainEqual(['虚拟专线', []])
  expect((await operate('archiveCatalogueCategory', { category_id: parent, archived: true }, { token })).code).toBe(200)
  const early = await operate('archiveCatalogueCategory', { category_id: child, archived: false }, { token })
  expect(early.msg).toBe('上级分类已归档，须先恢复上级分类')
  expect(await audited(`category:${child}`)).toEqual(['category.added', 'category.changed', 'category.archived'])
})

test('a category with goods, packages or coupons cannot be removed', async () => {
  const category_id = await newCategory('企业专线')
  const { id: packageId } = await make.packageType(category_id)
  const { id: couponTypeId } = await make.couponType({ categoryIds: [category_id] })
  const { data: goods } = await operate('setGoods', { category_id, code: code(), name: '专线', ...text }, { token })
  await operate('setGoodsPublished', { goods_id: goods.goods_id, published: true }, { token })
  const refused = async () =>
    (await operate('archiveCatalogueCategory', { category_id, archived: true }, { token })).msg
  expect(await refused()).toContain('1 个在售商品、1 个套餐、1 种优惠券')
  await operate('setGoodsPublished', { goods_id: goods.goods_id, published: false }, { token })
  await operate('archivePackageType', { package_type_id: packageId }, { token })
  expect(await refused()).toContain('还有 1 种优惠券')
  // Such a coupon can't be claimed any more, but a claimed one can still be used.
  const company = await make.company()
  await make.coupon(company.id, { couponTypeId })
  await system.change`update coupon_type set claim_ends_at = now(), published = false where id = ${couponTypeId}`
  expect(await refused()).toContain('还有 1 种优惠券')
  await system.change`
    update coupon set valid_from = now() - interval '2 days', valid_until = now() - interval '1 day'
    where company_id = ${company.id}`
  expect(await refused()).toBe('已保存')
  const published = await operate('setGoodsPublished', { goods_id: goods.goods_id, published: true }, { token })
  expect(published.msg).toContain('已归档')
  expect(await audited(`goods:${goods.goods_id}`)).toEqual(['goods.added', 'goods.published', 'goods.unpublished'])
  expect(await audited(`package:${packageId}`)).toEqual(['package.archived'])
})

// Guard: lockCategory in setGoodsPublished. Without it the goods go on sale in a category that is being archived.
test('publishing goods while their category is archived: one of the two is refused', async () => {
  for (let round = 0; round < 15; round++) {
    const { id: category_id } = await make.category()
    const { id: goods_id } = await make.goods({ categoryId: category_id, published: false })
    const answers = await Promise.all([
      operate('archiveCatalogueCategory', { category_id, archived: true }, { token }),
      operate('setGoodsPublished', { goods_id, published: true }, { token }),
    ])
    expect(answers.map(each => each.code).toSorted()).toEqual([-53020, 200])
  }
})

test('skus are created in bulk with a preview of new and existing ones; none is on sale', async () => {
  const { id: goods_id } = await make.goods({ name: '线路' })
  const regions = [await make.region({ city: '东京', sort: 1 }), await make.region({ city: '大阪', sort: 2 })]
  const way = await make.accessWay({ name: '住宅原生 IP' })
  await make.sku({ goodsId: goods_id, regionId: regions[0]?.id ?? '', accessWayId: way.id, bandwidth: 5, stock: 3 })
  const input = { goods_id, region_ids: regions.map(({ id }) => id), access_way_ids: [way.id], bandwidths: [5, 10] }

  const { data: preview } = await operate('previewSkus', input, { token })
  expect([preview.fresh, preview.existing]).toEqual([3, 1])
  expect(preview.list).toEqual([
    { name: '日本 东京 · 住宅原生 IP · 5 Mbps', exists: true },
    { name: '日本 东京 · 住宅原生 IP · 10 Mbps', exists: false },
    { name: '日本 大阪 · 住宅原生 IP · 5 Mbps', exists: false },
    { name: '日本 大阪 · 住宅原生 IP · 10 Mbps', exists: false },
  ])
  const low = await operate('addSkus', { ...input, price: 200, list_price: 100 }, { token })
  expect([low.code, low.data]).toEqual([-41003, 'list_price'])
  const added = await operate('addSkus', { ...input, price: 9900, list_price: 12_900 }, { token })
  expect(added.data.added).toBe(3)
  expect((await operate('addSkus', { ...input, price: 9900, list_price: 12_900 }, { token })).msg).toContain('都已存在')
  expect(await audited(`goods:${goods_id}`)).toEqual(['sku.added'])

  const { data } = await operate('getCatalogueSkus', { goods_id }, { token })
  expect(data.list.map(sku => [sku.region_name, sku.bandwidth, sku.price, sku.published, sku.stock])).toEqual([
    ['日本 东京', 5, 16_800, true, 3],
    ['日本 东京', 10, 9900, false, 3],
    ['日本 大阪', 5, 9900, false, 0],
    ['日本 大阪', 10, 9900, false, 0],
  ])
  const filtered = await operate(
    'getCatalogueSkus',
    { goods_id, bandwidth: 10, published: false, region_id: regions[1]?.id },
    { token },
  )
  expect(filtered.data.total).toBe(1)

  const hours = await operate('addSkus', { goods_id, price: 1, list_price: 1 }, { token })
  expect(hours.msg).toBe('该商品的规格是专线，须选择地区、接入方式与带宽')
  const incomplete = await operate('previewSkus', { ...input, bandwidths: [] }, { token })
  expect(incomplete.msg).toContain('须同时选择地区、接入方式与带宽')
})

test('an unpublished sku can no longer be bought; its audit entry records its price', async () => {
  const sku = await make.sku({ price: 12_300 })
  const goods = async () => (await call('getGoodsListByCategoryId', { category_id: sku.categoryId })).data.list.length
  expect(await goods()).toBe(1)
  expect((await operate('unpublishSkus', { sku_ids: [sku.id] }, { token })).data.unpublished).toBe(1)
  expect(await goods()).toBe(0)
  const again = await operate('unpublishSkus', { sku_ids: [sku.id] }, { token })
  expect([again.code, again.msg]).toEqual([-53020, '所选规格都已下架'])
  expect(
    await system.row(
      z.object({ before: z.unknown() }),
    )`select before from audit_entry where target = ${`sku:${sku.id}`}`,
  ).toMatchObject({
    before: { price: 12_300, published: true },
  })
})

test('a new package is offered only after its discount is confirmed; packages keep their own order', async () => {
  const sku = await make.sku({ packages: [{ days: 30 }, { days: 90, discountPercent: 5 }] })
  const category_id = sku.categoryId
  const added = await operate('addPackageType', { category_id, days: 7, discount_percent: 0, sort: 0 }, { token })
  expect(added.code).toBe(200)
  const same = await operate('addPackageType', { category_id, days: 7, discount_percent: 1, sort: 0 }, { token })
  expect(same.code).toBe(-53402)
  const days = async () =>
    (await call('getGoodsPackageTypeByCategoryId', { category_id })).data.list.map(each => each.days)
  expect(await days()).toEqual([30, 90])
  const [month = ''] = sku.packageIds
  await operate('setPackageSort', { package_type_id: month, sort: 50 }, { token })
  expect(await days()).toEqual([90, 30])
  await operate('archivePackageType', { package_type_id: month }, { token })
  expect(await days()).toEqual([90])
  const { data } = await operate('getPackageTypes', { category_id }, { token })
  expect(data.list.map(each => [each.days, each.published])).toEqual([
    [7, false],
    [90, true],
    [30, false],
  ])
})
