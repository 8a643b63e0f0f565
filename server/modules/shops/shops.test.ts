import { beforeEach, expect, test } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { z } from 'zod'
import { contract, type InputOf, type OutputOf } from '#contract/index.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system } = portal
let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
})

const fresh = { platform: 'amazon' as const, name: '一店', shop_number: 'A1' }
const list = async (input: InputOf<'getShopList'> = {}) => (await call('getShopList', input, { sid })).data

test('shops are listed with their lines, filtered and changed; the activity says what changed', async () => {
  const { id: svp_id } = await make.line(company, { bound: true, name: '东京-01' })
  const { shop_id } = (await call('setShop', { ...fresh, svp_id }, { sid })).data
  await call('setShop', { ...fresh, platform: 'ebay', name: '二店', owner_name: '王芳' }, { sid })
  expect((await list()).list.map(({ name, line_name }) => [name, line_name])).toEqual([
    ['二店', null],
    ['一店', '东京-01'],
  ])
  for (const [filter, names] of [
    [{ platform: 'ebay' }, ['二店']],
    [{ svp_id }, ['一店']],
    [{ unbound: true }, ['二店']],
    [{ keyword: '王' }, ['二店']],
    [{ keyword: 'a1', state: 'active' }, ['二店', '一店']],
    [{ state: 'closed' }, []],
  ] as const)
    expect((await list(filter)).list.map(({ name }) => name)).toEqual(names)
  await call('setShop', { ...fresh, shop_id, name: '旗舰店', state: 'closed', svp_id: null }, { sid })
  await call('setShop', { ...fresh, shop_id, name: '旗舰店', state: 'closed', svp_id: null }, { sid })
  const entries = await system.rows(z.object({ action: z.string(), detail: z.string() }))`
    select action, detail from activity where company_id = ${company.id} order by id`
  expect(entries.at(-1)).toEqual({ action: 'shop.changed', detail: '店铺名称：一店 → 旗舰店；已停用；解绑专线' })
  expect(entries.filter(({ action }) => action === 'shop.changed')).toHaveLength(1)
})

test('a shop number is unique on its platform, and its line must be the company’s', async () => {
  const { shop_id } = (await call('setShop', fresh, { sid })).data
  const other = (await call('setShop', { ...fresh, shop_number: 'A2' }, { sid })).data.shop_id
  expect((await call('setShop', fresh, { sid })).code).toBe(-56002)
  expect((await call('setShop', { ...fresh, shop_id: other }, { sid })).code).toBe(-56002)
  expect((await call('setShop', { ...fresh, platform: 'temu' }, { sid })).code).toBe(200)
  const stranger = await make.company()
  const { id: svp_id } = await make.line(stranger)
  expect((await call('setShop', { ...fresh, shop_id, svp_id }, { sid })).code).toBe(-52001)
  const theirs = await make.session(stranger.owner.account)
  expect((await call('setShop', { ...fresh, shop_id }, { sid: theirs })).code).toBe(-56001)
})

test('several shops are bound to a line, unbound and closed together; only changed ones are logged, and it is all or nothing', async () => {
  const { id: svp_id } = await make.line(company, { bound: true, name: '东京-01' })
  const add = async (shop_number: string) => (await call('setShop', { ...fresh, shop_number }, { sid })).data.shop_id
  const shop_ids = [await add('B1'), await add('B2')]
  const set = (input: Omit<InputOf<'batchSetShop'>, 'shop_ids'>, ids = shop_ids) =>
    call('batchSetShop', { shop_ids: ids, ...input }, { sid })
  const notices = async () =>
    (
      await system.rows(z.object({ detail: z.string() }))`
        select detail from activity where company_id = ${company.id} and action = 'shop.changed' order by id`
    ).map(({ detail }) => detail)
  await call('setShop', { shop_id: shop_ids[0], svp_id }, { sid })
  expect((await set({ svp_id })).data).toEqual({ changed: 1 })
  expect((await list({ svp_id })).total).toBe(2)
  expect((await set({ svp_id: null, state: 'closed' })).data).toEqual({ changed: 2 })
  expect((await list({ unbound: true, state: 'closed' })).total).toBe(2)
  const all = ['绑定专线 东京-01', '绑定专线 东京-01', '已停用；解绑专线', '已停用；解绑专线']
  expect(await notices()).toEqual(all)
  const stranger = await make.company()
  const theirs = await make.session(stranger.owner.account)
  const other = (await call('setShop', fresh, { sid: theirs })).data.shop_id
  expect((await set({ state: 'active' }, [...shop_ids, other])).code).toBe(-56001)
  const { id: released } = await make.line(company, { bound: true })
  await system.change`update line set state = 'released', ip_address_id = null, address = null where id = ${released}`
  expect((await set({ svp_id: released })).code).toBe(-52001)
  expect((await list({ unbound: true, state: 'closed' })).total).toBe(2)
  expect(await notices()).toEqual(all)
})

const headings = ['平台', '店铺名称', '店铺编号', '专线']

test('a shop whose line was released has none, in the list, the filter and the client alike', async () => {
  const line = await make.line(company, { bound: true, name: '已释放' })
  const bound = { ...fresh, name: '留下的店', shop_number: 'R1', svp_id: line.id }
  const { shop_id } = (await call('setShop', bound, { sid })).data
  const { data: sheet } = await preview([headings, ['亚马逊', '表里的店', 'R2', '已释放']])
  const unbound = async () => (await list({ unbound: true })).list.some(each => each.shop_id === shop_id)
  expect(await unbound()).toBe(false)
  await system.change`update line set state = 'released', ip_address_id = null, address = null where id = ${line.id}`
  expect(await unbound()).toBe(true)
  const [listed] = (await list({ keyword: 'R1' })).list
  expect(listed).toMatchObject({ shop_id, svp_id: null, line_name: null, address: null })
  expect((await call('setShop', { shop_id, state: 'closed' }, { sid })).code).toBe(200)
  expect((await call('setShop', { ...bound, shop_number: 'R3' }, { sid })).code).toBe(-52001)
  expect((await call('commitShopImport', { import_id: sheet.import_id }, { sid })).code).toBe(-52001)
})

async function preview(rows: (string | number)[][]) {
  const form = new FormData()
  form.append('sid', sid)
  form.append('file', new Blob([new Uint8Array(await writeXlsxFile(rows).toBuffer())]), '店铺.xlsx')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
  const { body } = await portal.post(contract.previewShopImport.path, Buffer.from(await encoded.arrayBuffer()), {
    headers,
  })
  return JSON.parse(body) as { code: number; data: OutputOf<'previewShopImport'> }
}
test('a sheet is checked row by row, and only what is confirmed is written, once', async () => {
  await make.line(company, { bound: true, name: '东京-01' })
  for (const _ of [1, 2]) await make.line(company, { name: '同名' })
  await call('setShop', { ...fresh, shop_number: 'A9' }, { sid })
  const { data } = await preview([
    headings,
    ['亚马逊', '一店', 'A1', '东京-01'],
    ['TIKTOK SHOP', '短视频', 'T1', ''],
    ['淘宝', '错的', 'X', ''],
    ['亚马逊', '重复', 'A1', ''],
    ['亚马逊', '已有', 'A9', '没有的专线'],
    ['eBay', '', 'E1', '同名'],
    ['TIKTOK SHOP', '长编号', 7.495012345678901e18, ''],
  ])
  expect([data.good, data.bad]).toEqual([2, 5])
  const rounded = '的数字超过 15 位，表格已把后面的改成 0，请把单元格设为文本格式后重新填写'
  expect(data.rows.slice(0, 5).map(({ row, problems }) => [row, problems])).toEqual([
    [4, ['平台不在可选之列：淘宝']],
    [5, ['与第 2 行的编号重复']],
    [6, ['专线不存在：没有的专线', '该平台已有相同编号的店铺']],
    [7, ['有多条同名专线，请填写地址：同名', '请输入店铺名称']],
    [8, [`“店铺编号”${rounded}`]],
  ])
  const { import_id } = data
  expect((await call('commitShopImport', { import_id }, { sid })).code).toBe(-47015)
  // Meanwhile another manager adds one of them.
  await call('setShop', { ...fresh, platform: 'tiktok', shop_number: 'T1' }, { sid })
  const both = await Promise.all([1, 2].map(() => call('commitShopImport', { import_id, good_only: true }, { sid })))
  expect(both.map(({ code }) => code).sort()).toEqual([-47014, 200].sort())
  expect(both.find(({ code }) => code === 200)?.data).toEqual({ added: 1, skipped: 1 })
  expect((await list({ keyword: 'A1' })).list).toMatchObject([{ name: '一店', line_name: '东京-01' }])
})

test('columns of a sheet of shops that are not read are pointed out', async () => {
  const { data } = await preview([
    ['平台', '店铺名称', '店铺编号', '绑定专线', '开店日期'],
    ['亚马逊', '一店', 'C1', '东京-01', '2026-01-01'],
  ])
  expect([data.good, data.unread_columns]).toEqual([
    1,
    [
      { title: '绑定专线', repeated: false, nearest: '专线' },
      { title: '开店日期', repeated: false, nearest: null },
    ],
  ])
})

test('a sheet is warned of two shops of a platform on one line, which may be written all the same', async () => {
  for (const name of ['东京-01', '东京-02']) await make.line(company, { bound: true, name })
  const { id: svp_id } = await make.line(company, { bound: true, name: '东京-03' })
  await call('setShop', { ...fresh, name: '先来的', svp_id }, { sid })
  const { data } = await preview([
    headings,
    ['亚马逊', '一店', 'B1', '东京-01'],
    ['亚马逊', '二店', 'B2', '东京-01'],
    ['eBay', '三店', 'B3', '东京-01'],
    ['亚马逊', '四店', 'B4', '东京-03'],
    ['亚马逊', '五店', 'B5', ''],
  ])
  expect(data.warnings).toEqual([
    { row: 3, message: '与第 2 行的同平台店铺是同一条专线' },
    { row: 5, message: '地址属于亚马逊店铺「先来的」' },
  ])
  expect((await call('commitShopImport', { import_id: data.import_id }, { sid })).data).toEqual({
    added: 5,
    skipped: 0,
  })
})

test('a sheet adds no shop beyond the five thousand that a company may have', async () => {
  const { import_id } = (await preview([headings, ['亚马逊', '一店', 'A1', ''], ['亚马逊', '二店', 'A2', '']])).data
  await system.change`
    insert into shop (company_id, platform, name, shop_number)
    select ${company.id}, 'ebay', '店', number::text from generate_series(1, 4999) as number`
  const commit = async () => (await call('commitShopImport', { import_id }, { sid })).code
  expect(await commit()).toBe(-56003)
  await system.change`delete from shop where company_id = ${company.id} and shop_number = '1'`
  expect(await commit()).toBe(200)
})

test('a sheet without its columns, or without rows, is refused', async () => {
  expect((await preview([['平台', '店铺名称']])).code).toBe(-47011)
  expect((await preview([headings])).code).toBe(-56004)
})

test('people who may use a line see its shops on their own page', async () => {
  const person = await make.employee(company.id, { name: '陈雨桐' })
  await system.change`update employee set service_ends_at = now() + interval '9 days' where id = ${person.id}`
  const line = await make.line(company, { bound: true })
  const other = await make.line(company, { bound: true })
  await make.lineGroup(company.id, { lines: [line.id], employees: [person.id] })
  await call('setShop', { ...fresh, svp_id: line.id }, { sid })
  await call('setShop', { ...fresh, name: '关了的店', shop_number: 'A2', state: 'closed', svp_id: line.id }, { sid })
  await call('setShop', { ...fresh, name: '别的专线的店', shop_number: 'A3', svp_id: other.id }, { sid })
  const { lines } = (await call('getMyService', {}, { sid: await make.session(person.account) })).data
  expect(lines.map(({ shops }) => shops)).toEqual([[{ platform: 'amazon', name: '一店' }]])
})
