import { expect, test } from 'vitest'
import { onceAtATime } from './task-list.ts'

test('a run that begins while another is under way is made up for once that one has ended, however it ends', async () => {
  const alone = onceAtATime()
  const { promise, reject } = Promise.withResolvers<void>()
  let [runs, again] = [0, 0]
  const start = (work: () => Promise<void>) =>
    alone(
      'send',
      () => {
        runs += 1
        return work()
      },
      async () => {
        again += 1
      },
    )
  const first = start(() => promise)
  await start(async () => {})
  await start(async () => {})
  expect([runs, again]).toEqual([1, 0])
  reject(new Error('broken'))
  await expect(first).rejects.toThrow('broken')
  expect([runs, again]).toEqual([1, 1])
  await start(async () => {})
  expect([runs, again]).toEqual([2, 1])
})
