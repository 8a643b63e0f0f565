import { expect, test } from 'vitest'
import { inBatches } from './batches.ts'

test('batches run until one is not full', async () => {
  const found = [2, 2, 1, 2]
  let turns = 0
  await inBatches({ stopping: new AbortController().signal, batch: 2 }, async () => found[turns++] ?? 0)
  expect(turns).toBe(3)
})

test('no batch starts once the portal is stopping', async () => {
  const stop = new AbortController()
  let turns = 0
  await inBatches({ stopping: stop.signal, batch: 2 }, async () => {
    turns += 1
    if (turns === 2) stop.abort()
    return 2
  })
  expect(turns).toBe(2)
})
