import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'
import { createClient, Refused, type WebhookEvent } from '../../clients/typescript/client.ts'
import { followLog } from '../../examples/company-log/follow.ts'
import { receiveEvents } from '../../examples/company-sync/receiver.ts'
import { renewLines } from '../../examples/company-sync/renew.ts'
import { syncPeople } from '../../examples/company-sync/sync.ts'

const portal = await testPortal({ WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '5' })
const { make, call } = portal
await portal.app.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`

const newCompany = async () => {
  const company = await make.company()
  const stays = await make.employee(company.id, { name: '留下的人' })
  const leaves = await make.employee(company.id, { name: '离职的人' })
  const { secret: token } = await make.apiToken(company, {
    scopes: ['people:read', 'people:change', 'lines:read', 'orders:read', 'orders:change'],
  })
  return { company, stays, leaves, portal: createClient({ url, token, retries: 1 }) }
}

test('people are synced, and rerunning an interrupted sync changes nothing more', async () => {
  const { company, stays, leaves, portal: client } = await newCompany()
  const people = [
    { phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' },
    { phone: '13800138111', name: '新来的人', jobNumber: 'A2' },
  ]
  const outcome = await syncPeople(client, people)
  expect(outcome).toMatchObject({ added: ['新来的人'], removed: ['离职的人'], problems: [] })
  expect(await syncPeople(client, people)).toMatchObject({ added: [], removed: [], problems: [] })
  const sid = await make.session(company.owner.account)
  const { data } = await call('getCompanyUserList', {}, { sid })
  expect(data.list.map(({ name }) => name).sort()).toEqual(
    [`员工${company.owner.account.phone.slice(-4)}`, '新来的人', '留下的人'].sort(),
  )
  const gone = await make.session(leaves.account)
  expect((await call('getMyService', {}, { sid: gone })).code).not.toBe(500)
})

const peopleOf = async (companyId: string) =>
  (
    await portal.system.rows(z.object({ name: z.string() }))`
      select name from employee where company_id = ${companyId} and role = 'employee' order by name`
  ).map(({ name }) => name)

test('a company of 1,002 people is synced completely, and people who were not read are not compared', async () => {
  const { company, stays, portal: client } = await newCompany()
  const phoneOf = (number: number) => `139${String(72_000_000 + number).padStart(8, '0')}`
  await portal.system.change`
    with made as (
      insert into account (phone, display_name, agreement_version, agreed_at)
      select '139' || (72000000 + number)::text, '成员' || number, '2026-11', now() from generate_series(1, 999) as number
      returning id, phone, display_name
    )
    insert into employee (company_id, account_id, phone, name, state)
    select ${company.id}, id, phone, display_name, 'active' from made`
  const people = [
    { phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' },
    ...Array.from({ length: 999 }, (_, index) => ({ phone: phoneOf(index + 1), name: '不看', jobNumber: '' })),
  ]
  // The oldest employee leaves.
  expect(await syncPeople(client, people)).toEqual({ added: [], removed: ['离职的人'], problems: [] })
  expect(await syncPeople(client, people)).toEqual({ added: [], removed: [], problems: [] })
  // Nobody is removed if the portal returns an incomplete list.
  const cut = { ...client, getCompanyUserList: async () => ({ list: [], total: 1001, more: true }) } as typeof client
  await expect(syncPeople(cut, [])).rejects.toThrow('列表没有读完')
})

test('leavers go although a joiner’s row is refused, and a corrected row is taken in the next run', async () => {
  const { company, stays, portal: client } = await newCompany()
  const stayer = { phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' }
  const joiner = (phone: string, jobNumber = 'A3') => ({ phone, name: '写错的人', jobNumber })
  const wrong = await syncPeople(client, [
    joiner('1380013'),
    joiner('13800138222', 'A'.repeat(99)),
    stayer,
    { phone: '13800138333', name: '写对的人', jobNumber: 'A4' },
  ])
  expect(wrong).toMatchObject({ added: ['写对的人'], removed: ['离职的人'] })
  expect(wrong.problems).toHaveLength(2)
  expect(await peopleOf(company.id)).toEqual(['写对的人', '留下的人'])
  const right = [joiner('13800138222'), stayer, { phone: '13800138333', name: '写对的人', jobNumber: 'A4' }]
  expect(await syncPeople(client, right)).toEqual({ added: ['写错的人'], removed: [], problems: [] })
})

test('an empty source removes nobody unless an option allows it', async () => {
  const { company, portal: client } = await newCompany()
  const refused = await syncPeople(client, [])
  expect(refused).toMatchObject({ removed: [], problems: [expect.stringContaining('没有移除任何人')] })
  expect(await peopleOf(company.id)).toHaveLength(2)
  expect((await syncPeople(client, [], { mayRemove: 99 })).removed).toEqual([])
  expect((await syncPeople(client, [], { mayRemove: 100 })).removed).toHaveLength(2)
})

test.each([Number('50%'), 12.5, -1, 101])('a share of %s is refused before anybody is removed', async mayRemove => {
  const { company, stays, portal: client } = await newCompany()
  const people = [{ phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' }]
  await expect(syncPeople(client, people, { mayRemove })).rejects.toThrow('0 至 100 的整数')
  expect(await peopleOf(company.id)).toEqual(['留下的人', '离职的人'].sort())
})

test('a person whose phone has changed is reported and not replaced, and phones or job numbers that are not texts stop the run', async () => {
  const { company, stays, leaves, portal: client } = await newCompany()
  await portal.system.change`update employee set job_number = 'A9' where id = ${leaves.id}`
  const stayer = { phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' }
  const moved = { phone: '13800138444', name: '离职的人', jobNumber: 'A9' }
  expect(await syncPeople(client, [stayer, moved])).toEqual({
    ...{ added: [], removed: [] },
    problems: [expect.stringContaining('手机号变了')],
  })
  for (const numeric of [{ phone: Number(stayer.phone) }, { jobNumber: 1001 }])
    await expect(syncPeople(client, [{ ...stayer, ...(numeric as object) }])).rejects.toThrow('手机号与工号须是文字')
  expect(await peopleOf(company.id)).toEqual(['留下的人', '离职的人'].sort())
  // The number of a departed person now belongs to another.
  expect((await syncPeople(client, [stayer, { ...moved, name: '新来的人' }])).removed).toEqual(['离职的人'])
})

test('a number that was mistyped is corrected as long as nobody has joined with it', async () => {
  const { company, stays, leaves, portal: client } = await newCompany()
  const others = [stays, leaves].map(({ account }) => ({ phone: account.phone, name: '留下的人', jobNumber: '' }))
  const joiner = { phone: '13800138777', name: '王小明', jobNumber: 'A7' }
  expect((await syncPeople(client, [...others, joiner])).added).toEqual(['王小明'])
  const corrected = { ...joiner, phone: '13800138778' }
  expect(await syncPeople(client, [...others, corrected])).toEqual({
    ...{ added: ['王小明'], removed: ['王小明'], problems: [] },
  })
  const invited = z.object({ phone: z.string() })
  expect(
    await portal.system.rows(
      invited,
    )`select phone from employee where company_id = ${company.id} and state = 'invited'`,
  ).toEqual([{ phone: corrected.phone }])
})

test('a portal that is busy, or a token that has ended, ends the run instead of failing once for each person', async () => {
  const { stays, portal: client } = await newCompany()
  for (const code of [503, -41051]) {
    let requests = 0
    const addCompanyUser: typeof client.addCompanyUser = async () => {
      requests += 1
      throw new Refused(code, '不可用', null)
    }
    const joiners = ['13800138555', '13800138666'].map(phone => ({ phone, name: '新来的人', jobNumber: '' }))
    const stayer = { phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' }
    // The client is a proxy and creates its calls on property access.
    const failing = new Proxy(client, {
      get: (calls, name) => (name === 'addCompanyUser' ? addCompanyUser : Reflect.get(calls, name)),
    })
    await expect(syncPeople(failing, [stayer, ...joiners])).rejects.toMatchObject({ code })
    expect(requests).toBe(1)
  }
})

test('managers do not raise the number of employees that may be removed', async () => {
  const { company, stays, portal: client } = await newCompany()
  for (const name of ['甲', '乙', '丙']) await make.employee(company.id, { name })
  await portal.system.change`
    with made as (
      insert into account (phone, display_name, agreement_version, agreed_at)
      select '137' || (73000000 + number)::text, '管理员' || number, '2026-11', now() from generate_series(1, 20) as number
      returning id, phone, display_name
    )
    insert into employee (company_id, account_id, phone, name, state, role)
    select ${company.id}, id, phone, display_name, 'active', 'manager' from made`
  const people = [{ phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' }]
  expect((await syncPeople(client, people)).removed).toEqual([])
})

test('lines that end soon are ordered together, once, for three days, and the managers are told', async () => {
  const { company, portal: client } = await newCompany()
  const soon = new Date(Date.now() + 3 * 86_400_000)
  const names = Array.from({ length: 21 }, (_, index) => `快到期的${index}`)
  for (const name of names) await make.line(company, { name, bound: true, endsAt: soon })
  await make.line(company, { name: '自动续费的', bound: true, endsAt: soon, autoRenew: true })
  for (const _ of [1, 2]) {
    const { ordered, problems } = await renewLines(client, 30)
    expect([ordered.toSorted(), problems]).toEqual([names.toSorted(), []])
  }
  const sid = await make.session(company.owner.account)
  const ask = async () => (await call('getOrderList', { kind: 'renewal' }, { sid })).data.list
  const [first, ...others] = await ask()
  expect([others, first?.state]).toEqual([[], 'pending'])
  expect(Date.parse(first?.pays_until ?? '') - Date.now()).toBeGreaterThan(2.9 * 86_400_000)
  const { data } = await call('getNoticeList', {}, { sid })
  expect(data.list.filter(({ title }) => title === '续费订单待支付')).toHaveLength(1)
  // An order closed unpaid is placed again; one that a manager cancelled is not.
  const end = (state: string) =>
    portal.system.change`update shop_order set state = ${state} where company_id = ${company.id} and state = 'pending'`
  await end('closed')
  expect((await renewLines(client, 30)).ordered).toHaveLength(21)
  await end('cancelled')
  const { ordered, problems } = await renewLines(client, 30)
  expect([ordered, problems]).toEqual([[], Array(21).fill(expect.stringContaining('管理员取消了'))])
  expect((await ask()).map(({ state }) => state)).toEqual(['cancelled', 'closed'])
  // Another line that ends soon is ordered alone, without those whose order was cancelled.
  await make.line(company, { name: '后来的', bound: true, endsAt: soon })
  const later = await renewLines(client, 30)
  expect([later.ordered, later.problems.length]).toEqual([['后来的'], 21])
})

test('a line that can’t be renewed is reported, and the others are ordered', async () => {
  const { company, portal: client } = await newCompany()
  const soon = new Date(Date.now() + 3 * 86_400_000)
  for (const name of ['甲', '乙']) await make.line(company, { name, bound: true, endsAt: soon })
  const { id } = await make.line(company, { name: '停售的', bound: true, endsAt: soon })
  await portal.system.change`update sku set published = false where id = (select sku_id from line where id = ${id})`
  const { ordered, problems } = await renewLines(client, 30)
  expect([ordered.toSorted(), problems]).toEqual([['乙', '甲'], [expect.stringContaining('停售的')]])
})

test('an event arrives at the example receiver once, although the first delivery fails', async () => {
  const { company, portal: client } = await newCompany()
  const sid = await make.session(company.owner.account)
  const events: WebhookEvent[] = []
  let failed = false
  let secret = ''
  const server = receiveEvents('', async () => {})
  server.removeAllListeners('request')
  server.on('request', (request, response) =>
    receiveEvents(secret, async event => {
      if (!failed) {
        failed = true
        throw new Error('the first time')
      }
      events.push(event)
    }).emit('request', request, response),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const made = await call('createWebhook', { url: `http://127.0.0.1:${port}/`, events: ['employee.removed'] }, { sid })
  secret = made.data.secret
  await syncPeople(client, [], { mayRemove: 100 })
  await expect.poll(() => events.map(({ data }) => data.subject.name).sort()).toEqual(['留下的人', '离职的人'].sort())
  expect(events[0]).toMatchObject({ type: 'employee.removed', data: { actor: { kind: 'token' } } })
})

test('an event that comes again while it is being handled is handled once', async () => {
  const secret = 'whsec_c2VjcmV0LW9mLTI0LWJ5dGVzLWF0LWxlYXN0'
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let handled = 0
  const server = receiveEvents(secret, async () => {
    handled += 1
    await released
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const timestamp = String(Math.floor(Date.now() / 1000))
  const send = (body: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
          .update(`msg_1.${timestamp}.${body}`)
          .digest('base64')}`,
      },
    })
  const both = Promise.all([send('{}'), send('{}')])
  await expect.poll(() => handled).toBe(1)
  release()
  expect([(await both).map(({ status }) => status), handled]).toEqual([[204, 204], 1])
  // A sender without the secret cannot fill the memory.
  const long = await send(' '.repeat(300_000)).then(
    ({ status }) => status,
    () => 0,
  )
  expect([0, 401]).toContain(long)
})

test('the log is written to a file, and continues after an interruption', async () => {
  const { company, portal: client } = await newCompany()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  const folder = await mkdtemp(join(tmpdir(), 'company-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'activity.ndjson')
  const follow = () => followLog({ url, token: secret, file })
  await syncPeople(client, [], { mayRemove: 100 })
  expect(await follow()).toBeGreaterThanOrEqual(2)
  expect(await follow()).toBe(0)
  const readLines = async () =>
    (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { number: number; action: string; actor_name: string })
  const before = await readLines()
  expect(before.filter(({ action }) => action === 'employee.removed')).toHaveLength(2)
  // Interrupted before the number was written: the lines are written again, and none is missing.
  await writeFile(`${file}.after`, String((before.at(-1)?.number ?? 0) - 1))
  expect(await follow()).toBe(1)
  expect((await readLines()).at(-1)).toEqual(before.at(-1))
  // Interrupted within a line: the partial line remains on its own line, and the whole line follows.
  await appendFile(file, '{"number":')
  await writeFile(`${file}.after`, String((before.at(-1)?.number ?? 0) - 1))
  expect(await follow()).toBe(1)
  const [half, whole] = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-2)
  expect([half, JSON.parse(whole ?? '')]).toEqual(['{"number":', before.at(-1)])
  // With an unreadable number, the log is not fetched from the beginning.
  await rm(`${file}.after`)
  await mkdir(`${file}.after`)
  await expect(follow()).rejects.toThrow('EISDIR')
  // A proxy that answers with its own page instead of a log.
  const proxy = createServer((_, response) => response.end('<html>')).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  const { port } = proxy.address() as AddressInfo
  const page = followLog({ url: `http://127.0.0.1:${port}`, token: secret, file: join(folder, 'page.ndjson') })
  await expect(page).rejects.toThrow('不是门户的')
})
