import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { heartbeatTimeoutSeconds } from '#contract/connection-names.ts'
import { checkPassport } from '#contract/passport/check.ts'
import { nodeCrypto } from '#server/core/connection-chain.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { oneDay } from '#server/testing/one-day.ts'
import { linesOf, pagesOf } from '#server/testing/pdf-text.ts'
import { testPortal } from '#server/testing/portal.ts'
import { setEnd } from './chain.sql.ts'
import { connectionWorld } from './connections.fixture.ts'
import { signHead } from './heads.ts'
import { maxLinks } from './passport-file.ts'
import { withProvedLinks } from './proved-links.ts'
import { recorded } from './recorded.fixture.ts'
import { keepChains, trimChain } from './upkeep.ts'
import { verifyChain } from './verify.ts'

const portal = await testPortal()
const { make, call, system, app } = portal
const job = { log: portal.services.log, stopping: new AbortController().signal }
const folder = mkdtempSync(join(tmpdir(), 'passport-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function exported(sid: string, svp_id: string) {
  const answer = await call('exportPassport', { svp_id }, { sid })
  expect(answer.code).toBe(200)
  const { pathname, search } = new URL(answer.data.url, 'http://portal')
  return { ...answer.data, text: (await app.inject({ url: pathname + search })).body }
}

test('a passport lists since when, by whom and for which shop an address was used, and users at an instant', async () => {
  const { company, lineId, sid, shop, client } = await connectionWorld(portal)
  const [amazon, tiktok] = [await shop('一店'), await shop('短视频', 'tiktok')]
  const [one, other] = [await client(), await client()]
  await one.connect(amazon)
  const between = new Date(Date.now() + 1).toISOString()
  await new Promise(resolve => setTimeout(resolve, 5))
  const { connection_id } = await other.connect(tiktok)
  await other.report([{ connection_id, event: 'disconnect' }])
  await other.connect(tiktok)
  const { data } = await call('getLinePassport', { svp_id: lineId }, { sid })
  expect(data).toMatchObject({ line: { name: '东京-01' }, free_since: null, more: false })
  expect(data.uses.map(({ shop_name, connections, employee_id }) => [shop_name, connections, employee_id])).toEqual([
    ['短视频', 2, other.employee.id],
    ['一店', 1, one.employee.id],
  ])
  const usersAt = async (at: string) =>
    (await call('getLineUse', { svp_id: lineId, at }, { sid })).data.list.map(({ employee_id }) => employee_id)
  expect(await usersAt(between)).toEqual([one.employee.id])
  // The clients have been silent since they connected, but not yet too long.
  const now = new Date(Date.now() + 1).toISOString()
  expect((await usersAt(now)).toSorted()).toEqual([one.employee.id, other.employee.id].toSorted())
  expect(await usersAt(new Date(Date.now() + (heartbeatTimeoutSeconds + 5) * 1000).toISOString())).toEqual([])
  expect((await call('getLineUse', { svp_id: lineId }, { sid })).data.total).toBe(3)
  expect((await call('getLinePassport', { svp_id: company.id }, { sid })).code).toBe(-52001)
})

test('an earlier company’s use of the address is shown by date without its name', async () => {
  const before = await make.company({ name: '从前的公司' })
  const { company, lineId, sid, client } = await connectionWorld(portal)
  await (await client()).connect()
  const line = await make.line(before)
  await system.change`
    insert into address_span (company_id, line_id, ip_address_id, since, until)
    select ${before.id}, ${line.id}, ip_address_id, '2026-01-01', '2026-03-01' from line
    where company_id = ${company.id} and id = ${lineId}`
  const answer = await call('getLinePassport', { svp_id: lineId }, { sid })
  expect(answer.data.free_since).toBe('2026-02-28T16:00:00.000Z')
  expect(JSON.stringify(answer)).not.toContain('从前')
})

test('the address is held since the end of the last time when the company did not have it', async () => {
  const { company, lineId, sid } = await connectionWorld(portal)
  const others = await make.line(company)
  const span = (since: string, until: string) => system.change`
    insert into address_span (company_id, line_id, ip_address_id, since, until)
    select ${company.id}, ${others.id}, ip_address_id, ${since}, ${until} from line
    where company_id = ${company.id} and id = ${lineId}`
  const since = async () => (await call('getLinePassport', { svp_id: lineId }, { sid })).data.since
  const bound = await since()
  await span('2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z')
  expect(await since()).toBe(bound)
  // An address that passes directly between two of the company's lines is held without a break.
  await span('2026-04-01T00:00:00Z', '2026-05-01T00:00:00Z')
  await span('2026-05-01T00:00:00Z', bound)
  expect(await since()).toBe('2026-04-01T00:00:00.000Z')
})

test('a passport file verifies offline, and against the key and the heads that the company kept', async () => {
  const world = await connectionWorld(portal)
  const { company, lineId, sid, client } = world
  const other = await make.line(company, { bound: true, name: '别的专线' })
  const person = await client()
  await person.report([{ connection_id: crypto.randomUUID(), event: 'connect', svp_id: other.id }])
  const { end } = await recorded(portal.services, world, job, 6)
  await person.report([{ connection_id: crypto.randomUUID(), event: 'connect', svp_id: other.id }])
  await call('setConnectionSettings', { conflicts: 'refuse', keep_days: 400 }, { sid })
  expect((await (await client({ granted: false })).connect()).state).toBe('refused')

  const head = (await call('getChainHead', {}, { sid })).data
  const { text, rows, file_name } = await exported(sid, lineId)
  expect(file_name).toMatch(/^地址护照-.*\.jsonl$/)
  const trusted = { keys: [head.key], heads: head.heads }
  const checked = await checkPassport(nodeCrypto, text, trusted)
  expect(checked.faults).toEqual([])
  expect(checked.confirmed).toBe(2)
  expect(checked.facts).toHaveLength(rows)
  // One link of another line, and two of the refused attempt.
  expect(checked.head?.number).toBe(end.number + 3)
  // The uses of another address are not shown.
  expect(text).not.toContain(other.id)

  const file = join(folder, 'passport.jsonl')
  writeFileSync(file, text)
  writeFileSync(join(folder, 'heads.json'), JSON.stringify(head))
  const args = ['scripts/verify-passport.ts', file, '--key', head.key, '--heads', join(folder, 'heads.json')]
  const output = execFileSync(process.execPath, args, { encoding: 'utf8', env: {} })
  expect(output).toContain('全部一致')
  // A reader of the address's file must not take a refused attempt for a use, nor miss the two that go on.
  expect(output.match(/没有使用/g)).toHaveLength(1)
  expect(output.match(/尚未结束/g)).toHaveLength(2)
  writeFileSync(file, text.replace('"N-一店"', '"N-二店"').replace('N-一店', 'N-二店'))
  const refused = spawnSync(process.execPath, ['scripts/verify-passport.ts', file], { encoding: 'utf8', env: {} })
  expect(refused.status).toBe(1)
  expect(refused.stderr).toContain('被改动')

  // The heads that the company downloads later do not make the file invalid.
  await person.report([{ connection_id: crypto.randomUUID(), event: 'connect', svp_id: other.id }])
  const { key, heads } = (await call('getChainHead', {}, { sid })).data
  expect(await checkPassport(nodeCrypto, text, { keys: [key], heads })).toMatchObject({ faults: [], later: 1 })

  // A flipped letter, a dropped or doubled line, and two swapped lines, wherever they are.
  const lines = text.trimEnd().split('\n')
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? ''
    const place = line.search(/[0-9a-f](?=[^"]*"}?$)/)
    const flipped = `${line.slice(0, place)}${line[place] === 'a' ? 'b' : 'a'}${line.slice(place + 1)}`
    for (const edited of [
      lines.with(index, flipped),
      lines.toSpliced(index, 1),
      lines.toSpliced(index, 0, line),
      lines.toSpliced(index, 2, ...lines.slice(index, index + 2).reverse()),
    ])
      if (edited.join() !== lines.join())
        expect((await checkPassport(nodeCrypto, `${edited.join('\n')}\n`, trusted)).faults).not.toEqual([])
  }
  expect((await checkPassport(nodeCrypto, text, { keys: ['A'.repeat(43)] })).faults).toEqual([
    '签名的公钥不是您记下的，也不是它们承认的',
  ])
})

test('exporting a passport is refused when its rows differ from the signed ones', async () => {
  const world = await connectionWorld(portal)
  const { company, lineId, sid } = world
  await recorded(portal.services, world, job, 4)
  await system.change`update connection set device_id = uuidv7() where company_id = ${company.id}`
  expect((await call('exportPassport', { svp_id: lineId }, { sid })).code).toBe(-56007)
})

test(
  'a range of days lists its own uses, and the passport can be exported as a PDF',
  oneDay(async () => {
    const { company, lineId, sid, shop, client } = await connectionWorld(portal)
    const [one, other] = [await client(), await client()]
    await one.connect(await shop('一店'))
    await other.connect()
    await system.change`
    update connection set started_at = started_at - interval '9 days', seen_at = seen_at - interval '9 days'
    where company_id = ${company.id} and employee_id = ${one.employee.id}`
    const day = (ago: number) => dayInChina(Date.now() - ago * 86_400_000)
    const usedBy = async (range: { from?: string; to?: string }) => {
      const { data } = await call('getLinePassport', { svp_id: lineId, ...range }, { sid })
      return data.uses.map(({ employee_id }) => employee_id)
    }
    expect(await usedBy({ to: day(5) })).toEqual([one.employee.id])
    expect(await usedBy({ from: day(5) })).toEqual([other.employee.id])
    expect(await usedBy({ from: day(9), to: day(0) })).toEqual([other.employee.id, one.employee.id])
    const backwards = await call('getLinePassport', { svp_id: lineId, from: day(0), to: day(3) }, { sid })
    expect(backwards).toMatchObject({ code: -41003, data: 'to' })
    const pdf = await call('exportPassportPdf', { svp_id: lineId, from: day(5) }, { sid })
    expect(pdf.data.file_name).toMatch(/^地址护照-.*\.pdf$/)
    const { pathname, search } = new URL(pdf.data.url, 'http://portal')
    const file = await app.inject({ url: pathname + search })
    expect(file.headers['content-type']).toBe('application/pdf')
    const lines = (await pagesOf(file.rawPayload)).flatMap(linesOf).join('\n')
    // A platform's reviewers may read no Chinese.
    expect(lines).toContain('Dedicated IP Address Passport')
    expect(lines).toContain('/verify-passport.mjs')
  }),
)

test('the PDF states what the chain proves rather than the summary, and is refused for altered rows', async () => {
  const { company, lineId, sid, shop, client } = await connectionWorld(portal)
  const person = await client()
  const { connection_id } = await person.connect(await shop('一店'))
  await person.report([{ connection_id, event: 'disconnect' }])
  await person.connect()
  await system.change`
    update address_use set shop_number = 'N-伪造', connections = 98765432 where company_id = ${company.id} and shop_id is not null`
  const pdf = await call('exportPassportPdf', { svp_id: lineId }, { sid })
  const { pathname, search } = new URL(pdf.data.url, 'http://portal')
  const lines = (await pagesOf((await app.inject({ url: pathname + search })).rawPayload)).flatMap(linesOf).join('\n')
  expect(lines).toContain('N-一店')
  expect(lines).toContain('in use')
  expect(lines).not.toContain('98765432')
  expect(lines).not.toContain('N-伪造')
  await system.change`update connection set started_at = started_at - interval '1 hour' where company_id = ${company.id}`
  expect((await call('exportPassportPdf', { svp_id: lineId }, { sid })).code).toBe(-56007)
})

test('no file is written of more links than one may have', async () => {
  const { company, lineId, sid, client } = await connectionWorld(portal)
  await (await client()).connect()
  const beyond = { number: maxLinks + 1, hash: Buffer.alloc(32) }
  await setEnd(system, company.id, signHead(portal.config, 'end', company.id, beyond))
  for (const name of ['exportPassport', 'exportPassportPdf'] as const)
    expect((await call(name, { svp_id: lineId }, { sid })).code).toBe(-56006)
})

test('a trim while a file is being written does not make its record look changed', async () => {
  const world = await connectionWorld(portal)
  const { company } = world
  await recorded(portal.services, world, job, 6)
  await keepChains(portal.services, job)
  const { companyDatabase, config } = portal.services
  const seen = await withProvedLinks(companyDatabase(company.id), config, company.id, {}, async ({ walk }) => {
    await trimChain({ system, config }, company.id, -1, job)
    let links = 0
    for await (const _ of walk()) links += 1
    return links
  })
  const left = await system.row(z.object({ count: z.int() }))`
    select count(*)::integer as count from connection where company_id = ${company.id}`
  expect(left?.count).toBeLessThan(6)
  expect(seen).toBeGreaterThan(6)
})

// A single one broke the record permanently, and with it every passport.
test('ids in capitals are refused where they are signed, and mean the same elsewhere', async () => {
  const { company, lineId, client } = await connectionWorld(portal)
  const { report, connect, device, sid } = await client()
  const connection_id = randomUUID()
  const event = 'connect' as const
  for (const capitals of [
    { connection_id: connection_id.toUpperCase() },
    { connection_id, svp_id: lineId.toUpperCase() },
    { connection_id, shop_id: lineId.toUpperCase() },
  ])
    expect((await report([{ event, ...capitals }])).code).toBe(-41003)
  expect((await report([{ connection_id, event }], { device_id: device.id.toUpperCase() })).code).toBe(-41003)
  expect((await connect(undefined, connection_id)).findings).toEqual([])
  expect(await verifyChain(system, portal.config, company.id)).toEqual([])
  expect((await call('getUsableLines', { device_id: device.id.toUpperCase() }, { sid })).data.total).toBe(1)
})
