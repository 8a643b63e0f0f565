import { expect, test } from 'vitest'
import { raisedPrice, skuName } from './catalogue-names.ts'

test.each([
  [16_800, 10, 18_500],
  [16_800, -10, 15_100],
  [16_800, 12.5, 18_900],
  [9_950, 0, 10_000],
  // Half a yuan is rounded up and must not be lost to floating-point arithmetic.
  [15_000, 10.1, 16_500],
  [15_000, 10.3, 16_500],
  [10_000, 4.5, 10_500],
  [0, 50, 0],
  [300, -90, 100],
])('%i fen raised by %d %% are %i', (fen, percent, raised) => {
  expect(raisedPrice(fen, percent)).toBe(raised)
})

test('a sku is named by its attributes, hours by their goods', () => {
  const line = { goods_name: '线路', region_name: '日本 东京', access_way_name: '数据中心原生 IP', bandwidth: 5 }
  expect(skuName(line)).toBe('日本 东京 · 数据中心原生 IP · 5 Mbps')
  expect(skuName({ goods_name: '员工时长', region_name: null, access_way_name: null, bandwidth: null })).toBe(
    '员工时长',
  )
})
