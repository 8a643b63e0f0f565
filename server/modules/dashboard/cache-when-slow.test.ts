import { expect, test } from 'vitest'
import { cacheWhenSlow } from './cache-when-slow.ts'

/** Returns a query that answers the number of its calls, after this many milliseconds of a simulated clock. */
function query(takes: number) {
  let [clock, count] = [0, 0]
  const ask = cacheWhenSlow(
    async () => {
      count += 1
      clock += takes
      if (takes < 0) throw new Error('refused')
      return count
    },
    () => clock,
  )
  const wait = (milliseconds: number) => {
    clock += milliseconds
  }
  return { ask, wait }
}

test('a quick result is queried every time, a slow one is cached for twenty times its duration', async () => {
  const quick = query(99)
  expect([await quick.ask(), await quick.ask()]).toEqual([1, 2])
  const slow = query(500)
  expect([await slow.ask(), await slow.ask()]).toEqual([1, 1])
  slow.wait(9_999)
  expect(await slow.ask()).toBe(1)
  slow.wait(1)
  expect(await slow.ask()).toBe(2)
})

test('concurrent requests share one query; a failure is not cached', async () => {
  const slow = query(500)
  expect(await Promise.all([slow.ask(), slow.ask()])).toEqual([1, 1])
  const failing = query(-1)
  await expect(failing.ask()).rejects.toThrow('refused')
  await expect(failing.ask()).rejects.toThrow('refused')
})
