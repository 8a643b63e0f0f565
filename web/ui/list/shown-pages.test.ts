import { expect, test } from 'vitest'
import { shownPages } from './shown-pages.ts'

test.each([
  [1, 1, '1'],
  [2, 4, '1 2 3 4'],
  [1, 20, '1 2 3 4 5 forth 20'],
  [4, 20, '1 2 3 4 5 6 forth 20'],
  [10, 20, '1 back 8 9 10 11 12 forth 20'],
  [17, 20, '1 back 15 16 17 18 19 20'],
  [20, 20, '1 back 16 17 18 19 20'],
])('on page %i of %i these are offered: %s', (current, last, shown) => {
  expect(shownPages(current, last).join(' ')).toBe(shown)
})
