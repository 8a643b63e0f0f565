import { expect, test } from 'vitest'
import { categoriesOf, formatDiscount, occasionOf, ruleOf } from './coupon-words.ts'

test('an amount is shown in yuan, a percentage as 折', () => {
  expect(formatDiscount({ kind: 'amount', amount: 5000, percent: null })).toEqual({ sign: '¥', figure: '50', unit: '' })
  expect(formatDiscount({ kind: 'amount', amount: 4990, percent: null }).figure).toBe('49.9')
  expect(formatDiscount({ kind: 'percent', amount: null, percent: 15 })).toEqual({
    sign: '',
    figure: '8.5',
    unit: '折',
  })
  expect(formatDiscount({ kind: 'percent', amount: null, percent: 20 }).figure).toBe('8')
})

test('threshold and cap are shown in one line', () => {
  expect(ruleOf({ threshold: 0, cap: null })).toBe('无门槛')
  expect(ruleOf({ threshold: 50_000, cap: 20_000 })).toBe('满 ¥500 可用 · 最多减 ¥200')
})

test('the goods and order kinds of a coupon are shown', () => {
  expect(categoriesOf({ categories: [] })).toBe('全部商品')
  expect(categoriesOf({ categories: ['员工时长', '企业专线'] })).toBe('员工时长、企业专线')
  expect(occasionOf({ for_purchase: true, for_renewal: true })).toBe('新购与续费')
  expect(occasionOf({ for_purchase: true, for_renewal: false })).toBe('仅限新购')
  expect(occasionOf({ for_purchase: false, for_renewal: true })).toBe('仅限续费')
})
