import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addressImportRows } from '#contract/operations/network-names.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { testPortal } from '#server/testing/portal.ts'
import { importAddresses } from './import-job.ts'

const portal = await testPortal()
const { make, system, operate, services } = portal
const { token } = await make.operator('network')

let place: { region: string; way: string; id: string }
beforeEach(async () => {
  const [region, way] = [await make.region({ city: '大阪' }), await make.accessWay({ name: '住宅' })]
  const found = await system.row(z.object({ region: z.string(), way: z.string() }))`
  select (select code from region where id = ${region.id}) as region,
    (select code from access_way where id = ${way.id}) as way`
  place = { region: found?.region ?? '', way: found?.way ?? '', id: region.id }
})

const header = 'region,access_way,address,gateway'
const row = (address: string) => `${place.region},${place.way},${address},gw.example.com`
const preview = (content: Buffer | string) => operateFile(portal, 'previewAddressImport', { content, token })
const confirm = (import_id: string) => operate('confirmAddressImport', { import_id }, { token })
const progress = async (import_id: string) => (await operate('getAddressImport', { import_id }, { token })).data
const finished = async (import_id: string) => {
  await expect.poll(async () => (await progress(import_id)).state).toBe('done')
  return progress(import_id)
}
const stocked = async () =>
  (
    await system.row(z.object({ count: z.int() }))`
  select count(*)::integer as count from ip_address where region_id = ${place.id}`
  )?.count
const many = (count: number, net: number) =>
  Array.from({ length: count }, (_, index) => row(`45.${net}.${Math.floor(index / 250)}.${(index % 250) + 1}`))

test('a private address is refused, and invalid rows are returned as a file with their reasons', async () => {
  const lines = ['10.0.0.1', '172.16.5.4', '192.168.1.1', '100.64.0.9', 'fd00::1', '45.9.0.1'].map(row)
  const { data } = await preview([header, ...lines].join('\n'))
  expect(data).toMatchObject({ good: 1, bad: 5 })
  expect(data.problems[0]).toEqual({ line: 2, problem: '“10.0.0.1”不是可以出售的公网 IPv4 或 IPv6 地址' })
  const sheet = await portal.app.inject({ url: data.bad_url ?? '' })
  const { default: readAll } = await import('read-excel-file/universal')
  const [rows = []] = (await readAll(new Blob([new Uint8Array(sheet.rawPayload)]))).map(each => each.data)
  expect(rows[0]).toEqual(['region', 'access_way', 'address', 'gateway', '行号', '问题'])
  expect(rows.slice(1).map(cells => [cells[2], cells[4]])).toEqual([
    ['10.0.0.1', '2'],
    ['172.16.5.4', '3'],
    ['192.168.1.1', '4'],
    ['100.64.0.9', '5'],
    ['fd00::1', '6'],
  ])
  // A corrected sheet saved as CSV is read again, with the notes behind its columns.
  const mended = rows.map((cells, at) => [...cells.slice(0, 2), at ? `45.9.1.${at}` : cells[2], ...cells.slice(3)])
  const again = await preview(mended.map(cells => cells.join(',')).join('\r\n'))
  expect(again.data).toMatchObject({ good: 5, bad: 0 })
  expect((await preview([`${header},备注`, row('45.9.0.3')].join('\n'))).msg).toContain('第一行须为')
  expect((await preview([header, row('45.9.0.2')].join('\n'))).data.bad_url).toBeNull()
})

test('rows of commas only are skipped; a missing value is named', async () => {
  const left = await preview([header, ',,,', row('45.3.0.1'), ' , ,"",', '', ',,,'].join('\r\n'))
  expect(left.data).toMatchObject({ good: 1, bad: 0 })
  const template = await preview([header, `${place.region},${place.way},,`, ',,45.3.0.2,'].join('\n'))
  expect(template.data.problems).toEqual([
    { line: 2, problem: '没有填写地址；没有填写网关' },
    { line: 3, problem: '没有填写地区；没有填写接入方式；没有填写网关' },
  ])
  expect((await preview(`${header}\r\n,,,\r\n`)).data).toMatchObject({ good: 0, bad: 0 })
})

test('a file is previewed, confirmed and imported; invalid rows stay out with their reason', async () => {
  const known = await preview([header, row('45.1.0.1')].join('\n'))
  await confirm(known.data.import_id)
  await finished(known.data.import_id)

  const answer = await preview(
    [header, ...many(700, 1), row('45.1.9.9'), 'nowhere,x,1.2.3.4,gw.example.com', row('45.1.9.9'), ''].join('\r\n'),
  )
  expect(answer).toMatchObject({
    code: 200,
    data: {
      good: 700,
      bad: 3,
      problems: [
        { line: 2, problem: '地址已在库中' },
        { line: 703, problem: expect.stringContaining('没有代码为“nowhere”的地区') },
        { line: 704, problem: '与第 702 行的地址重复' },
      ],
      counts: [{ city: '大阪', access_way: '住宅', good: 700 }],
    },
  })
  expect(await stocked()).toBe(1)
  const { import_id } = answer.data
  expect(await confirm(import_id)).toMatchObject({ code: 200 })
  expect(await finished(import_id)).toEqual({ state: 'done', total: 700, done: 700, added: 700, failed: [] })
  expect(await stocked()).toBe(701)
  const audited = await system.rows(z.object({ action: z.string() }))`
  select action from audit_entry where target = ${`address_import:${import_id}`} order by id`
  expect(audited.map(({ action }) => action)).toEqual([
    'stock.import_uploaded',
    'stock.import_confirmed',
    'stock.imported',
  ])
})

// Guard: `and state = 'previewed'` of leavePreview. Without it both confirmations start the job.
test('an import confirmed twice concurrently, or rerun after a crash, adds each address once', async () => {
  const { data } = await preview([header, ...many(900, 2)].join('\n'))
  const codes = (await Promise.all([confirm(data.import_id), confirm(data.import_id)])).map(({ code }) => code)
  expect(codes.toSorted((a, b) => a - b)).toEqual([-53611, 200])
  await finished(data.import_id)
  const job = { stopping: new AbortController().signal, lastAttempt: false, log: services.log }
  await importAddresses(services, { import_id: data.import_id, actor: 'test' }, job)
  expect(await stocked()).toBe(900)
  expect(await progress(data.import_id)).toMatchObject({ done: 900, added: 900, failed: [] })
})

test('an address that was added meanwhile is reported at its row', async () => {
  const [one, two] = [
    await preview([header, row('45.3.0.1'), row('45.3.0.2')].join('\n')),
    await preview([header, row('45.3.0.2')].join('\n')),
  ]
  await confirm(two.data.import_id)
  await finished(two.data.import_id)
  await confirm(one.data.import_id)
  expect(await finished(one.data.import_id)).toMatchObject({
    added: 1,
    failed: [{ line: 3, problem: '地址已在库中' }],
  })
})

test('a cancelled import is not written', async () => {
  const { data } = await preview([header, row('45.4.0.1')].join('\n'))
  expect(await operate('cancelAddressImport', { import_id: data.import_id }, { token })).toMatchObject({ code: 200 })
  expect(await confirm(data.import_id)).toMatchObject({ code: -53611 })
  expect(await operate('cancelAddressImport', { import_id: randomUUID() }, { token })).toMatchObject({ code: -53021 })
})

test('a file that is not a table of addresses is refused with the reason', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  expect(await preview(png)).toMatchObject({ code: -53610 })
  // The bytes are 中文 in GBK, as an older spreadsheet writes it.
  expect(await preview(Buffer.from('d6d0cec4', 'hex'))).toMatchObject({ code: -53610 })
  expect(await preview('')).toMatchObject({ code: -53610 })
  expect(await preview('ip,port\n1.2.3.4,80')).toMatchObject({
    code: -53020,
    msg: '第一行须为 region,access_way,address,gateway',
  })
  expect(await preview([header, ...many(addressImportRows + 2, 5)].join('\n'))).toMatchObject({ code: -53020 })
  expect(await preview(Buffer.alloc(50 * 1024 * 1024, 'a'))).toMatchObject({ code: -45002, data: 5 })
  const nothing = await preview([header, 'nowhere,x,1.2.3.4,gw'].join('\n'))
  expect(nothing.data).toMatchObject({ good: 0, bad: 1 })
  expect(await confirm(nothing.data.import_id)).toMatchObject({ code: -53612 })
})

test('10,000 rows are imported within 20 seconds without blocking other calls', async () => {
  const started = performance.now()
  const { data } = await preview([header, ...many(10_000, 6)].join('\n'))
  await confirm(data.import_id)
  const waits: number[] = []
  while ((await progress(data.import_id)).state === 'running') {
    const requested = performance.now()
    await operate('getNetworkRegions', {}, { token })
    waits.push(performance.now() - requested)
  }
  expect(await progress(data.import_id)).toMatchObject({ state: 'done', added: 10_000 })
  const took = performance.now() - started
  expect(took).toBeLessThan(20_000)
  expect(waits.length).toBeGreaterThan(1)
  expect(Math.max(...waits)).toBeLessThan(took / 2)
}, 60_000)
