import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { paths } from '#contract/paths.ts'
import { countOf, countRows } from '#server/database/count-rows.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { type CounterpartRequest, counterpart } from '#server/testing/counterpart.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal({ WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '5' })
const { make, call, system, services } = portal

interface Received {
  id: string
  type: string
  subject: string
  request: CounterpartRequest
}
/** Creates a system of the company that answers with the result of `status`. */
async function receiver(status: (received: Received, number: number) => number | Promise<number> = () => 200) {
  const received: Received[] = []
  const host = await counterpart(async request => {
    const { type, data } = JSON.parse(request.body.toString()) as { type: string; data: { subject: { name: string } } }
    const one = { id: String(request.headers['webhook-id']), type, subject: data.subject.name, request }
    received.push(one)
    return { status: await status(one, received.length) }
  })
  return { url: `http://${host}/events`, received }
}

async function until(holds: () => boolean | Promise<boolean>) {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await sleep(20)) if (await holds()) return
  throw new Error('it does not become true')
}
const withSession = async () => {
  const company = await make.company({ employees: 1 })
  return { company, sid: await make.session(company.owner.account) }
}
const record = (company: TestCompany, name: string) =>
  services
    .companyDatabase(company.id)
    .transaction(transaction =>
      recordActivity(transaction, company.id, [{ action: 'department.added', id: null, name }]),
    )
const pendingOf = (webhookId: string) =>
  countOf(system, sql`select count(*) from webhook_message where webhook_id = ${webhookId} and state = 'pending'`)
const stateOf = (webhookId: string) =>
  system.row(
    z.object({ state: z.string(), failing: z.boolean() }),
  )`select state, failing_since is not null as failing from webhook where id = ${webhookId}`

test('an event is sent and signed soon after it happens', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver()
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  expect(data.secret).toMatch(/^whsec_/)
  const made = await call('setDepartment', { name: '仓库' }, { sid })
  expect(made.code).toBe(200)
  await until(() => received.length > 0)
  const request = received[0]?.request
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature } = request?.headers ?? {}
  const key = Buffer.from(data.secret.slice('whsec_'.length), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${request?.body}`).digest('base64')
  expect(signature).toBe(`v1,${expected}`)
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(5)
  expect(JSON.parse(String(request?.body))).toMatchObject({
    type: 'department.added',
    data: { company_id: company.id, actor: { kind: 'account' }, subject: { kind: 'department', name: '仓库' } },
  })
})

test('an event that is rolled back is sent to nobody', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver()
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  await services
    .companyDatabase(company.id)
    .transaction(async transaction => {
      await recordActivity(transaction, company.id, [{ action: 'department.added', id: null, name: '没有发生' }])
      throw new Error('rolled back')
    })
    .catch(() => {})
  await record(company, '发生了')
  await until(() => received.length > 0)
  expect(received.map(({ subject }) => subject)).toEqual(['发生了'])
  await until(async () => (await pendingOf(data.webhook_id)) === 0)
})

test('a failing receiver gets everything in order, each event until it is accepted', async () => {
  const { company, sid } = await withSession()
  let failures = 0
  const { url, received } = await receiver((_, number) => {
    const status = number % 2 ? 500 : 200
    failures += status === 500 ? 1 : 0
    return status
  })
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  const names = Array.from({ length: 30 }, (_, number) => `部门 ${number}`)
  for (const name of names) await record(company, name)
  await until(async () => (await pendingOf(data.webhook_id)) === 0)
  expect(failures).toBe(30)
  expect([...new Map(received.map(({ id, subject }) => [id, subject])).values()]).toEqual(names)
  expect(await stateOf(data.webhook_id)).toEqual({ state: 'active', failing: false })
  const messages = await call('getWebhookMessageList', { webhook_id: data.webhook_id, page_size: 50 }, { sid })
  expect(messages.data).toMatchObject({ total: 30 })
  expect(messages.data.list[0]).toMatchObject({ subject_name: '部门 29', state: 'delivered', attempts: 2 })
  const message_id = messages.data.list[0]?.message_id ?? ''
  const message = await call('getWebhookMessage', { webhook_id: data.webhook_id, message_id }, { sid })
  expect(message.data.attempts).toMatchObject([
    { status: 200, problem: null },
    { status: 500, problem: 'HTTP 500' },
  ])
  expect(received.at(-1)?.request.body.toString()).toBe(message.data.body)
}, 30_000)

// Guard: `runConcurrently`, which takes the next receiver while another is still awaited.
test('a receiver that does not answer does not delay the others', async () => {
  const [slow, quick] = [await withSession(), await withSession()]
  const { promise: answer, resolve } = Promise.withResolvers<number>()
  onTestFinished(() => resolve(200))
  const hanging = await receiver(() => answer)
  const answering = await receiver()
  for (const [{ sid }, { url }] of [
    [slow, hanging],
    [quick, answering],
  ] as const)
    await call('createWebhook', { url, events: ['department.added'] }, { sid })
  await record(slow.company, '没有应答')
  await until(() => hanging.received.length === 1)
  for (const [index, name] of ['一', '二', '三'].entries()) {
    await record(quick.company, name)
    await until(() => answering.received.length === index + 1)
  }
  // All of this while the other is still awaited, with its first event.
  expect(hanging.received).toHaveLength(1)
  expect(await countRows(system, sql`webhook_attempt where company_id = ${slow.company.id}`)).toBe(0)
})

test('events are replayed one by one or by time range, under the same id', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver()
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  for (const name of ['一', '二', '三']) await record(company, name)
  await until(() => received.length === 3)
  await until(async () => (await pendingOf(data.webhook_id)) === 0)
  const { webhook_id } = data
  const message_id = String(received[1]?.id).replace('msg_', '')
  expect((await call('replayWebhook', { webhook_id, message_id }, { sid })).data).toEqual({ messages: 1 })
  await until(() => received.length === 4)
  expect(received[3]).toMatchObject({ id: received[1]?.id, subject: '二' })
  await until(async () => (await pendingOf(webhook_id)) === 0)
  const since = new Date(Date.now() - 60_000).toISOString()
  expect((await call('replayWebhook', { webhook_id, since }, { sid })).data).toEqual({ messages: 3 })
  await until(() => received.length === 7)
  expect(received.slice(4).map(({ subject }) => subject)).toEqual(['一', '二', '三'])
  expect((await call('replayWebhook', { webhook_id, since: new Date().toISOString() }, { sid })).code).toBe(-55004)
})

test('after a rotation both secrets sign for a while', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver()
  const made = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  const { webhook_id } = made.data
  const rotated = await call('rotateWebhookSecret', { webhook_id, overlap_hours: 1 }, { sid })
  await record(company, '轮换之后')
  await until(() => received.length === 1)
  const request = received[0]?.request
  if (!request) throw new Error('it was received')
  const { headers, body } = request
  const sign = (secret: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
      .digest('base64')}`
  expect(headers['webhook-signature']).toBe(`${sign(rotated.data.secret)} ${sign(made.data.secret)}`)
})

test('every rotation keeps the former secrets until the end that it promised, and 0 hours end all of them', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver(() => 200)
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  const { webhook_id } = data
  const rotate = (overlap_hours: number) => call('rotateWebhookSecret', { webhook_id, overlap_hours }, { sid })
  const former = async () => {
    const [webhook] = (await call('getWebhookList', {}, { sid })).data.list
    return webhook?.former_until ? Math.round((Date.parse(webhook.former_until) - Date.now()) / 3_600_000) : null
  }
  const signaturesOf = async (name: string) => {
    await record(company, name)
    await until(() => received.some(({ subject }) => subject === name))
    const { headers } = received.find(({ subject }) => subject === name)?.request ?? {}
    return String(headers?.['webhook-signature']).split(' ').length
  }
  await rotate(48)
  await rotate(2)
  await rotate(1)
  expect([await signaturesOf('三次之后'), await former()]).toEqual([4, 48])
  await system.change`update webhook_former_secret set until = now() where company_id = ${company.id} and until < now() + interval '3 hours'`
  expect(await signaturesOf('一个到期')).toBe(3)
  await rotate(0)
  expect([await signaturesOf('立即失效'), await former()]).toEqual([1, null])
})

test('after three days without success a webhook is disabled, its managers are told, and nothing is lost', async () => {
  const { company, sid } = await withSession()
  let works = false
  const { url, received } = await receiver(() => (works ? 200 : 503))
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  await record(company, '等待的')
  await until(async () => (await stateOf(data.webhook_id))?.failing === true)
  await system.change`
    with tried as (update webhook_attempt set at = at - interval '3 days' where company_id = ${company.id})
    update webhook set failing_since = failing_since - interval '3 days' where id = ${data.webhook_id}`
  await until(async () => (await stateOf(data.webhook_id))?.state === 'disabled')
  const notices = await call('getNoticeList', {}, { sid })
  expect(notices.data.list).toMatchObject([{ kind: 'webhook_disabled', link: paths.openInterfaces }])
  const { data: log } = await call('getCompanyActivity', { action: 'webhook.disabled' }, { sid })
  expect(log.list).toMatchObject([{ actor_kind: 'system', subject_id: data.webhook_id }])
  const tried = received.length
  await record(company, '停用期间的')
  await sleep(600)
  expect(received.length).toBe(tried)
  works = true
  expect((await call('setWebhook', { webhook_id: data.webhook_id, state: 'active' }, { sid })).code).toBe(200)
  await until(async () => (await pendingOf(data.webhook_id)) === 0)
  expect(received.slice(tried).map(({ subject }) => subject)).toEqual(['等待的', '停用期间的'])
})

test('a 410 response disables a webhook at once', async () => {
  const { company, sid } = await withSession()
  const { url } = await receiver(() => 410)
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  await record(company, '不要了')
  await until(async () => (await stateOf(data.webhook_id))?.state === 'disabled')
})

// Guard: the lease. Without it two processes send the same events concurrently, each in a different order.
test('a webhook leased by another process is left to it until the lease expires', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver()
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  await system.change`
    update webhook set lease = gen_random_uuid(), leased_until = now() + interval '1 hour' where id = ${data.webhook_id}`
  await record(company, '别的进程的')
  await sleep(700)
  expect(received).toEqual([])
  // The other process was killed, and its lease is over.
  await system.change`update webhook set leased_until = now() where id = ${data.webhook_id}`
  await record(company, '下一个')
  await until(() => received.length === 2)
  expect(received.map(({ subject }) => subject)).toEqual(['别的进程的', '下一个'])
})

// Guard: `held` in `recordAccepted` and `noteFailure`. Without it what the former address accepted, or refused, counts for the present
// one.
test.each([200, 500])(
  'an event under way to a former address, which answers %d, goes to the present one',
  async answer => {
    const { company, sid } = await withSession()
    const present = await receiver()
    const former = await receiver(async () => {
      const changed = await call('setWebhook', { webhook_id, url: present.url }, { sid })
      return changed.code === 200 ? answer : 418
    })
    const { data } = await call('createWebhook', { url: former.url, events: ['department.added'] }, { sid })
    const webhook_id = data.webhook_id
    await record(company, '搬家')
    await until(async () => (await pendingOf(webhook_id)) === 0)
    expect([former, present].map(({ received }) => received.map(({ subject }) => subject))).toEqual([
      ['搬家'],
      ['搬家'],
    ])
    const { list } = (await call('getWebhookMessageList', { webhook_id }, { sid })).data
    expect(list).toMatchObject([{ state: 'delivered', attempts: 1 }])
  },
)

// Guard: the lease and the state in `recordAccepted`. Without it sending to a deleted or disabled webhook continues.
test('a webhook that is disabled during a delivery gets no further event', async () => {
  const { company, sid } = await withSession()
  const { url, received } = await receiver(async () => {
    await system.change`update webhook set state = 'disabled', disabled_at = now() where company_id = ${company.id}`
    return 200
  })
  await call('createWebhook', { url, events: ['department.added'] }, { sid })
  await services.companyDatabase(company.id).transaction(transaction =>
    recordActivity(
      transaction,
      company.id,
      ['一', '二', '三'].map(name => ({ action: 'department.added' as const, id: null, name })),
    ),
  )
  await until(() => received.length > 0)
  await sleep(500)
  expect(received).toHaveLength(1)
})

test('a company can neither read nor change another’s webhooks', async () => {
  const { sid } = await withSession()
  const other = await withSession()
  const { url } = await receiver()
  const { data } = await call('createWebhook', { url }, { sid })
  const { webhook_id } = data
  const theirs = { sid: other.sid }
  expect((await call('getWebhookList', {}, theirs)).data.total).toBe(0)
  expect((await call('setWebhook', { webhook_id, state: 'disabled' }, theirs)).code).toBe(-55001)
  expect((await call('rotateWebhookSecret', { webhook_id, overlap_hours: 0 }, theirs)).code).toBe(-55001)
  expect((await call('deleteWebhook', { webhook_id }, theirs)).code).toBe(-55001)
  expect((await call('getWebhookMessageList', { webhook_id }, theirs)).code).toBe(-55001)
  const since = new Date(0).toISOString()
  expect((await call('replayWebhook', { webhook_id, since }, theirs)).code).toBe(-55001)
  expect((await call('deleteWebhook', { webhook_id }, { sid })).code).toBe(200)
})

test('an event that is never accepted can be skipped so that later ones arrive, and be replayed', async () => {
  const { company, sid } = await withSession()
  let takesAll = false
  const { url, received } = await receiver(({ subject }) => (takesAll || subject !== '毒' ? 200 : 500))
  const { data } = await call('createWebhook', { url, events: ['department.added'] }, { sid })
  const webhook_id = data.webhook_id
  for (const name of ['毒', '后']) await record(company, name)
  await until(() => received.length > 1)
  const { list } = (await call('getWebhookMessageList', { webhook_id, state: 'pending' }, { sid })).data
  const message_id = list.find(({ subject_name }) => subject_name === '毒')?.message_id ?? ''
  const skip = () => call('skipWebhookMessage', { webhook_id, message_id }, { sid })
  expect((await skip()).code).toBe(200)
  await until(() => received.some(({ subject }) => subject === '后'))
  expect((await skip()).code).toBe(-55005)
  expect(await pendingOf(webhook_id)).toBe(0)
  // A replay by time leaves it out: it would be at the head again and hold up all others.
  const since = new Date(Date.now() - 60_000).toISOString()
  expect((await call('replayWebhook', { webhook_id, since }, { sid })).data.messages).toBe(1)
  await until(async () => (await pendingOf(webhook_id)) === 0)
  expect(received.at(-1)?.subject).toBe('后')
  takesAll = true
  expect((await call('replayWebhook', { webhook_id, message_id }, { sid })).data.messages).toBe(1)
  await until(() => received.at(-1)?.subject === '毒')
})
