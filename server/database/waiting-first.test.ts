import { expect, test } from 'vitest'
import { waitingFirst } from './waiting-first.ts'

const partOf = (letter: string, size: number) => ({
  count: (most: number) => Promise.resolve(Math.min(size, most)),
  list: ({ limit, offset }: { limit: number; offset: number }) =>
    Promise.resolve(Array.from({ length: size }, (_, index) => `${letter}${index}`).slice(offset, offset + limit)),
})
const parts = [partOf('w', 3), partOf('d', 4)]

test.each([
  [1, 2, ['w0', 'w1']],
  [2, 2, ['w2', 'd0']],
  [3, 2, ['d1', 'd2']],
  [4, 2, ['d3']],
  [5, 2, []],
  [1, 100, ['w0', 'w1', 'w2', 'd0', 'd1', 'd2', 'd3']],
])('page %i with page size %i lists waiting rows first', async (page, page_size, list) => {
  expect(await waitingFirst(parts, { page, page_size, most: 100 })).toEqual({ list, total: 7, more: false })
})

test('rows beyond the maximum are neither counted nor listed', async () => {
  const requested = (page: number) => waitingFirst(parts, { page, page_size: 3, most: 5 })
  expect(await requested(2)).toEqual({ list: ['d0', 'd1'], total: 5, more: true })
  expect((await requested(3)).list).toEqual([])
})
