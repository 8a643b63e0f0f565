import { expect, test } from 'vitest'
import { onceAtATime } from './task-list.ts'

test('a run that begins while another is under way is made up for once that one has ended, however it ends', async () => {
  let time = 0
  const alone = onceAtATime(() => time)
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

  // A hanging run blocks its kind for four hours, and has no effect when it ends after all.
  const hanging = Promise.withResolvers<void>()
  const hung = start(() => hanging.promise)
  time = 4 * 3_600_000 - 1
  await start(async () => {})
  expect([runs, again]).toEqual([3, 1])
  time += 1
  const next = Promise.withResolvers<void>()
  const following = start(() => next.promise)
  hanging.resolve()
  await hung
  await start(async () => {})
  expect([runs, again]).toEqual([4, 1])
  next.resolve()
  await following
  expect([runs, again]).toEqual([4, 2])
})
