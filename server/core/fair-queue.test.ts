import { setImmediate as settled } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue.ts'

/** Creates work that ends on command, and records the order in which it began. */
function recorder() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string) => () =>
    new Promise<string>(resolve => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  async function end(name: string) {
    ends.get(name)?.()
    await settled()
  }
  return { begun, work, end }
}

test('two tasks run concurrently, one per owner, and owners take turns', async () => {
  const run = fairQueue({ width: 2, waitingEach: 10, waitingInAll: 10, busy: '忙' })
  const { begun, work, end } = recorder()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) void run(name.slice(0, 1), work(name))
  await settled()
  expect(begun).toEqual(['a1', 'b1'])
  await end('a1')
  expect(begun).toEqual(['a1', 'b1', 'a2'])
  await end('b1')
  expect(begun.at(-1)).toBe('b2')
  await end('a2')
  expect(begun.at(-1)).toBe('c1')
  await end('c1')
  expect(begun.at(-1)).toBe('a3')
})

test('an owner may have several tasks at once, and the next one follows whichever ends', async () => {
  const run = fairQueue({ width: 3, each: 2, waitingEach: 10, waitingInAll: 10, busy: '忙' })
  const { begun, work, end } = recorder()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void run(name.slice(0, 1), work(name))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a2')
  await end('a1')
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1'])
})

test('a failing task frees its place, and its caller gets the error', async () => {
  const run = fairQueue({ width: 1, waitingEach: 10, waitingInAll: 10, busy: '忙' })
  await expect(run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  await expect(run('a', () => Promise.resolve(7))).resolves.toBe(7)
})

test('an owner with too many waiting tasks is refused, and everybody when too many wait in total', async () => {
  const run = fairQueue({ width: 1, waitingEach: 2, waitingInAll: 3, busy: '忙' })
  const { work, begun, end } = recorder()
  for (const name of ['a1', 'a2', 'a3']) void run('a', work(name))
  await expect(run('a', work('a4'))).rejects.toMatchObject({ code: 503 })
  void run('b', work('b1'))
  await expect(run('c', work('c1'))).rejects.toMatchObject({ code: 503 })
  await settled()
  await end('a1')
  await end('a2')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
})
