import fc from 'fast-check'
import { expect, test } from 'vitest'
import { allocate, shareOf } from './allocate.ts'

test('allocated parts add up to the amount, each within a fen of its exact share', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000_000 }), weights, (total, each) => {
      const parts = allocate(total, each)
      const sum = each.reduce((all, weight) => all + weight, 0)
      expect(parts.reduce((all, part) => all + part, 0)).toBe(total)
      for (const [place, part] of parts.entries())
        expect(Math.abs(part - shareOf(total, each[place] ?? 0, sum))).toBeLessThanOrEqual(1)
    }),
  )
  expect(allocate(100, [1, 1, 1])).toEqual([33, 33, 34])
  expect(allocate(5, [0, 0])).toEqual([0, 0])
})
