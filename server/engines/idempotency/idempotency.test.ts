import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { countOf } from '#server/database/count-rows.ts'
import { testPortal } from '#server/testing/portal.ts'
import { onceOutside } from './idempotency.ts'

const portal = await testPortal()
const { make, operate, services, system } = portal
const { token } = await make.operator('support')
const { token: colleague } = await make.operator('support')
const sku = await make.sku({ stock: 20 })

const auditEntries = (target: string) => countOf(system, sql`select count(*) from audit_entry where target = ${target}`)

/** Creates a company, a gift to it, and functions for its balance. */
async function gifting(days = 30) {
  const company = await make.company({ managers: 1 })
  const gift = { company_id: company.id, days, note: '故障补偿', request_key: randomUUID() }
  const balance = async () => (await operate('getCompanyLedger', { company_id: company.id }, { token })).data.balance
  return { company, gift, balance, target: `company:${company.id}` }
}

// Guard: the primary key of (operator_id, request_key), which `on conflict do nothing` waits for. Without it each
// request makes a gift.
test('of 40 concurrent gifts with one idempotency key one is given, and each gets its answer', async () => {
  const { gift, balance, target, company } = await gifting()
  const answers = await Promise.all(Array.from({ length: 40 }, () => operate('giftCompanyHours', gift, { token })))
  expect(answers.map(({ code, data }) => [code, data.balance])).toEqual(Array(40).fill([200, 30]))
  expect(await balance()).toBe(30)
  expect(await auditEntries(target)).toBe(1)
  const notices = await countOf(
    system,
    sql`
      select count(*) from notice where account_id = ${company.owner.account.id} and kind = 'gift_received'`,
  )
  expect(notices).toBe(1)
})

test('a repeated request gets the first answer, whatever has changed since', async () => {
  const { gift, balance, company } = await gifting()
  expect((await operate('giftCompanyHours', gift, { token })).data).toEqual({ balance: 30 })
  const back = { company_id: company.id, days: 20, reason: '多送了', request_key: randomUUID() }
  for (const _ of [1, 2])
    expect(await operate('takeBackCompanyHours', back, { token })).toMatchObject({ code: 200, data: { balance: 10 } })
  expect((await operate('giftCompanyHours', gift, { token })).data).toEqual({ balance: 30 })
  expect(await balance()).toBe(10)
})

test('the same key with other content, another operation or another operator is a separate request', async () => {
  const { gift, balance, company } = await gifting()
  await operate('giftCompanyHours', gift, { token })
  expect((await operate('giftCompanyHours', { ...gift, days: 31 }, { token })).code).toBe(-41020)
  const { note: reason, ...rest } = gift
  expect((await operate('takeBackCompanyHours', { ...rest, reason }, { token })).code).toBe(-41020)
  expect((await operate('giftCompanyHours', gift, { token: colleague })).code).toBe(200)
  expect(await balance()).toBe(60)
  expect((await operate('giftCompanyHours', { ...gift, request_key: 'short' }, { token })).data).toBe('request_key')
  expect(company.id).toBeTruthy()
})

test('a refused request releases its idempotency key', async () => {
  const { gift, balance, company } = await gifting(5)
  const back = { company_id: company.id, days: 3, reason: '多送了', request_key: randomUUID() }
  expect((await operate('takeBackCompanyHours', back, { token })).code).toBe(-47030)
  await operate('giftCompanyHours', gift, { token })
  expect((await operate('takeBackCompanyHours', back, { token })).code).toBe(200)
  expect(await balance()).toBe(2)
})

test('gifts of coupons and extensions of lines are each applied once', async () => {
  const company = await make.company({ managers: 1 })
  const type = await make.couponType({ way: 'gift', perCompany: 5 })
  const coupon = { company_id: company.id, coupon_type_id: type.id, request_key: randomUUID() }
  const [first, second] = await Promise.all([1, 2].map(() => operate('giftCompanyCoupon', coupon, { token })))
  expect(first).toMatchObject({ code: 200 })
  expect(second).toEqual(first)
  const { data } = await operate('getCompanyOverview', { company_id: company.id }, { token })
  expect(data.coupons.counts.unused).toBe(1)

  const network = await make.operator('network')
  const order = await make.order(company)
  const line = await make.line(company, { sku, orderId: order.id, bound: true })
  const which = { company_id: company.id, line_id: line.id }
  const before = (await operate('getOperatedLine', which, network)).data.ends_at
  const longer = { ...which, days: 7, reason: '故障补偿', request_key: randomUUID() }
  await Promise.all([1, 2, 3].map(() => operate('extendLine', longer, network)))
  const after = (await operate('getOperatedLine', which, network)).data.ends_at
  expect(Date.parse(after) - Date.parse(before)).toBe(7 * 86_400_000)
})

// Without the key in it, a login's hash would be the password's, open to a billion guesses a second.
test('a stored request cannot be guessed without its key', async () => {
  const account = await make.account({ password: 'Blue-Sail-7' })
  const key = randomUUID()
  const input = { is_agree: 1, username: account.phone, password: 'Blue-Sail-7' } as const
  const headers = { 'idempotency-key': key }
  const first = await portal.call('wLogin', input, { headers })
  expect(await portal.call('wLogin', input, { headers })).toEqual(first)
  const other = { ...input, password: 'Green-Sea-8' }
  expect((await portal.call('wLogin', other, { headers })).code).toBe(-41020)
  const kept = await system.row(z.object({ hash: z.instanceof(Buffer) }))`
    select hash from idempotency_key where key = ${key}`
  const guessed = createHash('sha256')
    .update(JSON.stringify(['wLogin', [input]]))
    .digest()
  expect(kept?.hash.includes(guessed)).toBe(false)
  expect(kept?.hash.length).toBeGreaterThanOrEqual(32)
})

test('a file of the same name and size with other bytes is another content', async () => {
  const account = await make.account()
  const sid = await make.session(account)
  const key = randomUUID()
  const send = async (colour: string) => {
    const create = { width: 8, height: 8, channels: 3 as const, background: colour }
    const content = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
    const form = new FormData()
    form.append('sid', sid)
    form.append('purpose', 'licence')
    form.append('file', new Blob([new Uint8Array(content)]), 'a.png')
    const encoded = new Response(form)
    const headers = { 'idempotency-key': key, 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = Buffer.from(await encoded.arrayBuffer())
    const answer = await portal.post(contract.uploadFile.path, body, { headers })
    return { size: content.length, answer: JSON.parse(answer.body) as { code: number } }
  }
  const [first, again, other] = [await send('#123456'), await send('#123456'), await send('#654321')]
  expect(other.size).toBe(first.size)
  expect([first.answer.code, again.answer]).toEqual([200, first.answer])
  expect(other.answer.code).toBe(-41020)
})

/** Claims are distinguished by the millisecond; the pause makes sure that a new one differs. */
async function outliveLease({ key }: { key: string }): Promise<void> {
  await system.change`
    update idempotency_key set created_at = created_at - interval '3 minutes' where key = ${key}`
  await sleep(2)
}

/** Creates work that resolves `started` when it begins, and ends when `end` is resolved. */
function heldWork() {
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<{ data: string }>()]
  const work = () => {
    begun.resolve()
    return end.promise
  }
  return { work, started: begun.promise, end }
}

// Guard: the time of the claim in `onceOutside`. Without it the first request frees the key under which the second is working.
test('a request that fails after another has taken its key over leaves the key to that one', async () => {
  const request = { scope: 'public', key: randomUUID(), call: 'getPayment', content: {} }
  const send = (work: () => Promise<{ data: string }>) => onceOutside(services, request, work)
  const [slow, second] = [heldWork(), heldWork()]
  const failing = expect(send(slow.work)).rejects.toThrow('too late')
  await slow.started
  await outliveLease(request)
  const other = send(second.work)
  await second.started
  slow.end.reject(new Error('too late'))
  await failing
  const third = () => send(async () => ({ data: 'made twice' }))
  await expect(third()).rejects.toMatchObject({ code: -41021 })
  second.end.resolve({ data: 'made once' })
  expect([(await other).answer, (await third()).answer]).toEqual([{ data: 'made once' }, { data: 'made once' }])
})

// Guard: the time of the claim in `keep`. Without it the first request replaces the second one's answer.
test('a request that ends after another has taken its key over and answered leaves that answer', async () => {
  const request = { scope: 'public', key: randomUUID(), call: 'getPayment', content: {} }
  const send = (work: () => Promise<{ data: string }>) => onceOutside(services, request, work)
  const slow = heldWork()
  const first = send(slow.work)
  await slow.started
  await outliveLease(request)
  expect((await send(async () => ({ data: 'in time' }))).answer).toEqual({ data: 'in time' })
  slow.end.resolve({ data: 'too late' })
  expect((await first).answer).toEqual({ data: 'too late' })
  expect((await send(async () => ({ data: 'made twice' }))).answer).toEqual({ data: 'in time' })
})
