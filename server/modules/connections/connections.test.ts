import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countRows } from '#server/database/count-rows.ts'
import { newDeviceKey } from '#server/testing/device-key.ts'
import { untilWindowHolds } from '#server/testing/limit-window.ts'
import { oneDay } from '#server/testing/one-day.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { connectionWorld } from './connections.fixture.ts'
import { endSilent } from './ending.ts'
import { seenMarkOf } from './facts.ts'

const portal = await testPortal()
const { make, call, system } = portal
const job = { log: portal.services.log, stopping: new AbortController().signal }

const kept = z.object({
  id: z.string(),
  last_number: z.int(),
  end_reason: z.string().nullable(),
  seconds: z.number(),
  device_seconds: z.number(),
  employee_id: z.string(),
  findings: z.array(z.string()),
})
const connectionsOf = (companyId: string) => system.rows(kept)`
  select id, last_number, end_reason, employee_id, findings,
    extract(epoch from coalesce(ended_at, seen_at) - started_at)::float8 as seconds,
    extract(epoch from now() - device_started_at)::float8 as device_seconds
  from connection where company_id = ${companyId} order by started_at`

test('duplicated, late, reordered and lost reports yield one connection', async () => {
  const { company, client } = await connectionWorld(portal)
  const { report } = await client()
  const connection_id = randomUUID()
  // The connect report is lost: the heartbeat has all of its facts.
  const first = { connection_id, event: 'heartbeat' as const, number: 2 }
  expect((await report([first])).data.list[0]?.state).toBe('open')
  expect((await report([first])).data.list[0]?.state).toBe('open')
  const [third, end] = [
    { connection_id, event: 'heartbeat' as const, number: 3 },
    { connection_id, event: 'disconnect' as const, number: 5 },
  ]
  expect((await report([end, third])).data.list.map(({ state }) => state)).toEqual(['ended'])
  for (const late of [{ ...third, number: 4 }, { connection_id, event: 'connect' as const, number: 1 }, end])
    expect((await report([late])).data.list[0]?.state).toBe('ended')
  expect(await connectionsOf(company.id)).toMatchObject([
    { id: connection_id, end_reason: 'disconnected', last_number: 5 },
  ])
})

test('connection times follow the server’s clock, whatever the device’s clock says', async () => {
  const { company, client } = await connectionWorld(portal)
  const { report } = await client()
  const at = (minutes: number) => new Date(Date.parse('2031-05-01T00:00:00Z') + minutes * 60_000).toISOString()
  const connection_id = randomUUID()
  const reports = [
    { connection_id, event: 'connect' as const, number: 1, at: at(-600) },
    { connection_id, event: 'disconnect' as const, number: 2, at: at(-5) },
  ]
  await report(reports, { sent_at: at(0) })
  // A connection counts from fifteen minutes before its report at most, and this one ended five minutes ago: ten minutes.
  const [row] = await connectionsOf(company.id)
  expect(row?.seconds).toBeCloseTo(600, -1)
  expect(row?.device_seconds).toBeCloseTo(-86_400, -2)
})

test('a report is accepted only with the device’s own key', async () => {
  const { client } = await connectionWorld(portal)
  const [one, other] = [await client(), await client()]
  const first = { connection_id: randomUUID(), event: 'connect' as const }
  const reports = [first]
  expect((await one.report(reports, { signer: newDeviceKey() })).code).toBe(-48017)
  const altered = { ...one.key, sign: (text: string) => one.key.sign(`${text} `) }
  expect((await one.report(reports, { signer: altered })).code).toBe(-48017)
  expect((await one.report(reports)).code).toBe(200)
  // A colleague who learns the id can't end it.
  const { data } = await other.report([{ ...first, event: 'disconnect' }])
  expect(data.list).toMatchObject([{ state: 'refused', message: '连接编号已被占用' }])
  expect((await one.report([{ ...first, event: 'heartbeat' }])).data.list).toMatchObject([{ state: 'open' }])
})

// Guard: `answerAgain`. The client repeats unanswered reports, and must not miss the warning.
test.each([
  ['warn', 'open', '请注意：没有这条专线的使用权'],
  ['refuse', 'refused', '企业不允许这样连接：没有这条专线的使用权'],
] as const)('a repeated connect is answered with the same findings (%s)', async (conflicts, state, message) => {
  const { sid, client } = await connectionWorld(portal)
  await call('setConnectionSettings', { conflicts }, { sid })
  const { report } = await client({ granted: false })
  const connect = { connection_id: randomUUID(), event: 'connect' as const, number: 1 }
  expect((await report([connect])).data.list).toMatchObject([{ state, findings: [{ finding: 'no_right' }] }])
  const again = { state, message, findings: [{ finding: 'no_right' }] }
  expect((await report([connect])).data.list).toMatchObject([again])
  const heartbeat = { ...connect, event: 'heartbeat' as const, number: 2 }
  expect((await report([connect, heartbeat])).data.list).toMatchObject([again])
})

// Guard: `usableWith`. If the whole batch were refused, the client would repeat it, and the disconnect behind it would never
// arrive.
test('a device that has another key by now opens no connection, and ends those that it had opened', async () => {
  const { company, client } = await connectionWorld(portal)
  const { report, connect, device } = await client()
  const { connection_id } = await connect()
  await system.change`update device set key_id = ${newDeviceKey().id} where id = ${device.id}`
  const batch = [
    { connection_id: randomUUID(), event: 'connect' as const },
    { connection_id, event: 'disconnect' as const },
  ]
  const { code, data } = await report(batch)
  expect(code).toBe(200)
  expect(data.list).toMatchObject([
    { state: 'refused', message: expect.stringContaining('设备密钥') },
    { state: 'ended' },
  ])
  expect(await connectionsOf(company.id)).toMatchObject([{ id: connection_id, end_reason: 'disconnected' }])
})

test('a silent client’s connection ends when it was last heard of, and it continues with a new one', async () => {
  const { company, client } = await connectionWorld(portal)
  const { connect, report } = await client()
  const [{ connection_id }, forged] = [await connect(), await connect()]
  const seenAt = new Date(Date.now() - 240_000).toISOString()
  await system.change`
    update connection set started_at = now() - interval '9 minutes', seen_at = ${seenAt},
      seen_mark = ${seenMarkOf(portal.config, connection_id, seenAt)}
    where company_id = ${company.id}`
  const other = await connectionWorld(portal)
  await (await other.client()).connect()
  expect(await endSilent(portal.services, job)).toBe(2)
  const ended = await connectionsOf(company.id)
  const row = ended.find(({ id }) => id === connection_id)
  expect(row).toMatchObject({ end_reason: 'silent' })
  // The last heartbeat of the other was forged: all that is known is that it was opened.
  expect(ended.find(({ id }) => id === forged.connection_id)).toMatchObject({ end_reason: 'silent', seconds: 0 })
  expect(row?.seconds).toBeCloseTo(300, -1)
  expect((await report([{ connection_id, event: 'heartbeat' }])).data.list[0]?.state).toBe('ended')
  expect((await connectionsOf(other.company.id))[0]?.end_reason).toBeNull()
})

test('a connection reported late counts as open while its client sends reports, and as silent from then on', async () => {
  const { company, client } = await connectionWorld(portal)
  const { report } = await client()
  const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
  const [alone, first] = [randomUUID(), randomUUID()]
  await report([
    { connection_id: alone, event: 'connect', at: ago(400) },
    { connection_id: first, event: 'connect', at: ago(400) },
    { connection_id: first, event: 'heartbeat', at: ago(200) },
  ])
  expect(await endSilent(portal.services, job)).toBe(0)
  const states = () => report([alone, first].map(connection_id => ({ connection_id, event: 'heartbeat' as const })))
  expect((await states()).data.list.map(({ state }) => state)).toEqual(['open', 'open'])
  const [row] = await connectionsOf(company.id)
  expect(row?.seconds).toBeCloseTo(400, -1)
})

test('a connection is replaced by a new one after a day', async () => {
  const { company, client } = await connectionWorld(portal)
  const { connect, report } = await client()
  const { connection_id } = await connect()
  await system.change`
    update connection set started_at = now() - interval '25 hours' where company_id = ${company.id}`
  expect((await report([{ connection_id, event: 'heartbeat' }])).data.list[0]?.state).toBe('ended')
  expect((await connectionsOf(company.id))[0]?.end_reason).toBe('renewed')
})

test(
  'a second shop, an unknown device and an unauthorized person are warned, and managers daily',
  oneDay(async () => {
    const { company, lineId, shop, client } = await connectionWorld(portal)
    const [first, second, elsewhere] = [await shop('一店'), await shop('二店'), await shop('短视频', 'tiktok')]
    const person = await client()
    expect((await person.connect(first)).findings).toEqual([])
    expect((await person.connect(elsewhere)).findings).toEqual([])
    const opened = await person.connect(second)
    expect(opened).toMatchObject({ state: 'open', findings: [{ finding: 'second_shop' }] })
    await person.connect(second)
    expect((await (await client({ granted: false })).connect(elsewhere)).findings).toMatchObject([
      { finding: 'no_right' },
    ])
    expect((await (await client({ audit: 'pending' })).connect(elsewhere)).findings).toMatchObject([
      { finding: 'unknown_device' },
    ])
    const notices = await system.rows(z.object({ title: z.string(), link: z.string() }))`
    select title, link from notice where account_id = ${company.owner.account.id} and kind = 'connection_warned' order by id`
    expect(notices.map(({ title }) => title)).toEqual([
      '同一平台的第二家店铺',
      '没有这条专线的使用权',
      '未经审核的设备',
    ])
    expect(notices[0]?.link).toContain(lineId)
  }),
)

test('a closed shop that still has the line is no conflict for its successor', async () => {
  const { lineId, sid, shop, client } = await connectionWorld(portal)
  const old = await shop('旧店', 'temu', lineId)
  const successor = await shop('新店', 'temu', lineId)
  const closed = {
    name: '旧店',
    platform: 'temu' as const,
    shop_number: 'N-旧店',
    svp_id: lineId,
    state: 'closed' as const,
  }
  const person = await client()
  expect((await person.connect(successor)).findings).toMatchObject([{ finding: 'second_shop' }])
  await call('setShop', { shop_id: old, ...closed }, { sid })
  expect((await person.connect(successor)).findings).toEqual([])
})

test('the shop that owns the line continues undisturbed when another shop intrudes', async () => {
  const { lineId, shop, client } = await connectionWorld(portal)
  const [own, intruder] = [await shop('本店', 'temu', lineId), await shop('另一家', 'temu')]
  const person = await client()
  expect((await person.connect(own)).findings).toEqual([])
  expect((await person.connect(intruder)).findings[0]?.message).toContain('属于Temu店铺「本店」')
  expect((await person.connect(own)).findings).toEqual([])
})

test('where the company blocks conflicts nothing connects, and a refused attempt is no use of the address', async () => {
  const { company, sid, shop, client } = await connectionWorld(portal)
  const [first, second] = [await shop('一店'), await shop('二店')]
  await call('setConnectionSettings', { conflicts: 'refuse', keep_days: 180 }, { sid })
  expect((await call('getConnectionSettings', {}, { sid })).data).toEqual({ conflicts: 'refuse', keep_days: 180 })
  const [one, other] = [await client(), await client({ granted: false })]
  expect((await other.connect(second)).state).toBe('refused')
  const refused = await other.connect(second)
  expect((await other.report([{ connection_id: refused.connection_id, event: 'heartbeat' }])).data.list[0]?.state).toBe(
    'refused',
  )
  expect(await one.connect(first)).toMatchObject({ state: 'open', findings: [] })
  expect((await connectionsOf(company.id)).map(({ end_reason }) => end_reason)).toEqual(['refused', 'refused', null])
})

test('a setting that is changed by itself leaves the other as it is', async () => {
  const { sid } = await connectionWorld(portal)
  await call('setConnectionSettings', { keep_days: 1095 }, { sid })
  await call('setConnectionSettings', { conflicts: 'refuse' }, { sid })
  expect((await call('getConnectionSettings', {}, { sid })).data).toEqual({ conflicts: 'refuse', keep_days: 1095 })
})

const waits = sql`datname = current_database() and wait_event_type = 'Lock'`

test('of two shops that connect to one address concurrently one is refused', async () => {
  const { lineId, sid, shop, client, company } = await connectionWorld(portal)
  await call('setConnectionSettings', { conflicts: 'refuse', keep_days: 400 }, { sid })
  const [one, other] = [await client(), await client()]
  for (let round = 0; round < 5; round++) {
    const [first, second] = [await shop(`一店 ${round}`, 'ebay'), await shop(`二店 ${round}`, 'ebay')]
    // Guard: lockLine, for which both wait while the test holds it.
    const both = await system.transaction(async transaction => {
      await transaction.change`select from line where company_id = ${company.id} and id = ${lineId} for no key update`
      const sent = [one.connect(first), other.connect(second)]
      await expect.poll(() => countRows(system, sql`pg_stat_activity where ${waits}`)).toBe(2)
      return sent
    })
    expect((await Promise.all(both)).map(({ state }) => state).sort()).toEqual(['open', 'refused'])
    await system.change`delete from connection where company_id = ${company.id}`
    await system.change`delete from address_use where company_id = ${company.id}`
  }
})

// Guard: the person's lock in lockNames. Without it the name is written after an erasure has looked for it.
test('a connection of somebody who is removed meanwhile is not opened', async () => {
  const { company, client } = await connectionWorld(portal)
  const { employee, report } = await client()
  const removed = [
    sql`delete from device where employee_id = ${employee.id}`,
    sql`delete from employee where id = ${employee.id}`,
  ]
  const connect = () => report([{ connection_id: randomUUID(), event: 'connect' }])
  expect((await overtakenBy(system, removed, connect)).data.list).toMatchObject([{ state: 'refused' }])
  expect(await connectionsOf(company.id)).toEqual([])
})

test('a connection reported concurrently several times is opened once', async () => {
  const { company, client } = await connectionWorld(portal)
  const { connect } = await client()
  const connection_id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => connect(undefined, connection_id)))
  expect(answers.map(({ code, state }) => [code, state])).toEqual(Array(6).fill([200, 'open']))
  expect(await connectionsOf(company.id)).toHaveLength(1)
})

test('a person’s new connections are rate limited per hour; open ones continue', { timeout: 60_000 }, async () => {
  await untilWindowHolds()
  const { client } = await connectionWorld(portal)
  const { connect, report } = await client()
  const { connection_id } = await connect()
  const many = () => Array.from({ length: 40 }, () => ({ connection_id: randomUUID(), event: 'connect' as const }))
  expect((await report(many())).code).toBe(200)
  expect((await report(many())).code).toBe(200)
  const beyond = await report([...many(), { connection_id, event: 'disconnect' }])
  expect(beyond.data.list.slice(-2)).toMatchObject([
    { state: 'refused', message: '一小时内建立的连接过多，请稍后再试' },
    { connection_id, state: 'ended' },
  ])
})

test('a connection that cannot be stored does not stop the others of its batch', async () => {
  const { company, client } = await connectionWorld(portal)
  const { connect, device, employee, key, report } = await client()
  const [before, alive] = [await connect(), await connect()]
  // The device is removed and registered again, with the same key.
  await system.change`delete from device where id = ${device.id}`
  const anew = await make.device({ companyId: company.id, employeeId: employee.id })
  await system.change`update device set key_id = ${key.id} where id = ${anew.id}`
  const fresh = randomUUID()
  const { code, data } = await report(
    [
      { connection_id: before.connection_id, event: 'disconnect' },
      { connection_id: alive.connection_id, event: 'heartbeat' },
      { connection_id: fresh, event: 'connect' },
    ],
    { device_id: anew.id },
  )
  expect(code).toBe(200)
  expect(data.list).toMatchObject([
    { state: 'ended', message: '连接已结束' },
    { state: 'ended', message: '连接属于另一台设备' },
    { connection_id: fresh, state: 'open' },
  ])
  const row = (await connectionsOf(company.id)).find(({ id }) => id === before.connection_id)
  expect(row?.end_reason).toBe('disconnected')
})

test('people choose among the shops of the lines that they may use', async () => {
  const { company, lineId, shop, client, sid } = await connectionWorld(portal)
  const other = await make.line(company, { bound: true, name: '巴黎-01' })
  const [bound, free] = [await shop('绑定的', 'amazon', lineId), await shop('未绑定', 'ebay')]
  await shop('别的专线', 'shopee', other.id)
  const closed = { name: '停用', platform: 'temu' as const, shop_number: 'x', state: 'closed' as const }
  await call('setShop', closed, { sid })
  const person = await client()
  const names = async () =>
    (await call('getMyShops', { device_id: person.device.id }, { sid: person.sid })).data.list.map(
      ({ shop_id }) => shop_id,
    )
  expect((await names()).sort()).toEqual([bound, free].sort())
  await system.change`delete from line_group_employee where company_id = ${company.id}`
  expect(await names()).toEqual([])
})
