import { describe, expect, test } from 'vitest'
import { priceOf } from '#contract/prices.ts'
import { mobileAddress } from './address.ts'
import { isMobile } from './system.ts'

const hosts = { 'www.example.com': 'm.example.com', 'm.example.com': 'm.example.com' }
const at = (address: string) => new URL(address) as unknown as Location

describe('mobileAddress', () => {
  test.each([
    ['https://www.example.com/?code=HYL666', 'https://m.example.com/cusgroup?code=HYL666'],
    ['https://www.example.com/promotion/HYL666?code=a%26b', 'https://m.example.com/cusgroup?code=a%26b'],
    ['https://www.example.com/#/download', 'https://m.example.com/#/download'],
    ['https://www.example.com/help/a', 'https://m.example.com/#/help/a'],
    ['http://www.example.com/', 'http://m.example.com/'],
    // A host without an entry, or one that is its own mobile site, keeps its visitors.
    ['https://example.org/?code=HYL666', undefined],
    ['https://m.example.com/', undefined],
    ['https://constructor/', undefined],
  ])('%s → %s', (from, to) => {
    expect(mobileAddress(at(from), hosts)).toBe(to)
  })
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 5, true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605', 0, false],
  ['Mozilla/5.0 (Linux; Android 15; Pixel Tablet) Chrome/130', 5, true],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130', 10, false],
])('%s with %d touch points: %s', (agent, touchPoints, mobile) => {
  expect(isMobile(agent, touchPoints)).toBe(mobile)
})

test.each([
  [{ price: 19800, days: 30, discountPercent: 0, quantity: 1 }, 19800, 19800],
  [{ price: 19800, days: 180, discountPercent: 10, quantity: 3 }, 356400, 320760],
  [{ price: 5800, days: 365, discountPercent: 18, quantity: 1 }, 70567, 57865],
  // Rounded for a unit: ten cost ten times one.
  [{ price: 999, days: 90, discountPercent: 5, quantity: 10 }, 29970, 28470],
])('%o', (given, list, payable) => {
  expect(priceOf(given)).toEqual({ list, payable })
})
