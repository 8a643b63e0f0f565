import { expect, test } from 'vitest'
import { lazy } from './lazy.ts'

test('a value is created once, and a failed promise is created again', async () => {
  let turns = 0
  const value = lazy(() => {
    turns += 1
    return turns
  })
  expect([value(), value()]).toEqual([1, 1])

  let tries = 0
  const promised = lazy(async () => {
    tries += 1
    if (tries === 1) throw new Error('no room on the disk')
    return tries
  })
  // Two concurrent calls share one attempt.
  const both = await Promise.allSettled([promised(), promised()])
  expect([both.map(({ status }) => status), tries]).toEqual([['rejected', 'rejected'], 1])
  expect([await promised(), await promised(), tries]).toEqual([2, 2, 2])
})
