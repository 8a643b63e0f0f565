import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import type { Call } from '#contract/call.ts'
import type { DeviceProof } from '#contract/device-key.ts'
import { type CallName, contract } from '#contract/index.ts'
import { countRows } from '#server/database/count-rows.ts'
import { type DeviceKey, newDeviceKey } from '#server/testing/device-key.ts'
import { testPortal } from '#server/testing/portal.ts'
import { testReplica } from '#server/testing/replica.ts'
import { sampleInput } from '#server/testing/samples.ts'

const portal = await testPortal({ CLIENT_KEYS_REQUIRED_FROM: '2999-01-01' })
const { make, call, system, config, url } = portal
/** The same portal, after the day from which clients need a key. */
const later = await testReplica({ ...config, clientKeysRequiredFrom: '2026-01-01' }, { url })
await later.app.ready()
const password = 'Blue-Sail-7'
const client = { headers: { authorization: 'haiyilian-desktop 12.0.1' } }
const report = {
  fingerprint: 'fingerprint-1',
  name: '林海舟的 ThinkPad X1',
  platform: 'windows' as const,
  os_version: 'Windows 11 24H2',
  client_version: '12.0.1',
}

const challenge = async () => (await call('getDeviceChallenge', {})).data.challenge
const logInWith = (phone: string, device?: DeviceProof) =>
  call('wLogin', { is_agree: 1, username: phone, password, ...(device && { device }) }, client)
const open = async (phone: string, key?: DeviceKey) => {
  const answer = await logInWith(phone, key?.prove(phone, await challenge()))
  expect(answer.code).toBe(200)
  return answer.data.sid
}

/** Creates an employee in service with a line, and returns the client's actions. */
async function working() {
  const company = await make.company({ managers: 1, employees: 0 })
  const account = await make.account({ password })
  const employee = await make.employee(company.id, { account, serviceEndsAt: new Date(Date.now() + 864_000_000) })
  const line = await make.line(company, { bound: true })
  await make.lineGroup(company.id, { lines: [line.id], employees: [employee.id] })
  return { company, phone: account.phone, account }
}
const approve = (deviceId: string) =>
  system.change`update device set audit_state = 'approved', audited_at = now() where id = ${deviceId}`
const linesOf = (sid: string, device_id: string) => call('getUsableLines', { device_id }, { sid })

/** Calls the later portal. */
async function afterTheDay(name: CallName, payload: object) {
  const { body } = await later.app.inject({
    method: 'POST',
    url: `/api${contract[name].path}`,
    headers: { 'content-type': 'application/json', authorization: 'haiyilian-desktop 12.0.1' },
    payload,
  })
  return JSON.parse(body) as { code: number; msg: string; data: { device_id: string; reason: string } }
}

test.each(['Ed25519', 'P-256'] as const)(
  'a device with a %s key gets lines, and no other session of the person does',
  async kind => {
    const { phone, account } = await working()
    const key = newDeviceKey(kind)
    const sid = await open(phone, key)
    const { device_id } = (await call('reportDevice', report, { sid })).data
    await approve(device_id)
    expect((await linesOf(sid, device_id)).data).toMatchObject({ usable: true, total: 1 })
    expect((await linesOf(await open(phone, key), device_id)).code).toBe(200)

    expect((await linesOf(await make.session(account, { client: 'portal-web' }), device_id)).code).toBe(-48015)
    expect((await linesOf(await open(phone), device_id)).code).toBe(-48016)
    const other = await open(phone, newDeviceKey(kind))
    expect((await linesOf(other, device_id)).code).toBe(-48014)
    expect((await call('waitForChange', { device_id, version: '' }, { sid: other })).code).toBe(-48014)

    // A refreshed sid has the same key.
    await system.change`update session set created_at = created_at - interval '4 days' where account_id = ${account.id}`
    const refreshed = (await call('refreshSession', {}, { sid })).data.sid
    expect((await linesOf(refreshed, device_id)).data).toMatchObject({ usable: true, total: 1 })
  },
)

test('the log of a device has each login of its client, with the address, and no other login', async () => {
  const { company, phone } = await working()
  const key = newDeviceKey()
  const sid = await open(phone, key)
  const { device_id } = (await call('reportDevice', report, { sid })).data
  const manager = await make.session(company.owner.account)
  const logins = async () =>
    (await call('getDeviceLog', { device_id, page_size: 100 }, { sid: manager })).data.list.filter(
      ({ action }) => action === 'logged_in',
    )
  // The first login came before the device was known, which its registration reports.
  expect(await logins()).toEqual([])
  await open(phone, key)
  await open(phone, key)
  await open(phone, newDeviceKey())
  await open(phone)
  expect(await logins()).toMatchObject([{ ip: '127.0.0.1' }, { ip: '127.0.0.1' }])
  await system.change`
    insert into device_log (company_id, device_id, action, actor_name)
    select ${company.id}, ${device_id}, 'logged_in', '' from generate_series(1, 48)`
  await open(phone, key)
  expect(await logins()).toHaveLength(50)
})

test('a proof for another account, challenge or key, an altered one and an expired challenge are refused', async () => {
  const { phone } = await working()
  const [key, other] = [newDeviceKey(), newDeviceKey()]
  const current = await challenge()
  const proof = key.prove(phone, current)
  const bad: DeviceProof[] = [
    key.prove('13900000000', current),
    { ...proof, challenge: await challenge() },
    { ...proof, key: other.prove(phone, current).key },
    { ...proof, signature: other.prove(phone, current).signature },
    { ...proof, key: newDeviceKey('P-256').prove(phone, current).key },
    key.prove(phone, current.replace(/^\d/, '9')),
    key.prove(phone, 'made-up'),
    {
      ...newDeviceKey('P-256').prove(phone, current),
      key: { kty: 'EC', crv: 'P-256', x: 'A'.repeat(43), y: 'A'.repeat(43) },
    },
  ]
  for (const device of bad) expect((await logInWith(phone, device)).code).toBe(-48017)
  // None of them used the challenge up.
  expect((await logInWith(phone, proof)).code).toBe(200)
  expect((await logInWith(phone, proof)).code).toBe(-48017)

  const late = key.prove(phone, await challenge())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  expect((await logInWith(phone, late)).code).toBe(-48017)
})

// Guard: the insert into spent_proof (its primary key and row count). Without it all eight log in.
test('of many concurrent logins with one challenge one succeeds', async () => {
  const { phone, account } = await working()
  const proof = newDeviceKey().prove(phone, await challenge())
  const answers = await Promise.all(Array.from({ length: 8 }, () => logInWith(phone, proof)))
  expect(answers.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([
    ...Array<number>(7).fill(-48017),
    200,
  ])
  expect(await countRows(system, sql`session where account_id = ${account.id}`)).toBe(1)
})

test('a client without key support works until the deadline, is listed as such, then told to update', async () => {
  const { phone, company } = await working()
  const sid = await open(phone)
  const { device_id } = (await call('reportDevice', report, { sid })).data
  await approve(device_id)
  expect((await linesOf(sid, device_id)).data).toMatchObject({ usable: true, total: 1 })
  const listed = async () =>
    (await call('getDeviceList', {}, { sid: await make.session(company.owner.account) })).data.list.map(
      ({ has_key }) => has_key,
    )
  expect(await listed()).toEqual([false])
  for (const [name, input] of [
    ['reportDevice', report],
    ['getUsableLines', { device_id }],
    ['waitForChange', { device_id, version: '' }],
  ] as const)
    expect(await afterTheDay(name, { sid, ...input })).toMatchObject({
      code: -48016,
      msg: '客户端版本过旧，请升级后重新登录',
    })

  // The updated client sends its first key while clients without one are still admitted.
  const keyed = await open(phone, newDeviceKey())
  expect((await linesOf(keyed, device_id)).code).toBe(-48014)
  expect((await call('reportDevice', report, { sid: keyed })).data).toMatchObject({ device_id, usable: true })
  expect(await listed()).toEqual([true])
  expect((await linesOf(keyed, device_id)).data.total).toBe(1)
  expect((await call('reportDevice', report, { sid })).code).toBe(-48016)
})

test('after the deadline a device without a key gets its first one only by the company’s approval', async () => {
  const { phone } = await working()
  const { device_id } = (await call('reportDevice', report, { sid: await open(phone) })).data
  await approve(device_id)
  const sid = await open(phone, newDeviceKey())
  expect((await afterTheDay('reportDevice', { sid, ...report })).data).toMatchObject({
    device_id,
    reason: 'device_pending',
  })
})

test('a replaced key waits for the company’s approval, and until then neither key gets lines', async () => {
  const { phone, company } = await working()
  const sid = await open(phone, newDeviceKey())
  const { device_id } = (await call('reportDevice', report, { sid })).data
  // A device that waits for approval keeps its key: a manager must not approve another than the one that was seen.
  const [second, third] = [await open(phone, newDeviceKey()), await open(phone, newDeviceKey())]
  expect((await call('reportDevice', report, { sid: second })).code).toBe(-48014)
  await approve(device_id)
  expect((await linesOf(sid, device_id)).data.total).toBe(1)

  const replaced = await Promise.all([second, third].map(sid => call('reportDevice', report, { sid })))
  expect(replaced.map(({ code }) => code).toSorted()).toEqual([-48014, 200].toSorted())
  const winner = replaced[0]?.code === 200 ? second : third
  expect(replaced.find(({ code }) => code === 200)?.data).toMatchObject({
    device_id,
    usable: false,
    reason: 'device_pending',
  })
  for (const each of [sid, winner === second ? third : second])
    expect((await linesOf(each, device_id)).code).toBe(-48014)
  expect((await linesOf(winner, device_id)).data).toMatchObject({ list: [], reason: 'device_pending' })
  const notices = await system.rows(
    z.object({ title: z.string() }),
  )`select title from notice where account_id = ${company.owner.account.id} order by id`
  expect(notices.map(({ title }) => title)).toContain('设备的密钥已更换，等待审核')
  const entries = await system.rows(z.object({ detail: z.string() }))`
    select detail from activity where company_id = ${company.id} and action = 'employee.access' order by id`
  expect(entries.at(-1)?.detail).toMatch(/^1 台设备不能再连接：.*（更换设备密钥）$/)

  await approve(device_id)
  expect((await linesOf(winner, device_id)).data.total).toBe(1)
  expect((await linesOf(sid, device_id)).code).toBe(-48014)
})

test('every client call requires a client session and is refused to a browser’s session', async () => {
  const { account } = await working()
  const browser = await make.session(account, { client: 'portal-web' })
  const clientCalls = (Object.entries(contract) as [CallName, Call][]).filter(
    ([name, { path }]) => path.startsWith('/v1/client/') && !['getMyService', 'getDeviceChallenge'].includes(name),
  )
  expect(clientCalls.map(([name]) => name).toSorted()).toEqual([
    'getMyShops',
    'getUsableLines',
    'reportConnections',
    'reportDevice',
    'waitForChange',
  ])
  for (const [name, definition] of clientCalls) {
    expect([name, definition.client]).toEqual([name, true])
    const answer = await call(name, sampleInput(definition, [account.id]) as never, { sid: browser })
    expect([name, answer.code]).toEqual([name, -48015])
  }
})

test('the example in the documentation runs as written', async () => {
  const { phone } = await working()
  const text = await readFile(join(import.meta.dirname, '../../../docs/desktop-client.md'), 'utf8')
  const [, example = ''] = /```js\n(.*?)```/s.exec(text) ?? []
  const folder = await mkdtemp(join(tmpdir(), 'portal-client-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'client.mjs'), example)
  await portal.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = portal.app.server.address() as AddressInfo
  const environment = { PORTAL: `http://127.0.0.1:${port}`, PHONE: phone, PASSWORD: password }
  const run = async () =>
    (await promisify(execFile)(process.execPath, ['client.mjs'], { cwd: folder, env: environment })).stdout
  expect(await run()).toContain('device_pending')
  await system.change`update device set audit_state = 'approved' where key_id is not null and audit_state = 'pending'`
  // The key was kept in a file beside it, so this is the same device.
  expect(await run()).toMatch(/ok 专线 1 条/)
})
