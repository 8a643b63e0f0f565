import { describe, expect, test } from 'vitest'
import { type CouponRules, couponDiscount, discountFor, grouped, priceOf } from './prices.ts'

describe('the price of an item', () => {
  test.each([
    [
      { price: 19800, days: 30, discountPercent: 0, quantity: 1 },
      { unit: 19800, list: 19800, payable: 19800 },
    ],
    [
      { price: 19800, days: 180, discountPercent: 10, quantity: 3 },
      { unit: 106920, list: 356400, payable: 320760 },
    ],
    [
      { price: 5800, days: 365, discountPercent: 18, quantity: 1 },
      { unit: 57865, list: 70567, payable: 57865 },
    ],
    // The price is rounded per unit, so that ten units cost ten times as much as one.
    [
      { price: 999, days: 90, discountPercent: 5, quantity: 10 },
      { unit: 2847, list: 29970, payable: 28470 },
    ],
    // No package has these days, as happens in a renewal to a common end date.
    [
      { price: 19800, days: 7, discountPercent: 0, quantity: 1 },
      { unit: 4620, list: 4620, payable: 4620 },
    ],
  ])('%o', (fields, price) => {
    expect(priceOf(fields)).toEqual(price)
  })
})

describe('a renewal has the discount of the longest package that is not longer', () => {
  const packages = [
    { days: 90, discount_percent: 5 },
    { days: 30, discount_percent: 0 },
    { days: 365, discount_percent: 18 },
  ]
  test.each([
    [1, 0],
    [30, 0],
    [89, 0],
    [90, 5],
    [364, 5],
    [1000, 18],
  ])('for %i days: %i percent', (days, percent) => {
    expect(discountFor(days, packages)).toBe(percent)
  })
  test('and none without packages', () => expect(discountFor(90, [])).toBe(0))
})

describe('a coupon', () => {
  const amount = (values: Partial<CouponRules> = {}): CouponRules => ({
    kind: 'amount',
    amount: 5000,
    percent: null,
    cap: null,
    threshold: 30000,
    ...values,
  })
  const percent = (input: Partial<CouponRules> = {}): CouponRules =>
    amount({ kind: 'percent', amount: null, percent: 10, ...input })
  test.each([
    ['takes its amount off', amount(), 30000, 5000],
    ['does not count below its threshold', amount(), 29999, undefined],
    ['never takes off more than things cost', amount({ threshold: 0 }), 4000, 4000],
    ['is nothing for what is free', amount({ threshold: 0 }), 0, undefined],
    ['takes its percentage off', percent(), 50000, 5000],
    ['a part of a fen stays with the seller', percent({ threshold: 0 }), 999, 99],
    ['no more than its cap', percent({ cap: 2000 }), 50000, 2000],
  ])('%s', (_what, rules, cost, off) => {
    expect(couponDiscount(rules, cost)).toBe(off)
  })
})

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [-1234567, '-1,234,567'],
  [1234.5678, '1,234.5678'],
])('%d is written as %s', (value, text) => {
  expect(grouped(value)).toBe(text)
})
