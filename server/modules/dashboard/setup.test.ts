import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { make, operate, system } = await testPortal()
const network = await make.operator('network')

test('the setup guide ticks off completed steps and requires goods that can really be bought', async () => {
  const missing = async () =>
    (await operate('getSetupSteps', {}, network)).data.steps.flatMap(({ step, done }) => (done ? [] : [step]))
  // Excludes rows that come from migrations.
  await system.change`update category set archived = true`
  await system.change`update access_way set archived = true`
  await system.change`update region set published = false`
  const all = ['category', 'goods', 'region', 'access_way', 'addresses', 'sku', 'price', 'publish']
  expect(await missing()).toEqual(all)
  const category = await make.category()
  const { id: goodsId } = await make.goods({ categoryId: category.id })
  expect(await missing()).toEqual(all.slice(2))
  const [region, way] = [await make.region(), await make.accessWay()]
  expect(await missing()).toEqual(all.slice(4))
  const sku = await make.sku({
    goodsId,
    regionId: region.id,
    accessWayId: way.id,
    published: false,
    stock: 0,
    packages: [],
  })
  expect(await missing()).toEqual(all.slice(4))
  await make.stock({ regionId: region.id, accessWayId: way.id, count: 2 })
  expect(await missing()).toEqual(['price', 'publish'])
  await make.packageType(category.id)
  expect(await missing()).toEqual(['publish'])
  await system.change`update sku set published = true where id = ${sku.id}`
  expect(await missing()).toEqual([])
})
