import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import { clientConfig, DatabaseClient } from './client.ts'
import { listen } from './listen.ts'
import { announceIdle, announcePending } from './pending-notifications.ts'

const { system, url } = await testDatabase()
const notify = (channel: string, payload: string) => system.change`select pg_notify(${channel}, ${payload})`

test('notifications reach a channel’s handlers, and a lost connection calls all of them', async () => {
  const listener = listen({ url, log: silentLog })
  const [first, second, other] = [vi.fn(), vi.fn(), vi.fn()]
  await Promise.all([listener.on('pages', first), listener.on('pages', second), listener.on('Limits', other)])
  await notify('pages', 'one')
  await notify('Limits', '')
  await expect.poll(() => other).toHaveBeenCalled()
  expect([first.mock.calls, second.mock.calls, other.mock.calls]).toEqual([[['one']], [['one']], [['']]])

  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where (query ilike 'listen%' or query like '%pending_notification%') and pid <> pg_backend_pid()
        and datname = current_database()`,
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

test('the listener keeps reconnecting without a database, and can be stopped meanwhile', async () => {
  const warn = vi.fn()
  const listener = listen({ url: 'postgresql://nobody@%2Fnowhere/none', log: { ...silentLog, warn } })
  void listener.on('pages', () => {})
  await expect.poll(() => warn.mock.calls.length).toBeGreaterThan(1)
  await listener.end()
  const count = warn.mock.calls.length
  await sleep(300)
  expect(warn).toHaveBeenCalledTimes(count)
})

const [one, two] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
const leave = (company: string) =>
  system.change`insert into pending_notification (channel, company_id) values ('pages', ${company})`
const left = z.object({ rows: z.int() })
const pending = async () => (await system.row(left)`select count(*) as rows from pending_notification`)?.rows

test('written notifications are announced once, equal ones together, on every replica', async () => {
  const replicas = [listen({ url, log: silentLog }), listen({ url, log: silentLog })]
  const heard = await Promise.all(
    replicas.map(async replica => {
      const handler = vi.fn()
      await replica.on('pages', handler)
      return handler
    }),
  )
  await system.transaction(async transaction => {
    for (const company of [one, one, two])
      await transaction.change`insert into pending_notification (channel, company_id) values ('pages', ${company})`
  })
  const started = performance.now()
  for (const handler of heard) await expect.poll(() => handler).toHaveBeenCalledTimes(2)
  expect(performance.now() - started).toBeLessThan(2000)
  await expect.poll(pending).toBe(0)
  for (const handler of heard) expect(handler.mock.calls.flat().sort()).toEqual([one, two])
  await Promise.all(replicas.map(replica => replica.end()))
})

// Guard: one statement both removes and announces; with two, removed notifications would be lost.
test('a replica that dies while it announces loses nothing: another one takes over', async () => {
  const dying = new DatabaseClient(clientConfig(url))
  dying.on('error', () => {})
  await dying.connect()
  await leave(one)
  await dying.query('begin')
  await dying.query(announcePending)
  const heard = vi.fn()
  const replica = listen({ url, log: silentLog, heartbeat: 50 })
  await replica.on('pages', heard)
  // A replica does not wait for rows that another one is about to announce.
  await leave(two)
  await expect.poll(() => heard.mock.calls).toEqual([[two]])
  await runStatement(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction' and datname = current_database()`,
  )
  await expect.poll(() => heard.mock.calls).toEqual([[two], [one]])
  expect(await pending()).toBe(0)
  await replica.end()
  await dying.end().catch(() => {})
})

test('an idle process announces pending notifications once a second, and its own at once', async () => {
  const sent = vi.spyOn(DatabaseClient.prototype, 'query')
  const heard = vi.fn()
  let used = 0
  const replica = listen({ url, log: silentLog, uses: () => used })
  await replica.on('pages', heard)
  const [own] = sent.mock.contexts.slice(-1)
  const turns = () =>
    sent.mock.calls.filter(
      ([query], at) => (query as { name?: string })?.name === 'announce' && sent.mock.contexts[at] === own,
    ).length
  await sleep(2000)
  expect(turns()).toBeGreaterThan(0)
  expect(turns()).toBeLessThanOrEqual(4)
  await leave(one)
  used += 1
  const started = performance.now()
  await expect.poll(() => heard.mock.calls).toEqual([[one]])
  expect(performance.now() - started).toBeLessThan(announceIdle)
  // No process here knows of this row.
  await runStatement(url, `insert into pending_notification (channel, company_id) values ('pages', '${two}')`)
  await expect.poll(() => heard.mock.calls).toEqual([[one], [two]])
  await replica.end()
})
