import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { listStock } from './import-stock.sql.ts'
import { importStock } from './import-stock.ts'

const { make, system, services } = await testPortal()
let codes: { region: string; way: string }
let n = 0
beforeEach(async () => {
  const [region, way] = [await make.region(), await make.accessWay()]
  const found = await system.row(z.object({ region: z.string(), way: z.string() }))`
  select (select code from region where id = ${region.id}) as region,
    (select code from access_way where id = ${way.id}) as way`
  codes = found ?? { region: '', way: '' }
})

const run = (...lines: string[]) =>
  runAs('cli:test', () => importStock(services, { csv: ['region,access_way,address,gateway', ...lines].join('\n') }))
const row = (address: string, gateway = 'gw.example.com') => `${codes.region},${codes.way},${address},${gateway}`
const fresh = () => `198.51.${Math.floor(n / 200)}.${(n++ % 200) + 1}`
const stock = async () => (await listStock(system)).find(({ region }) => region === codes.region)

test('IPv4 and IPv6 addresses are imported and counted in stock', async () => {
  const csv = `\uFEFFRegion,Access_Way,Address,Gateway\r\n"${codes.region}","${codes.way}",${fresh()},GW.example.com\r\n\r\n${row('2001:db8::a', '203.0.113.1')}\r\n`
  expect(await runAs('cli:test', () => importStock(services, { csv }))).toEqual({ added: 2, problems: [] })
  expect(await stock()).toMatchObject({ free: 2, reserved: 0, bound: 0, held: 0, cooling: 0 })
  const gateways = await system.rows(z.object({ gateway: z.string() }))`
  select gateway from ip_address join region on region.id = region_id where code = ${codes.region} order by gateway`
  expect(gateways).toEqual([{ gateway: '203.0.113.1' }, { gateway: 'gw.example.com' }])
  const audited = await system.row(z.object({ actor: z.string(), after: z.unknown() }))`
  select actor, after from audit_entry where action = 'stock.imported' order by id desc limit 1`
  expect(audited).toEqual({ actor: 'cli:test', after: { added: 2, refused: 0 } })
})

test('each invalid row is reported with its reason; the others are imported', async () => {
  const [one, two] = [fresh(), fresh()]
  const answer = await run(
    row(one),
    row('256.1.1.1'),
    row('127.0.0.1'),
    row('::ffff:1.2.3.4'),
    row('fe80::1%eth0'),
    `nowhere,${codes.way},${fresh()},gw.example.com`,
    `${codes.region},by-air,${fresh()},gw.example.com`,
    row(fresh(), 'not a host'),
    `${codes.region},${codes.way},${fresh()}`,
    row(two),
    row(one),
  )
  expect(answer.added).toBe(2)
  expect(answer.problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
    '3 “256.1.1.1”不是可以出售的公网 IPv4 或 IPv6 地址',
    '4 “127.0.0.1”不是可以出售的公网 IPv4 或 IPv6 地址',
    '5 “::ffff:1.2.3.4”不是可以出售的公网 IPv4 或 IPv6 地址',
    '6 “fe80::1%eth0”不是可以出售的公网 IPv4 或 IPv6 地址',
    '7 没有代码为“nowhere”的地区',
    '8 没有代码为“by-air”的接入方式',
    '9 “not a host”不是网关的域名或地址',
    '10 应有 4 列，实有 3 列；没有填写网关',
    '12 与第 2 行的地址重复',
  ])
  expect((await stock())?.free).toBe(2)
})

test('an address already in stock is refused at its row, in any notation', async () => {
  const address = fresh()
  await run(row(address), row('2001:db8:0:0::beef'))
  const again = await run(row(address), row(fresh()), row('2001:0DB8::BEEF'), row('2001:db8::beef'))
  expect(again.added).toBe(1)
  expect(again.problems).toEqual([
    { line: 2, problem: '地址已在库中' },
    { line: 4, problem: '地址已在库中' },
    { line: 5, problem: '与第 4 行的地址重复' },
  ])
})

// Guard: the unique key on the address, with `on conflict do nothing`. Without the latter one of the two fails as a whole.
test('two concurrent imports of one file add each address once', async () => {
  const lines = Array.from({ length: 1200 }, (_, index) => row(`45.77.${Math.floor(index / 250)}.${(index % 250) + 1}`))
  const answers = await Promise.all([run(...lines), run(...lines.toReversed())])
  expect(answers.reduce((sum, { added }) => sum + added, 0)).toBe(1200)
  expect(answers.reduce((sum, { problems }) => sum + problems.length, 0)).toBe(1200)
  expect((await stock())?.free).toBe(1200)
})

test('a file without a header row is refused', async () => {
  await expect(runAs('cli:test', () => importStock(services, { csv: row(randomUUID()) }))).rejects.toThrow('第一行须为')
})
