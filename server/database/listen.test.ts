import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { listen } from './listen.ts'

const { system, url } = await testDatabase()
const notify = (channel: string, payload: string) => system.change`select pg_notify(${channel}, ${payload})`

test('calls the handlers of a channel, and all of them after a lost connection', async () => {
  const listener = listen({ url, log: silentLog })
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
  await Promise.all([listener.on('pages', first), listener.on('pages', second), listener.on('Limits', other)])
  await notify('pages', 'one')
  await notify('Limits', '')
  await expect.poll(() => other).toHaveBeenCalled()
  expect([first.mock.calls, second.mock.calls, other.mock.calls]).toEqual([[['one']], [['one']], [['']]])

  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`,
  )
  await expect.poll(() => other).toHaveBeenLastCalledWith(undefined)
  expect(first).toHaveBeenLastCalledWith(undefined)
  await notify('pages', 'two')
  await expect.poll(() => first).toHaveBeenLastCalledWith('two')
  expect(first).toHaveBeenCalledTimes(3)
  await listener.end()
})

test('a handler that throws does not stop the others', async () => {
  const error = vi.fn()
  const listener = listen({ url, log: { ...silentLog, error } })
  const second = vi.fn()
  await listener.on('pages', () => {
    throw new Error('broken')
  })
  await listener.on('pages', second)
  await notify('pages', 'one')
  await expect.poll(() => second).toHaveBeenCalledWith('one')
  expect(error).toHaveBeenCalledWith(expect.stringContaining('broken'))
  await listener.end()
})

test('keeps trying while there is no database, and ends in between', async () => {
  const warn = vi.fn()
  const listener = listen({ url: 'postgresql://nobody@%2Fnowhere/none', log: { ...silentLog, warn } })
  void listener.on('pages', () => {})
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(1)
  await listener.end()
  const count = warn.mock.calls.length
  await sleep(300)
  expect(warn).toHaveBeenCalledTimes(count)
})
