import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal({}, undefined, { answerWithin: 300 })
const { call, make, services, system, app } = portal
const account = await make.account({ displayName: '陈海' })
const sid = await make.session(account)
const rename = (display_name: string, key?: string) =>
  call(
    'setDisplayName',
    { display_name },
    { sid, ...(key ? { headers: { 'idempotency-key': key } } : { keyed: false }) },
  )
const nameNow = async () => (await call('wGetUserInfo', {}, { sid })).data.user_info.display_name

/** Runs work while a transaction, like one of a slow replica, locks the accounts for everybody. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = system.transaction(async transaction => {
    await transaction.change`lock table account in access exclusive mode`
    locked.resolve()
    await end.promise
  })
  await locked.promise
  try {
    return await work()
  } finally {
    end.resolve()
    await holding
  }
}

test('a call that nginx may repeat is answered 503 in time, and a repetition gets the result that was completed meanwhile', async () => {
  const key = randomUUID()
  const [read, change] = await whileLocked(() => Promise.all([call('wGetUserInfo', {}, { sid }), rename('林远', key)]))
  expect(read).toMatchObject({ status: 503, code: 503 })
  expect(change).toMatchObject({ status: 503, msg: expect.stringContaining('重复提交是安全的') })
  await vi.waitFor(async () => expect(await nameNow()).toBe('林远'), { timeout: 10_000 })
  expect((await rename('林远', key)).code).toBe(200)
})

test('a change without a key, which nginx never repeats, has the time that it takes', async () => {
  const answer = await whileLocked(async () => {
    const sent = rename('周舟')
    await sleep(600)
    return { sent }
  })
  expect((await answer.sent).code).toBe(200)
  expect(await nameNow()).toBe('周舟')
})

test('a file may take longer, as at its location in nginx, and a public page may not', async () => {
  const { id } = await make.storedFile({ purpose: 'article' })
  vi.spyOn(services.storage, 'get').mockImplementation(async () => {
    await sleep(600)
    return { size: 1024, stream: Readable.from(Buffer.alloc(1024)) }
  })
  expect((await app.inject({ url: `/images/${id}.png` })).statusCode).toBe(200)
  await system.transaction(async transaction => {
    await transaction.change`lock table demo_outbox in access exclusive mode`
    expect((await app.inject({ url: '/demo/outbox' })).statusCode).toBe(503)
  })
})
