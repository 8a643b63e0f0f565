import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { testPortal } from '#server/testing/portal.ts'

const { make, system, operate } = await testPortal()
const { token } = await make.operator('network')

let place: { region_id: string; access_way_id: string }
let net = 0
/** Each test has a separate network, 192.<n>.<m>. */
let prefix = ''
beforeEach(async () => {
  place = { region_id: (await make.region()).id, access_way_id: (await make.accessWay()).id }
  prefix = `192.7.${++net}`
})

const list = async (filter: object) => (await operate('getAddressList', { ...filter }, { token })).data
const add = (range: string, gateway = 'gw.example.com') =>
  operate('addAddresses', { ...place, range, gateway }, { token })
const idsOf = async (filter: object) => (await list(filter)).list.map(row => row.address_id)
const change = (address_ids: string[], to: 'hold' | 'free' | 'retire') =>
  operate('setAddressState', { address_ids, change: to, reason: '线路检修' }, { token })
const stock = () =>
  system.row(z.object({ free: z.int(), reserved: z.int() }))`
  select free, reserved from address_stock
  where region_id = ${place.region_id} and access_way_id = ${place.access_way_id}`
const last = (action: string) =>
  system.row(z.object({ target: z.string(), before: z.unknown(), after: z.unknown() }))`
  select target, before, after from audit_entry where action = ${action} order by id desc limit 1`

test('a range is added to stock; addresses already there stay unchanged', async () => {
  expect(await add(`${prefix}.0/29`)).toMatchObject({ code: 200, data: { added: 6, known: 0 } })
  expect(await add(`${prefix}.5 - ${prefix}.9`, 'other.example.com')).toMatchObject({ data: { added: 3, known: 2 } })
  expect(await stock()).toEqual({ free: 9, reserved: 0 })
  const { list: rows, total } = await list({ region_id: place.region_id })
  expect(total).toBe(9)
  expect(rows.map(({ address }) => address)).toEqual(Array.from({ length: 9 }, (_, index) => `${prefix}.${index + 1}`))
  expect(rows[4]).toMatchObject({ gateway: 'gw.example.com', state: 'free', line: null, access_way: '数据中心原生 IP' })
  expect(await last('stock.added')).toMatchObject({ target: 'stock', after: { added: 3, known: 2 } })
  expect(await add(`${prefix}.1`)).toMatchObject({ code: -53020, msg: '这些地址都已在库中' })
})

test.each([
  ['10.0.0.0/8', '一次最多添加 4096 个地址，请分成几段'],
  ['localhost', '请写单个地址、CIDR（203.0.113.0/24）或起始-结束'],
  ['127.0.0.1', '127.0.0.1 不是可以分给企业的地址'],
])('%s is refused at its field', async (range, msg) => {
  expect(await add(range)).toMatchObject({ code: -41003, data: 'range', msg })
})

test('an address is found by its text, its network, its state and the company that has it', async () => {
  await add(`${prefix}.0/28`)
  const company = await make.company({ name: `寻址科技${randomUUID()}` })
  const sku = await make.sku({ regionId: place.region_id, accessWayId: place.access_way_id })
  const line = await make.line(company, { sku, bound: true, name: '洛杉矶-07' })
  const addresses = async (filter: object) => (await list(filter)).list.map(({ address }) => address)
  expect(await addresses({ keyword: `${prefix}.9` })).toEqual([`${prefix}.9`])
  expect(await addresses({ keyword: `${prefix}.8/30` })).toEqual([8, 9, 10, 11].map(host => `${prefix}.${host}`))
  expect((await list({ keyword: prefix })).total).toBe(14)
  expect(await addresses({ keyword: company.name })).toEqual([`${prefix}.1`])
  expect((await list({ keyword: company.name })).total).toBe(1)
  expect((await list({ keyword: company.name, state: 'free' })).total).toBe(0)
  expect(await addresses({ company_id: company.id })).toEqual([`${prefix}.1`])
  const bound = await list({ region_id: place.region_id, state: 'bound' })
  expect(bound).toMatchObject({
    total: 1,
    more: false,
    list: [{ line: { line_id: line.id, name: '洛杉矶-07', company: company.name } }],
  })
  expect(await addresses({ keyword: '没有这家企业' })).toEqual([])
})

test('several addresses are held, freed and retired at once; stock and audit log follow', async () => {
  await add(`${prefix}.1-${prefix}.4`)
  const ids = await idsOf({ region_id: place.region_id })
  expect(await change(ids.slice(0, 2), 'hold')).toMatchObject({ code: 200, data: { changed: 2 } })
  expect(await stock()).toEqual({ free: 2, reserved: 0 })
  expect(await last('address.held')).toMatchObject({
    target: 'addresses',
    before: [{ state: 'free' }, { state: 'free' }],
    after: { state: 'held', reason: '线路检修' },
  })
  expect(await change(ids, 'hold')).toMatchObject({ code: -53020 })
  expect((await stock())?.free).toBe(2)
  expect(await change(ids.slice(0, 2), 'free')).toMatchObject({ data: { changed: 2 } })
  expect(await change(ids.slice(3), 'retire')).toMatchObject({ data: { changed: 1 } })
  expect(await last('address.retired')).toMatchObject({ target: `address:${prefix}.4` })
  expect(await stock()).toEqual({ free: 3, reserved: 0 })
  expect(await change([randomUUID()], 'hold')).toMatchObject({ code: -53020 })
})

test('an address is found in the audit by itself, also where several were changed at once', async () => {
  const auditor = await make.operator('auditor')
  await add(`${prefix}.1-${prefix}.12`)
  const ids = await idsOf({ region_id: place.region_id })
  await change(ids.slice(0, 2), 'hold')
  await change(ids.slice(0, 1), 'free')
  await change(ids.slice(9, 11), 'hold')
  const actions = async (target: string) => {
    const { data } = await operate('getAuditList', { target }, auditor)
    expect(data.total).toBe(data.list.length)
    return data.list.map(({ action }) => action)
  }
  expect(await actions(`${prefix}.1`)).toEqual(['address.freed', 'address.held'])
  expect(await actions(`address:${prefix}.1`)).toEqual(['address.freed', 'address.held'])
  expect(await actions(`${prefix}.2`)).toEqual(['address.held'])
  expect(await actions(`${prefix}.11`)).toEqual(['address.held'])
  expect(await actions(`${prefix}.12`)).toEqual([])
})

test('a bound or reserved address cannot be changed', async () => {
  await add(`${prefix}.1-${prefix}.3`)
  const company = await make.company()
  const sku = await make.sku({ regionId: place.region_id, accessWayId: place.access_way_id })
  await make.line(company, { sku, bound: true })
  await make.line(company, { sku })
  const [bound = '', ...free] = await idsOf({ region_id: place.region_id })
  // What the overview calls sellable is told beside the free ones.
  const left = { free: 2, reserved: 1 }
  expect((await list({ ...place, state: 'free' })).stock).toEqual(left)
  expect((await list(place)).stock).toEqual(left)
  expect((await list({ ...place, state: 'bound' })).stock).toBeNull()
  expect((await list({ ...place, keyword: prefix })).stock).toBeNull()
  const refused = await change([bound], 'retire')
  expect(refused).toMatchObject({ code: -53020 })
  expect(refused.msg).toContain(`${prefix}.1（已绑定）`)
  const promised = await change(free, 'hold')
  expect(promised).toMatchObject({ code: -53020 })
  expect(promised.msg).toContain('已承诺')
  expect(await stock()).toEqual({ free: 2, reserved: 1 })
  expect(await change(free.slice(0, 1), 'hold')).toMatchObject({ code: 200 })
})

test('a changed gateway reaches the lines that use the address', async () => {
  await add(`${prefix}.1-${prefix}.2`)
  const company = await make.company()
  const sku = await make.sku({ regionId: place.region_id, accessWayId: place.access_way_id })
  const line = await make.line(company, { sku, bound: true })
  const ids = await idsOf({ region_id: place.region_id })
  expect(await operate('setAddressGateway', { address_ids: ids, gateway: 'not a host' }, { token })).toMatchObject({
    code: -41003,
    data: 'gateway',
  })
  const changed = await operate('setAddressGateway', { address_ids: ids, gateway: 'GW2.example.com' }, { token })
  expect(changed).toMatchObject({ code: 200, data: { changed: 2 } })
  expect(await system.row(z.object({ gateway: z.string() }))`select gateway from line where id = ${line.id}`).toEqual({
    gateway: 'gw2.example.com',
  })
  expect(await last('address.gateway_changed')).toMatchObject({ after: { gateway: 'gw2.example.com' } })
})

test('no more lines get another gateway than the operator was told of', async () => {
  await add(`${prefix}.1-${prefix}.2`)
  const company = await make.company()
  const sku = await make.sku({ regionId: place.region_id, accessWayId: place.access_way_id })
  await make.line(company, { sku, bound: true })
  const address_ids = await idsOf({ region_id: place.region_id })
  const set = (most_bound: number) =>
    operate('setAddressGateway', { address_ids, gateway: 'gw3.example.com', most_bound }, { token })
  const refused = await set(0)
  expect(refused).toMatchObject({ code: -53020, data: 1 })
  expect(refused.msg).toContain(`${prefix}.1（已绑定）`)
  expect(new Set((await list({ region_id: place.region_id })).list.map(({ gateway }) => gateway))).toEqual(
    new Set(['gw.example.com']),
  )
  expect(await set(1)).toMatchObject({ code: 200, data: { changed: 2 } })
})

test('the history tells who had an address at a time, whatever ended that use', async () => {
  await add(`${prefix}.1-${prefix}.2`)
  const [first, second] = [await make.company({ name: '先用科技' }), await make.company({ name: '后用科技' })]
  const sku = await make.sku({ regionId: place.region_id, accessWayId: place.access_way_id })
  const one = await make.line(first, { sku, bound: true, name: '一号' })
  const [id = '', other = ''] = await idsOf({ region_id: place.region_id })
  const during = new Date().toISOString()
  await new Promise(resolve => setTimeout(resolve, 5))
  await system.change`update line set ip_address_id = ${other} where id = ${one.id}`
  await system.change`update ip_address set state = 'free' where id = ${id}`
  await new Promise(resolve => setTimeout(resolve, 5))
  await system.change`update ip_address set state = 'bound' where id = ${other}`
  const two = await make.line(second, { sku, bound: true, name: '二号' })

  const history = async (at?: string) =>
    (await operate('getAddressHistory', { address_id: id, ...(at && { at }) }, { token })).data
  const all = await history()
  expect(all.list).toMatchObject([
    { line_id: two.id, name: '二号', company: '后用科技', until: null },
    { line_id: one.id, name: '一号', company: '先用科技' },
  ])
  expect(all.list[1]?.until).not.toBeNull()
  expect((await history(during)).list).toMatchObject([{ company: '先用科技' }])
  expect((await history('2020-01-01T00:00:00.000Z')).list).toEqual([])
  expect((await history(new Date().toISOString())).list).toMatchObject([{ company: '后用科技' }])
  expect(await operate('getAddressHistory', { address_id: randomUUID() }, { token })).toMatchObject({ code: -53021 })
})
