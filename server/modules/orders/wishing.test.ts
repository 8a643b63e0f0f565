import { beforeEach, expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { applyLineChoices } from '#server/modules/lines/wishes.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { openShop, type Shop, shopping } from './shop.fixture.ts'

const portal = await testPortal()
const { call, make, services } = portal
let company: TestCompany
let sid: string
let shop: Shop
let sku: Awaited<ReturnType<typeof make.sku>>
let key = 0

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
  sku = await make.sku({ product: 'line', price: 26_000, stock: 3 })
})

type Wishes = InputOf<'createOrder'>['line_wishes']

const place = (line_wishes: Wishes, quantity = 2, as = sid) =>
  call(
    'createOrder',
    {
      kind: 'purchase',
      items: [{ sku_id: sku.id, package_type_id: sku.packageIds[0] ?? '', quantity }],
      request_key: `wishing-${++key}`,
      line_wishes,
    },
    { sid: as },
  )
const offered = async () =>
  (await call('getOfferedIpList', { sku_id: sku.id, page: 1, page_size: 10 }, { sid })).data.list
const newGroup = async (name: string) => (await call('setVplGroup', { name, remark: '' }, { sid })).data.group_id
const detail = async (order_id: string) => (await call('getOrderDetailByOrderId', { order_id }, { sid })).data

async function pay(order_id: string) {
  const paid = await shop.payAtCashier(await shop.attempt(order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
}
const keep = (order_id: string) => applyLineChoices(services, { company_id: company.id, order_id })

test('a paid line gets the name, address and group chosen in the order, and its people can use it', async () => {
  const group_id = await newGroup('日本店铺')
  const employee = await make.employee(company.id)
  await call('setVplGroupMembers', { group_id, dept_ids: [], employee_ids: [employee.id] }, { sid })
  const [, second] = await offered()
  const placed = await place([{ position: 2, name: '乐天一号', ip_id: second?.ip_id, group_id }])
  expect(placed.code).toBe(200)
  const { order_id } = placed.data
  expect((await detail(order_id)).wishes).toEqual([
    { position: 2, name: '乐天一号', address: second?.address, group_name: '日本店铺' },
  ])
  await pay(order_id)
  await keep(order_id)
  await keep(order_id)
  const { lines, wishes } = await detail(order_id)
  expect(wishes).toEqual([])
  expect(lines.map(({ address, unkept }) => ({ address, unkept }))).toEqual([
    { address: null, unkept: '' },
    { address: second?.address, unkept: '' },
  ])
  expect(lines[1]?.name).toBe('乐天一号')
  const { data: group } = await call('getVplGroupDetail', { group_id }, { sid })
  expect(group.lines.map(({ name }) => name)).toEqual(['乐天一号'])
  const log = (await call('getVplLog', { svp_id: lines[1]?.svp_id ?? '', page: 1, page_size: 20 }, { sid })).data.list
  expect(log.filter(({ action }) => action === 'access').map(each => each.detail)).toEqual([
    expect.stringContaining('1 人获得'),
  ])
  expect(log.filter(({ action }) => action === 'bound')).toHaveLength(1)
})

test('a taken address is refused at its line; one taken before the payment is noted in the order', async () => {
  const [address] = await offered()
  const one = await place([{ position: 1, ip_id: address?.ip_id }], 1)
  const other = await place([{ position: 1, ip_id: address?.ip_id }], 1)
  await pay(one.data.order_id)
  await keep(one.data.order_id)
  const late = await place([{ position: 1, ip_id: address?.ip_id }], 1)
  expect({ code: late.code, data: late.data }).toEqual({ code: -59740, data: 1 })
  await pay(other.data.order_id)
  await keep(other.data.order_id)
  const [line] = (await detail(other.data.order_id)).lines
  expect(line?.address).toBeNull()
  expect(line?.unkept).toBe(`下单时选的地址 ${address?.address} 付款前已被占用，请另选`)
  // The address that was reserved for the line is still its own.
  const [free] = await offered()
  const bound = await call('bindCompanyVpl', { svp_id: line?.svp_id ?? '', ip_id: free?.ip_id ?? '' }, { sid })
  expect(bound.code).toBe(200)
})

// Guard: `state = 'free'` in takeAddress, behind the lock of the place's stock. Without it the second of the two takes the first's
// address, which only the unique index stops: its job fails for good, and nobody is notified.
test('of two companies that paid for the same address one gets it and the other is notified', async () => {
  const stranger = await make.company()
  const strangers = await make.session(stranger.owner.account)
  const shops = [shop, shopping(portal, stranger, strangers)]
  const [address] = await offered()
  const wish = [{ position: 1, ip_id: address?.ip_id }]
  const orders = [(await place(wish, 1)).data.order_id, (await place(wish, 1, strangers)).data.order_id]
  for (const [index, order_id] of orders.entries()) {
    const buyer = shops[index] ?? expect.unreachable()
    const paid = await buyer.payAtCashier(await buyer.attempt(order_id))
    expect(paid && (await buyer.settle(paid))).toBe('settled')
  }
  const [own, other] = orders
  await Promise.all([keep(own ?? ''), applyLineChoices(services, { company_id: stranger.id, order_id: other ?? '' })])
  const theirs = (await call('getOrderDetailByOrderId', { order_id: other ?? '' }, { sid: strangers })).data.lines
  const all = [...(await detail(own ?? '')).lines, ...theirs]
  expect(all.map(line => line.address).filter(Boolean)).toEqual([address?.address])
  expect(all.filter(({ unkept }) => unkept.includes('已被占用'))).toHaveLength(1)
})

test('an invalid wish is refused at its line, and nothing is ordered', async () => {
  const elsewhere = await make.sku({ product: 'line', stock: 1 })
  const [foreign] = (await call('getOfferedIpList', { sku_id: elsewhere.id, page: 1, page_size: 10 }, { sid })).data
    .list
  const [own] = await offered()
  const stranger = await make.company()
  const strangers = await make.session(stranger.owner.account)
  const group = (await call('setVplGroup', { name: '别家', remark: '' }, { sid: strangers })).data.group_id
  const wishes: [Wishes, number, number][] = [
    [[{ position: 2, ip_id: foreign?.ip_id }], -59740, 2],
    [
      [
        { position: 1, ip_id: own?.ip_id },
        { position: 2, ip_id: own?.ip_id },
      ],
      -59740,
      2,
    ],
    [[{ position: 1, group_id: group }], -59741, 1],
    [[{ position: 3, name: '第三条' }], -59742, 3],
  ]
  for (const [wish, code, position] of wishes) {
    const { code: got, data } = await place(wish)
    expect({ got, data }).toEqual({ got: code, data: position })
  }
  expect((await call('getOrderList', { page: 1, page_size: 10 }, { sid })).data.total).toBe(0)
})

test('a finance duty orders without wishes, as it can choose neither addresses nor groups', async () => {
  const employee = await make.employee(company.id)
  await call('setDuty', { employee_id: employee.id, duty: 'finance' }, { sid })
  const as = await make.session(employee.account)
  expect((await place([{ position: 1, name: '财务' }], 1, as)).code).toBe(-41024)
  expect((await place(undefined, 1, as)).code).toBe(200)
  expect((await call('getOfferedIpList', { sku_id: sku.id, page: 1, page_size: 10 }, { sid: as })).code).toBe(-41024)
})

test('deleting the chosen group before the payment does not stop the line from being delivered', async () => {
  const group_id = await newGroup('短命')
  const [address] = await offered()
  const { data } = await place([{ position: 1, ip_id: address?.ip_id, group_id }], 1)
  await call('deleteVplGroup', { group_id }, { sid })
  await pay(data.order_id)
  await keep(data.order_id)
  expect((await detail(data.order_id)).lines).toMatchObject([
    { address: address?.address, unkept: '下单时选的专线组已被删除' },
  ])
})
