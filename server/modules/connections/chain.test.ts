import sql, { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { testPortal } from '#server/testing/portal.ts'
import { seededNumbers } from '#server/testing/seeded.ts'
import { type ChainEnd, endOf, headsOf, setEnd } from './chain.sql.ts'
import { chainConnections } from './chain.ts'
import { checkChains } from './check-chains.ts'
import { connectionWorld } from './connections.fixture.ts'
import { edits } from './edits.fixture.ts'
import { endSilent } from './ending.ts'
import { keepEnds } from './kept-ends.ts'
import { readKept } from './kept-heads.ts'
import { recorded } from './recorded.fixture.ts'
import { keepChains, trimChain } from './upkeep.ts'
import { verifyChain } from './verify.ts'

const portal = await testPortal()
const { call, system, config } = portal
const services = portal.services
const job = { log: services.log, stopping: new AbortController().signal }
/** `npm run faults -- passport` makes 10,000. */
const rounds = Number(process.env.PASSPORT_EDITS ?? 240)
const seed = Number(process.env.PASSPORT_SEED ?? Math.floor(Math.random() * 1_000_000))

const check = z.object({ faults: z.int(), checked_at: z.string().nullable() })
const checkOf = (companyId: string) =>
  system.row(check)`select faults, checked_at from connection_chain where company_id = ${companyId}`

test(`every edit behind the portal's back is found (${rounds} of seed ${seed})`, async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  const { stolen, kept, end } = await recorded(services, world, job)
  expect(end.number).toBeGreaterThan(40)
  expect(await verifyChain(system, config, company.id, kept)).toEqual([])
  const names = Object.keys(edits)
  const random = seededNumbers(seed)
  const missed: string[] = []
  for (let round = 0; round < rounds; round++) {
    const name = names[round % names.length] ?? ''
    const faults = await runRolledBack(system, async database => {
      await edits[name]?.({ database, companyId: company.id, random, stolen })
      return verifyChain(database, config, company.id, kept)
    })
    if (!faults.length) missed.push(`${name} (${round})`)
  }
  expect(missed).toEqual([])
  expect(await verifyChain(system, config, company.id, kept)).toEqual([])
}, 3_600_000)

test('rows not written by the portal are not chained, and a forged head is not signed', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  await recorded(services, world, job, 6)
  const before = await endOf(system, company.id)
  await system.change`
    insert into connection (company_id, id, line_id, address, employee_id, employee_name, device_id, device_name, key_id,
      started_at, device_started_at, seen_at, last_number, opened_mark)
    select company_id, gen_random_uuid(), line_id, address, employee_id, employee_name, device_id, device_name, key_id, started_at,
      device_started_at, seen_at, last_number, opened_mark
    from connection where company_id = ${company.id} limit 1`
  await chainConnections(services, job)
  expect(await endOf(system, company.id)).toEqual(before)
  const { connect } = await world.client()
  await system.change`update connection_chain set hash = sha256('x') where company_id = ${company.id}`
  const { connection_id, state } = await connect()
  expect(state).toBe('open')
  await chainConnections(services, job)
  expect((await endOf(system, company.id))?.signed).toBe(before?.signed)
  expect(await verifyChain(system, config, company.id)).toContain('链的末端不是门户签名的')
  // A connection that was reported meanwhile gets its place as soon as the end is the portal's again.
  await system.change`update connection_chain set hash = ${before?.hash} where company_id = ${company.id}`
  await chainConnections(services, job)
  const placed = await system.row(z.object({ number: z.int().nullable() }))`
    select opened_number as number from connection where company_id = ${company.id} and id = ${connection_id}`
  expect(placed?.number).toBe((before?.number ?? 0) + 1)
})

test('a row deleted right after its report is detected', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  const { connect, report } = await world.client()
  await connect()
  const { connection_id } = await connect()
  const without = (statement: string) =>
    runRolledBack(system, async database => {
      await database.change`${raw(statement)} where company_id = ${company.id} and id = ${connection_id}`
      return verifyChain(database, config, company.id)
    })
  expect(await verifyChain(system, config, company.id)).toEqual([])
  expect(await without('delete from connection')).not.toEqual([])
  await report([{ connection_id, event: 'disconnect' }])
  expect(await verifyChain(system, config, company.id)).toEqual([])
  expect(await without('delete from connection')).not.toEqual([])
  expect(
    await without(
      'update connection set ended_at = null, end_reason = null, closed_mark = null, closed_number = null, closed_hash = null',
    ),
  ).not.toEqual([])
})

test('concurrent reports each get their own position, also while the job is chaining', async () => {
  const world = await connectionWorld(portal)
  const clients = await Promise.all(Array.from({ length: 4 }, () => world.client()))
  // Guard: the lock of the chain’s end; without it several assign the same number, and the key opened_once refuses all but one.
  const opened = await Promise.all([...clients, ...clients].map(({ connect }) => connect()))
  expect(opened.map(({ state }) => state)).toEqual(opened.map(() => 'open'))
  await Promise.all([
    chainConnections(services, job),
    ...opened.map(({ connection_id }, index) =>
      clients[index % clients.length]?.report([{ connection_id, event: 'disconnect' }]),
    ),
  ])
  expect(await verifyChain(system, config, world.company.id)).toEqual([])
  expect((await endOf(system, world.company.id))?.number).toBe(16)
})

test('each day’s head is kept in storage and sent to the managers, once and only when it is new', async () => {
  const world = await connectionWorld(portal)
  const { company, sid } = world
  await recorded(services, world, job, 4)
  await keepChains(services, job)
  const [day] = await headsOf(system, company.id, 'day', 1)
  const [key] = await services.storage.list(`chain-head/${company.id}/`)
  const stored = await services.storage.get(key ?? '')
  const text = stored && Buffer.concat(await stored.stream.toArray()).toString()
  expect(JSON.parse(text ?? '')).toEqual({ signed: day?.signed, signature: day?.signature })
  const answer = (await call('getChainHead', {}, { sid })).data
  expect(answer.heads).toContainEqual({ signed: day?.signed, signature: day?.signature })
  const notices = () => system.rows(z.object({ title: z.string() }))`
    select title from notice where account_id = ${company.owner.account.id} and kind = 'chain_head'`
  expect(await notices()).toHaveLength(1)
  await system.change`delete from notice where account_id = ${company.owner.account.id}`
  await keepChains(services, job)
  expect(await notices()).toEqual([])
})

// Guard: `keepHead` of the newest head, with which each run begins.
test('a head that could not be stored is stored by the next run, though it was signed and sent before', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  await (await world.client()).connect()
  const full = { ...services.storage, put: () => Promise.reject(new Error('no room')) }
  await expect(keepChains({ ...services, storage: full }, job)).rejects.toThrow()
  const stored = () => services.storage.list(`chain-head/${company.id}/`)
  expect([await headsOf(system, company.id, 'day', 9), await stored()]).toMatchObject([[{ number: 1 }], []])
  await keepChains(services, job)
  const [key = ''] = await stored()
  const [head] = await headsOf(system, company.id, 'day', 1)
  expect(await readKept(services.storage, key)).toEqual({ signed: head?.signed, signature: head?.signature })
  // An earlier head in the newest one's place does not replace the one that is kept outside.
  await (await world.client()).connect()
  await keepChains(services, job)
  const later = await readKept(services.storage, key)
  expect(later).not.toEqual({ signed: head?.signed, signature: head?.signature })
  await system.change`delete from connection_head where company_id = ${company.id} and kind = 'day' and number > 1`
  await system.change`
    update connection_chain set number = 1, hash = ${head?.hash}, signed = ${head?.signed}, signature = ${head?.signature}
    where company_id = ${company.id}`
  await keepChains(services, job)
  expect(await readKept(services.storage, key)).toEqual(later)
})

test('trimming removes old rows, leaves a signed start, and keeps rows that were backdated', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  await recorded(services, world, job, 10)
  await keepChains(services, job)
  const count = async () =>
    (
      await system.row(
        z.object({ count: z.int() }),
      )`select count(*) as count from connection where company_id = ${company.id}`
    )?.count
  await runRolledBack(system, async database => {
    await database.change`
      update connection set started_at = started_at - interval '2 years', ended_at = ended_at - interval '2 years'
      where company_id = ${company.id} and ended_at is not null`
    await trimChain({ system: database, config }, company.id, 180, job)
    expect(await headsOf(database, company.id, 'trim', 1)).toEqual([])
  })
  // Nothing can be old yet, so a negative number of days makes connections that have just ended count as old.
  await trimChain({ system, config }, company.id, -1, job)
  const left = await count()
  expect(left).toBeLessThan(10)
  expect(left).toBeGreaterThan(0)
  expect(await verifyChain(system, config, company.id)).toEqual([])
  await runRolledBack(system, async database => {
    await database.change`delete from connection_head where company_id = ${company.id} and kind = 'trim'`
    expect(await verifyChain(database, config, company.id)).not.toEqual([])
  })
})

test('a trim that was stopped after its signature is finished by the next run', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  await recorded(services, world, job, 10)
  await keepChains(services, job)
  const count = () => countOf(system, sql`select count(*) from connection where company_id = ${company.id}`)
  const all = await count()
  await trimChain({ system, config }, company.id, -1, { ...job, stopping: AbortSignal.abort() })
  expect([await count(), await headsOf(system, company.id, 'trim', 1)]).toMatchObject([all, [{}]])
  await trimChain({ system, config }, company.id, -1, job)
  expect(await count()).toBeLessThan(all)
  expect(await verifyChain(system, config, company.id)).toEqual([])
})

test('erasing an account removes its name from the records, and the chain still verifies', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  const person = await world.client({ password: 'Blue-Sail-7' })
  const [one, other] = [await world.shop('一店'), await world.shop('二店')]
  await person.connect(one)
  await person.connect(other)
  const { data } = await call('exportAccount', {}, { sid: person.sid })
  expect(data.account.connections).toHaveLength(2)
  const deleted = await call('deleteAccount', { password: 'Blue-Sail-7' }, { sid: person.sid })
  expect(deleted.code).toBe(200)
  const left = await system.row(z.object({ text: z.string() }))`
    select concat(
      (select string_agg(connection::text, '|') from connection where company_id = ${company.id}),
      (select string_agg(address_use::text, '|') from address_use where company_id = ${company.id}),
      (select string_agg(notice::text, '|') from notice where account_id = ${company.owner.account.id})) as text`
  expect(left?.text).not.toContain('谢宇航')
  expect(left?.text).toContain('已注销用户')
  expect(await verifyChain(system, config, company.id)).toEqual([])
})

test('the daily check notifies managers and provider of a changed row once, and otherwise nobody', async () => {
  const world = await connectionWorld(portal)
  const { company, sid } = world
  await recorded(services, world, job, 6)
  await keepChains(services, job)
  const notices = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.filter(({ kind }) => kind === 'chain_broken').length
  const broken = async () =>
    (
      await system.row(z.object({ faults: z.int() }))`
      select faults from connection_chain where company_id = ${company.id} and checked_at is not null`
    )?.faults
  await checkChains(services, job)
  expect([await broken(), await notices()]).toEqual([0, 0])
  await system.change`update connection set started_at = started_at - interval '1 hour' where company_id = ${company.id}`
  await checkChains(services, job)
  await checkChains(services, job)
  expect(await broken()).toBeGreaterThan(0)
  expect(await notices()).toBe(1)
})

test('a completely rewritten chain is detected by the signatures in storage', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  await recorded(services, world, job, 6)
  await keepChains(services, job)
  // An attacker with access to the database removes the record and its signatures, and starts it again.
  await system.change`delete from connection where company_id = ${company.id}`
  await system.change`delete from connection_head where company_id = ${company.id}`
  await system.change`delete from connection_chain where company_id = ${company.id}`
  await (await world.client()).connect()
  await checkChains(services, job)
  const row = await system.row(z.object({ faults: z.int() }))`
    select faults from connection_chain where company_id = ${company.id}`
  expect(row?.faults).toBeGreaterThan(0)
})

test('a head rolled back within the day is detected by the head in storage', async () => {
  const world = await connectionWorld(portal)
  const { company, sid } = world
  const { connect } = await world.client()
  await connect()
  const stolen = await endOf(system, company.id)
  await connect()
  await keepEnds(services, job)
  const warnings = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.filter(({ kind }) => kind === 'chain_broken').length
  await connect()
  await keepEnds(services, job)
  expect(await warnings()).toBe(0)
  await system.change`delete from connection where company_id = ${company.id} and opened_number > 1`
  await setEnd(system, company.id, stolen as ChainEnd)
  // The replaced chain grows to its former length, and the database alone shows no fault.
  await connect()
  await connect()
  await connect()
  expect(await verifyChain(system, config, company.id)).toEqual([])
  await keepEnds(services, job)
  await keepEnds(services, job)
  expect(await warnings()).toBe(1)
  await checkChains(services, job)
  const row = await system.row(z.object({ faults: z.int() }))`
    select faults from connection_chain where company_id = ${company.id}`
  expect(row?.faults).toBeGreaterThan(0)
})

// Guard: `beginLost`, which learns from the storage what the database no longer has.
test('a record that was deleted as a whole, with its chain, is found by the daily check', async () => {
  const world = await connectionWorld(portal)
  const { company, sid } = world
  const { stolen } = await recorded(services, world, job, 6)
  await keepEnds(services, job)
  await edits.forget?.({ database: system, companyId: company.id, random: () => 0, stolen })
  await checkChains(services, job)
  await checkChains(services, job)
  expect((await checkOf(company.id))?.faults).toBeGreaterThan(0)
  const { list } = (await call('getNoticeList', {}, { sid })).data
  expect(list.filter(({ kind }) => kind === 'chain_broken')).toHaveLength(1)
})

test('an unreadable row fails the work for its company, and not for others', async () => {
  const worlds = await Promise.all([connectionWorld(portal), connectionWorld(portal), connectionWorld(portal)])
  for (const world of worlds) await (await world.client()).connect()
  const companies = worlds.map(({ company }) => company.id)
  const middle = companies.toSorted()[1] ?? ''
  const infinite = (id: string) => system.change`
    update connection set device_started_at = 'infinity' where company_id = ${id}`
  await expect(infinite(middle)).rejects.toThrow('connection_instants_check')
  await system.change`alter table connection drop constraint connection_instants_check`
  await infinite(middle)
  // Like the others, the broken row waits for its number and its end.
  await system.change`
    update connection set seen_at = now() - interval '200 seconds', started_at = now() - interval '300 seconds',
      opened_number = null, opened_hash = null
    where company_id = any(${companies}::uuid[])`
  await expect(endSilent(services, job)).rejects.toThrow()
  await expect(chainConnections(services, job)).rejects.toThrow()
  await checkChains(services, job)
  const open = (id: string) =>
    countOf(system, sql`select count(*) from connection where company_id = ${id} and ended_at is null`)
  expect(await Promise.all(companies.map(open))).toEqual(companies.map(id => (id === middle ? 1 : 0)))
  expect((await checkOf(middle))?.faults).toBe(1)
  for (const id of companies) expect((await checkOf(id))?.checked_at).not.toBeNull()
  // An end whose number is out of range is not kept, and the others are.
  await system.change`update connection_chain set number = 9007199254740993, kept_number = 0 where company_id = ${middle}`
  await expect(keepEnds(services, job)).rejects.toThrow(RangeError)
  for (const id of companies)
    expect((await services.storage.list('chain-end/')).includes(`chain-end/${id}.json`)).toBe(id !== middle)
})
