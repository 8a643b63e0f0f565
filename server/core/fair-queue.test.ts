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

test('the reserved places are for the first task of an owner who has none', async () => {
  const run = fairQueue({ width: 4, each: 3, reserved: 2, waitingEach: 10, waitingInAll: 20, busy: '忙' })
  const { begun, work, end } = recorder()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'd1']) void run(name.slice(0, 1), work(name))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('c1')
  await end('b1')
  expect(begun.slice(4)).toEqual(['d1', 'b2'])
  await end('d1')
  await end('b2')
  await end('a1')
  expect(begun.slice(6)).toEqual(['a3'])
})

test('a task that leaves its place gives it to the next one, and goes on before those that have not begun', async () => {
  const run = fairQueue({ width: 1, waitingEach: 2, waitingInAll: 2, busy: '忙' })
  const { begun, work, end } = recorder()
  const away = run('a', async place => {
    await work('a1')()
    await place.leave(work('outside'))
    await work('a2')()
  })
  await settled()
  for (const name of ['a3', 'a4']) void run('a', work(name))
  await end('a1')
  expect(begun).toEqual(['a1', 'outside', 'a3'])
  void run('a', work('a5'))
  // More wait than may, but the one that has begun is not refused.
  await end('outside')
  expect(begun).toEqual(['a1', 'outside', 'a3'])
  await end('a3')
  expect(begun.at(-1)).toBe('a2')
  await end('a2')
  await away
  expect(begun.at(-1)).toBe('a4')
})

test.each(['while the rest is away', 'while the rest waits to come back'])(
  'a task that fails keeps no place: %s',
  async when => {
    const run = fairQueue({ width: 1, waitingEach: 5, waitingInAll: 5, busy: '忙' })
    const { begun, work, end } = recorder()
    const broken = () => Promise.reject(new Error('broken'))
    const failed = expect(
      run('a', place => Promise.all([place.leave(work('rest')), work('a1')().then(broken)])),
    ).rejects.toThrow('broken')
    await settled()
    void run('b', work('b1'))
    await settled()
    expect(begun).toEqual(['rest', 'a1', 'b1'])
    const inOrder = when === 'while the rest is away' ? ['a1', 'rest', 'b1'] : ['rest', 'a1', 'b1']
    for (const name of inOrder) await end(name)
    await failed
    for (const name of ['c1', 'd1']) void run(name.slice(0, 1), work(name))
    await settled()
    expect(begun.slice(3)).toEqual(['c1'])
  },
)

test('a task that waits longer than the patience is refused, and those behind it move up', async () => {
  const run = fairQueue({ width: 1, waitingEach: 5, waitingInAll: 5, patience: 20, busy: '忙' })
  const { begun, work, end } = recorder()
  void run('a', work('a1'))
  await expect(run('b', work('b1'))).rejects.toMatchObject({ code: 503 })
  void run('b', work('b2'))
  await end('a1')
  expect(begun).toEqual(['a1', 'b2'])
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
