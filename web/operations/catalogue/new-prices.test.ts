import { expect, test } from 'vitest'
import { type ListedSku, newPrices, type PriceWish, requested } from './new-prices.ts'

const sku = (input: Partial<ListedSku>): ListedSku => ({
  sku_id: '1',
  goods_id: 'g',
  goods_name: '线路',
  region_id: 'r',
  region_name: '日本 东京',
  region_hidden: false,
  access_way_id: 'w',
  access_way_name: '住宅原生 IP',
  bandwidth: 5,
  price: 16_800,
  list_price: 20_800,
  published: true,
  stock: 3,
  scheduled: null,
  waiting: null,
  ...input,
})

test.each<[PriceWish, [number, number] | undefined]>([
  [{ mode: 'percent', percent: 10 }, [18_500, 20_800]],
  [{ mode: 'percent', percent: 10, with_list: true }, [18_500, 22_900]],
  // The list price is never below the price.
  [{ mode: 'percent', percent: 50 }, [25_200, 25_200]],
  [{ mode: 'percent', percent: null }, undefined],
  [{ mode: 'set', price: 99.9 }, [9990, 20_800]],
  [{ mode: 'set', price: 99.9, list_price: 129 }, [9990, 12_900]],
  [{ mode: 'set' }, undefined],
  [{ mode: 'keep' }, [16_800, 20_800]],
])('the wish %j gives the new price and list price', (wish, expected) => {
  const [made] = newPrices([sku({})], wish) ?? []
  expect(made && [made.price, made.list_price]).toEqual(expected)
})

test('a price change builds on the last scheduled one', () => {
  const scheduled = { price: 9900, list_price: 9900, holds_from: '2026-12-01T00:00:00.000Z' }
  expect(newPrices([sku({ scheduled })], { mode: 'percent', percent: 10 })).toMatchObject([
    { old_price: 9900, old_list_price: 9900, price: 10_900, list_price: 10_900 },
  ])
})

test('an unchanged price is requested only to put goods on sale', () => {
  const prices = newPrices([sku({}), sku({ sku_id: '2', price: 20_000 })], { mode: 'set', price: 168 }) ?? []
  expect(requested(prices, false)).toEqual([
    { sku_id: '2', old_price: 20_000, old_list_price: 20_800, price: 16_800, list_price: 20_800 },
  ])
  expect(requested(prices, true)).toHaveLength(2)
})
