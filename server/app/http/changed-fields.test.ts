import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { CallName } from '#contract/index.ts'
import type { OperationName } from '#contract/operations/index.ts'
import { testPortal } from '#server/testing/portal.ts'

/*
 * These calls create a record, or change the one whose id is given. A client that changes one field may not know the current values
 * of the others, so each field is changed alone.
 */
const { call, operate, make, system } = await testPortal()
const company = await make.company()
const sid = await make.session(company.owner.account)
const as = { finance: await make.operator('finance'), network: await make.operator('network') }
const [{ id: dept_id }, { id: group_id }] = [await make.department(company.id), await make.lineGroup(company.id)]
const { id: svp_id } = await make.line(company)
const { id: category_id } = await make.category()

type Values = Record<string, unknown>
interface Thing {
  id: string
  fields: Values
  read: (id: string) => Promise<Values | undefined>
}

const inList =
  (id: string, list: () => Promise<readonly Values[]>) =>
  async (value: string): Promise<Values | undefined> =>
    (await list()).find(each => each[id] === value)
const code = () => `code-${randomUUID().slice(0, 8)}`

const own = {
  setVplGroup: {
    id: 'group_id',
    fields: { name: '美国店铺', remark: '只给北美' },
    read: inList('group_id', async () => (await call('getVplGroupList', {}, { sid })).data.list),
  },
  setTemplate: {
    id: 'template_id',
    fields: { name: '运营', dept_id, days: 30, device_limit: 2, group_ids: [group_id] },
    read: inList('template_id', async () => (await call('getTemplateList', {}, { sid })).data.list),
  },
  setShop: {
    id: 'shop_id',
    fields: { platform: 'amazon', name: '一店', shop_number: 'A1', owner_name: '王芳', state: 'closed', svp_id },
    read: inList('shop_id', async () => (await call('getShopList', {}, { sid })).data.list),
  },
  setInvoiceTitle: {
    id: 'title_id',
    fields: {
      kind: 'special',
      title: '深圳市蓝帆有限公司',
      tax_number: company.creditCode,
      address: '深圳市南山区',
      phone: '0755-86000000',
      bank: '中国银行深圳分行',
      bank_account: '4000000000000001',
      email: 'caiwu@example.com',
    },
    read: inList('title_id', async () => (await call('getInvoiceTitleList', {}, { sid })).data.list),
  },
} satisfies { [Name in CallName]?: Thing }

const office = {
  setCatalogueCategory: {
    by: as.finance,
    id: 'category_id',
    fields: { code: code(), name: '分类', about: '说明', sort: 3 },
    read: inList('category_id', async () => (await operate('getCatalogueTree', {}, as.finance)).data.list),
  },
  setGoods: {
    by: as.finance,
    id: 'goods_id',
    fields: { category_id, code: code(), name: '商品', about: '说明', sort: 3 },
    read: inList('goods_id', async () => (await operate('getCatalogueGoods', { category_id }, as.finance)).data.list),
  },
  setRegion: {
    by: as.network,
    id: 'region_id',
    fields: {
      ...{ code: code(), country: '日本', city: '东京', city_latin: 'Tokyo', continent: '亚洲' },
      ...{ latitude: 35.5, longitude: 139.5, sort: 3 },
    },
    read: inList(
      'region_id',
      async () => (await operate('getNetworkRegions', { page_size: 100 }, as.network)).data.list,
    ),
  },
  setAccessWay: {
    by: as.network,
    id: 'access_way_id',
    fields: { code: code(), name: '家庭', about: '说明', sort: 3 },
    read: inList(
      'access_way_id',
      async () => (await operate('getNetworkAccessWays', { page_size: 100 }, as.network)).data.list,
    ),
  },
  setChannel: {
    by: as.finance,
    id: 'channel_id',
    fields: { name: '伙伴', greeting: '欢迎', contact_name: '李四' },
    read: async channel_id => (await operate('getChannelDetail', { channel_id }, as.finance)).data,
  },
} satisfies { [Name in OperationName]?: Thing & { by: { token: string } } }

test('setPromotionCode changes only the fields it receives, and checks the end against the stored beginning', async () => {
  const { channel_id } = (await operate('setChannel', { name: '推广', greeting: '', contact_name: '' }, as.finance))
    .data
  const [starts_at, ends_at] = ['2026-01-01T00:00:00.000Z', '2126-01-01T00:00:00.000Z']
  const fields = { starts_at, ends_at, use_limit: 9, coupon_type_id: null }
  const { promotion_code } = (await operate('addPromotionCode', { channel_id, ...fields }, as.finance)).data
  const set = (some: object) => operate('setPromotionCode', { promotion_code, ...some }, as.finance)
  const read = async () => (await operate('getPromotionCodeList', { channel_id }, as.finance)).data.list[0]
  expect((await set({ use_limit: 8 })).code).toBe(200)
  expect(await read()).toMatchObject({ ...fields, use_limit: 8 })
  expect(await set({ ends_at: '2025-01-01T00:00:00.000Z' })).toMatchObject({ code: -41003, data: 'ends_at' })
  expect((await set({ ends_at: null })).code).toBe(200)
  expect(await read()).toMatchObject({ ...fields, use_limit: 8, ends_at: null })
})

test('setOperator changes only the fields it receives: a corrected name revokes no role that was granted meanwhile', async () => {
  const [owner, other] = [await make.operator(), await make.operator('content')]
  await system.change`update operator set roles = ${['content', 'support']} where id = ${other.id}`
  const set = (some: object) => operate('setOperator', { operator_id: other.id, ...some }, owner)
  const read = async () =>
    (await operate('getOperatorList', { page_size: 100 }, owner)).data.list.find(
      ({ operator_id }) => operator_id === other.id,
    )
  expect((await set({ display_name: '林文' })).code).toBe(200)
  expect(await read()).toMatchObject({ display_name: '林文', roles: ['content', 'support'] })
  expect((await set({ roles: ['support'] })).code).toBe(200)
  expect(await read()).toMatchObject({ display_name: '林文', roles: ['support'] })
})

type Ask = (input: Values) => Promise<{ code: number; data: unknown }>
// The names differ in type; these casts keep only what they have in common.
const ownCall = call as unknown as (name: string, input: Values, as: { sid: string }) => ReturnType<Ask>
const operation = operate as unknown as (name: string, input: Values, as: { token: string }) => ReturnType<Ask>
const things: [string, Thing, Ask][] = [
  ...Object.entries(own).map(([name, thing]): [string, Thing, Ask] => [
    name,
    thing,
    input => ownCall(name, input, { sid }),
  ]),
  ...Object.entries(office).map(([name, { by, ...thing }]): [string, Thing, Ask] => [
    name,
    thing,
    input => operation(name, input, by),
  ]),
]

test.each(things)(
  '%s changes the fields it receives and leaves the others as they are',
  async (_, { id, fields, read }, ask) => {
    const { data } = (await ask(fields)) as { data: Record<string, string> }
    const thing = data[id] ?? ''
    for (const [name, value] of Object.entries(fields)) {
      expect(await ask({ [id]: thing, [name]: value })).toMatchObject({ code: 200 })
      expect(await read(thing), name).toMatchObject(fields)
    }
  },
)

test.each(things)('%s creates nothing without a name', async (_, { fields }, ask) => {
  const called = ['name', 'title', 'city'].find(name => name in fields) ?? ''
  expect(await ask({ ...fields, [called]: undefined })).toMatchObject({ code: -41003, data: called })
})
