import { createHmac } from 'node:crypto'
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { createClient, Refused, verifyWebhook, type WebhookEvent } from '../../clients/typescript/client.ts'
import { followLog } from '../../examples/company-log/follow.ts'
import { receiveEvents } from '../../examples/company-sync/receiver.ts'
import { renewLines, syncPeople } from '../../examples/company-sync/sync.ts'

const portal = await testPortal({ WEBHOOK_PRIVATE: '1', WEBHOOK_RETRY_MS: '5' })
const { make, call } = portal
await portal.app.listen({ host: '127.0.0.1', port: 0 })
const url = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`
const day = '2026-11-23'

const newCompany = async () => {
  const company = await make.company()
  const stays = await make.employee(company.id, { name: '留下的人' })
  const leaves = await make.employee(company.id, { name: '离职的人' })
  const { secret: token } = await make.apiToken(company, {
    scopes: ['people:read', 'people:change', 'lines:read', 'orders:change'],
  })
  return { company, stays, leaves, portal: createClient({ url, token, retries: 1 }) }
}

test('people are synced, and rerunning an interrupted sync changes nothing more', async () => {
  const { company, stays, leaves, portal: client } = await newCompany()
  const people = [
    { phone: stays.account.phone, name: '留下的人', jobNumber: 'A1' },
    { phone: '13800138111', name: '新来的人', jobNumber: 'A2' },
  ]
  const outcome = await syncPeople(client, people, day)
  expect(outcome).toMatchObject({ added: ['新来的人'], removed: ['离职的人'], problems: [] })
  expect(await syncPeople(client, people, day)).toMatchObject({ added: [], removed: [], problems: [] })
  const sid = await make.session(company.owner.account)
  const { data } = await call('getCompanyUserList', {}, { sid })
  expect(data.list.map(({ name }) => name).sort()).toEqual(
    [`员工${company.owner.account.phone.slice(-4)}`, '新来的人', '留下的人'].sort(),
  )
  const gone = await make.session(leaves.account)
  expect((await call('getMyService', {}, { sid: gone })).code).not.toBe(500)
})

test('lines that end soon are ordered once, and nothing is paid', async () => {
  const { company, portal: client } = await newCompany()
  const line = await make.line(company, {
    name: '快到期的',
    bound: true,
    endsAt: new Date(Date.now() + 3 * 86_400_000),
  })
  expect(await renewLines(client, 30, day)).toEqual(['快到期的'])
  expect(await renewLines(client, 30, day)).toEqual(['快到期的'])
  const sid = await make.session(company.owner.account)
  const { data } = await call('getOrderInfoBySvpId', { svp_id: line.id }, { sid })
  expect(data.list.filter(({ kind, state }) => kind === 'renewal' && state === 'pending')).toHaveLength(1)
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
  await syncPeople(client, [], day)
  await expect.poll(() => events.map(({ data }) => data.subject.name).sort()).toEqual(['留下的人', '离职的人'].sort())
  expect(events[0]).toMatchObject({ type: 'employee.removed', data: { actor: { kind: 'token' } } })
})

test('the log is followed into a file, and goes on where it was interrupted', async () => {
  const { company, portal: client } = await newCompany()
  const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
  const folder = await mkdtemp(join(tmpdir(), 'company-log-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const file = join(folder, 'activity.ndjson')
  const follow = () => followLog({ url, token: secret, file })
  await syncPeople(client, [], day)
  expect(await follow()).toBeGreaterThanOrEqual(2)
  expect(await follow()).toBe(0)
  const readLines = async () =>
    (await readFile(file, 'utf8'))
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as { number: number; action: string; actor_name: string })
  const before = await readLines()
  expect(before.filter(({ action }) => action === 'employee.removed')).toHaveLength(2)
  // Interrupted before the number was written: what was written is written again, and nothing is missing.
  await writeFile(`${file}.after`, String((before.at(-1)?.number ?? 0) - 1))
  expect(await follow()).toBe(1)
  expect((await readLines()).at(-1)).toEqual(before.at(-1))
  // Interrupted within a line: the half stays alone, and the whole line follows.
  await appendFile(file, '{"number":')
  await writeFile(`${file}.after`, String((before.at(-1)?.number ?? 0) - 1))
  expect(await follow()).toBe(1)
  const [half, whole] = (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-2)
  expect([half, JSON.parse(whole ?? '')]).toEqual(['{"number":', before.at(-1)])
  // Where the number can't be read, nothing is fetched from the beginning.
  await rm(`${file}.after`)
  await mkdir(`${file}.after`)
  await expect(follow()).rejects.toThrow('EISDIR')
})

test('an altered, outdated or unsigned request is refused', () => {
  const secret = 'whsec_c2VjcmV0LW9mLTI0LWJ5dGVzLWF0LWxlYXN0'
  const now = 1_800_000_000_000
  const timestamp = String(now / 1000)
  const body = '{"type":"employee.removed"}'
  const sign = (text: string) =>
    `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(text)
      .digest('base64')}`
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,AAAA ${sign(`msg_1.${timestamp}.${body}`)}`,
  }
  expect(verifyWebhook(secret, headers, body, now)).toMatchObject({ id: 'msg_1', type: 'employee.removed' })
  expect(() => verifyWebhook(secret, headers, `${body} `, now)).toThrow('wrong')
  expect(() => verifyWebhook(secret, { ...headers, 'webhook-id': 'msg_2' }, body, now)).toThrow('wrong')
  expect(() => verifyWebhook(secret, headers, body, now + 301_000)).toThrow('too old')
  expect(() => verifyWebhook(secret, { ...headers, 'webhook-timestamp': 'now' }, body, now)).toThrow('too old')
  expect(() => verifyWebhook(secret, { ...headers, 'webhook-signature': undefined }, body, now)).toThrow('no signature')
})

test('the client tells a refusal, and makes a change once though the first answer was lost', async () => {
  const { company } = await newCompany()
  const { secret: token } = await make.apiToken(company)
  let lost = 0
  const unreliable: typeof fetch = async (...request) => {
    const response = await fetch(...request)
    lost += 1
    if (lost === 1) throw new TypeError('the connection was cut')
    return response
  }
  const client = createClient({ url, token, fetch: unreliable })
  const { dept_id } = await client.setDepartment({ name: '只有一个' })
  expect(lost).toBe(2)
  const departments = await createClient({ url, token }).getDeptListByCompanyId()
  expect(departments.list.map(department => department.dept_id)).toEqual([dept_id])
  const refused = createClient({ url, token: 'hyl_made-up' }).getCompanyInfo()
  await expect(refused).rejects.toThrow(Refused)
  await expect(refused).rejects.toMatchObject({ code: -41051 })
})
