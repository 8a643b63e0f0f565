import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { testPortal } from '#server/testing/portal.ts'

/** Every call whose input has `seen`, with a field that two people change. */
const portal = await testPortal()
const { make, call, operate, system } = portal

const company = await make.company({ managers: 1, employees: 2 })
const managers = [company.owner, ...company.managers]
const [sid = '', otherSid = ''] = await Promise.all(managers.map(({ account }) => make.session(account)))
const operators = [await make.operator('owner'), await make.operator('owner')]
const [token = '', otherToken = ''] = operators.map(operator => operator.token)

const [employee, holder] = company.employees
const name = () => `原来的 ${randomUUID().slice(0, 8)}`
const added = { about: '', sort: 1 }
const place = {
  country: '日本',
  city: '东京',
  city_latin: 'Tokyo',
  continent: '亚洲',
  latitude: 35,
  longitude: 139,
} as const

const { category_id } = (await operate('setCatalogueCategory', { code: 'seen', name: '分类', ...added }, { token }))
  .data
const goods = { category_id, code: 'seen-goods', name: '商品', ...added }
const { goods_id } = (await operate('setGoods', goods, { token })).data
const percent = { days: 30, discount_percent: 5, sort: 1 }
const { package_type_id } = (await operate('addPackageType', { category_id, ...percent }, { token })).data
const partner = { name: name(), greeting: '您好', contact_name: '' }
const { channel_id } = (await operate('setChannel', partner, { token })).data
const window = { starts_at: new Date().toISOString(), ends_at: null, use_limit: 5, coupon_type_id: null }
const { promotion_code } = (await operate('addPromotionCode', { channel_id, ...window }, { token })).data
const { region_id } = (await operate('setRegion', { code: 'seen', ...place, sort: 1 }, { token })).data
const { access_way_id } = (
  await operate('setAccessWay', { code: 'seen', name: '方式', ...added, about: '说明' }, { token })
).data
const release = { client_type: 1, version: '99.1.1', notes: '- 说明', force_update: false, size: 9 } as const
const file = { url: 'https://example.com/seen.exe', sha256: '0'.repeat(64) }
const { installer_id } = (await operate('publishInstallerAddress', { ...release, ...file }, { token })).data
const article = { kind: 'help', slug: 'seen', name: '文章分类' } as const
const articles = (await operate('setArticleCategory', article, { token })).data.category_id
const operator_id = (await make.operator('content')).id
await system.change`update operator set display_name = '原来的姓名' where id = ${operator_id}`

const { dept_id } = (await call('setDepartment', { name: '部门' }, { sid })).data
const { template_id } = (await call('setTemplate', { name: '模板', days: 5 }, { sid })).data
const { group_id } = (await call('setVplGroup', { name: '专线组' }, { sid })).data
const line = await make.line(company)
await system.change`update line set remark = '原来的备注' where id = ${line.id}`
const { shop_id } = (await call('setShop', { platform: 'amazon', name: '店铺', shop_number: 'S-1' }, { sid })).data
const title = { kind: 'normal', title: '抬头', tax_number: company.creditCode, email: 'a@example.com' } as const
const { title_id } = (await call('setInvoiceTitle', title, { sid })).data
const made = { name: '令牌', scopes: ['people:read'], days: 5, request_key: randomUUID() } as const
const { token_id } = (await call('createApiToken', { ...made, scopes: [...made.scopes] }, { sid })).data
const { webhook_id } = (
  await call('createWebhook', { url: 'https://example.com/seen', description: '原来的说明' }, { sid })
).data
const url = `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=${randomUUID()}`
const { robot_id } = (await call('addCompanyRobot', { provider: 'wecom', name: '群', kinds: ['orders'], url }, { sid }))
  .data
await call('setLogStream', { host: 'logs.example.com', port: 6514 }, { sid })
const directory = { source: 'wecom', owns: [], leaver: 'disable', successor: 'none', successor_id: null } as const
await call('setDirectory', { ...directory, owns: [] }, { sid })
const secret = { client_secret: '密钥' }
await call('setDirectoryProvider', { tenant: '企业一', client_id: '', ...secret }, { sid })
const provider = { kind: 'wecom', client_id: '1000002', ...secret } as const
await call('setCompanySignIn', { ...provider, issuer: '企业一' }, { sid })
const employee_id = employee?.id ?? ''
await call('setCompanyUser', { employee_id, position: '原来的职位' }, { sid })
await call('setDuty', { employee_id: holder?.id ?? '', duty: 'reader', dept_ids: null }, { sid })
await call('setCompanyInfo', { address: '原来的地址一号' }, { sid })
await call('setConnectionSettings', { keep_days: 365 }, { sid })

/** The rest of an input, the field, and its value as it was seen, as a colleague changes it, and as it is changed then. */
type Edit = [rest: object, field: string, values: readonly [unknown, unknown, unknown]]
const texts = (was: string) => [was, '同事改成的内容', '后来改成的内容'] as const

const edits: Record<string, Edit> = {
  correctCompany: [{ company_id: company.id, reason: '换发执照' }, 'name', texts(company.name)],
  setAccessWay: [{ access_way_id }, 'name', texts('方式')],
  setArticleCategory: [{ category_id: articles, kind: 'help', slug: 'seen' }, 'name', texts('文章分类')],
  setCatalogueCategory: [{ category_id }, 'name', texts('分类')],
  setChannel: [{ channel_id }, 'greeting', texts('您好')],
  setChannelCommission: [{ channel_id }, 'commission_percent', [0, 5, 10]],
  setGoods: [{ goods_id }, 'name', texts('商品')],
  setInstaller: [{ installer_id }, 'notes', texts('- 说明')],
  setOperator: [{ operator_id }, 'display_name', texts('原来的姓名')],
  setPackageSort: [{ package_type_id }, 'sort', [1, 2, 3]],
  setPromotionCode: [{ promotion_code }, 'use_limit', [5, 6, 7]],
  setRegion: [{ region_id }, 'city', texts('东京')],
  setApiToken: [{ token_id }, 'name', texts('令牌')],
  setCompanyInfo: [{}, 'address', texts('原来的地址一号')],
  setCompanyRobot: [{ robot_id }, 'name', texts('群')],
  setCompanySignIn: [provider, 'issuer', texts('企业一')],
  setCompanyUser: [{ employee_id }, 'position', texts('原来的职位')],
  setCompanyVpl: [{ svp_ids: [line.id] }, 'remark', texts('原来的备注')],
  setConnectionSettings: [{}, 'keep_days', [365, 400, 500]],
  setDepartment: [{ dept_id }, 'name', texts('部门')],
  setDirectory: [{ source: 'wecom' }, 'owns', [[], ['name'], ['name', 'department']]],
  setDirectoryProvider: [{ client_id: '', ...secret }, 'tenant', texts('企业一')],
  setDuty: [{ employee_id: holder?.id, dept_ids: null }, 'duty', ['reader', 'devices', 'finance']],
  setInvoiceTitle: [{ title_id }, 'title', texts('抬头')],
  setLogStream: [{}, 'port', [6514, 6515, 10_514]],
  setShop: [{ shop_id }, 'name', texts('店铺')],
  setTemplate: [{ template_id }, 'days', [5, 6, 7]],
  setVplGroup: [{ group_id }, 'name', texts('专线组')],
  setWebhook: [{ webhook_id }, 'description', texts('原来的说明')],
}

const all = Object.entries<{ input: z.ZodType }>({ ...contract, ...operations })
const editing = all.filter(([, { input }]) => 'shape' in input && Object.hasOwn(input.shape as object, 'seen'))

test('the table has every call with `seen`', () => {
  expect(Object.keys(edits).sort()).toEqual(editing.map(([name]) => name).sort())
})

/** Makes the call as one of two people. */
function send(name: string, input: object, as: 0 | 1) {
  if (name in operations) return operate(name as 'setGoods', input, { token: [token, otherToken][as] ?? '' })
  return call(name as 'setCompanyUser', input as never, { sid: [sid, otherSid][as] ?? '' })
}

// Guard: each handler's lock before `requireSeen`; a handler without the comparison is a fault of the loop (perform.ts).
test.each(Object.entries(edits))('of two who change the same value by %s, the second is told', async (name, edit) => {
  const [rest, field, [was, theirs, mine]] = edit
  const to = (value: unknown, seen: unknown, as: 0 | 1) =>
    send(name, { ...rest, [field]: value, seen: { [field]: seen } }, as)

  const both = await Promise.all([to(theirs, was, 1), to(mine, was, 0)])
  expect(both.map(({ code }) => code).sort()).toEqual([-53022, 200])
  const first = both[0]?.code === 200 ? 1 : 0
  const [won, lost] = first === 1 ? [theirs, mine] : [mine, theirs]
  const second = first === 1 ? 0 : 1

  const { code, data } = await to(lost, was, second)
  expect(code).toBe(-53022)
  expect(data).toEqual({ seen: { [field]: won }, saved_by: expect.any(String), saved_at: expect.any(String) })
  expect((await to(won, was, second)).code, 'a value that is so already').not.toBe(-53022)
  expect((await to(lost, won, second)).code, 'with what the refusal has told').toBe(200)
  expect((await send(name, { ...rest, [field]: was }, second)).code, 'without `seen`').toBe(200)
})

test('different fields are changed at once', async () => {
  const change = (input: object) => send('setCompanyUser', { employee_id, ...input }, 0)
  await change({ name: '改名的人' })
  expect((await change({ position: '别的职位', seen: { position: '原来的职位' } })).code).toBe(200)
})

test('the refusal names who changed the field, not who changed another one later', async () => {
  const [one, other] = operators
  await send('setGoods', { goods_id, about: '一人写的' }, 0)
  await send('setGoods', { goods_id, sort: 77 }, 1)
  const refused = await send('setGoods', { goods_id, about: '我写的', seen: { about: '' } }, 1)
  const nameOf = async (id = '') =>
    (await operate('getOperatorList', {}, { token })).data.list.find(o => o.operator_id === id)
  expect(refused.data).toMatchObject({ saved_by: (await nameOf(one?.id))?.display_name })
  expect((await nameOf(other?.id))?.display_name).not.toBe((await nameOf(one?.id))?.display_name)
})

// Guard: `noteChanged` of requireSeen. The entry of a robot says in words only that the robot was changed.
test('the console’s refusal names who changed the field, too', async () => {
  const nameOf = async (person = company.owner) =>
    (await system.row(z.object({ name: z.string() }))`select name from employee where id = ${person.id}`)?.name
  await send('setCompanyRobot', { robot_id, name: '一人写的' }, 1)
  await send('setCompanyRobot', { robot_id, kinds: ['orders', 'lines'] }, 0)
  const refused = await send('setCompanyRobot', { robot_id, name: '我写的', seen: { name: '群' } }, 0)
  const theirs = await send('setCompanyRobot', { robot_id, kinds: ['orders'], seen: { kinds: ['tickets'] } }, 1)
  expect(refused.data).toMatchObject({ seen: { name: '一人写的' }, saved_by: await nameOf(managers[1]) })
  expect(theirs.data).toMatchObject({ saved_by: await nameOf(managers[0]) })
})

// A request is tried before it is kept (engines/approvals/keep-request.ts), which compares, too.
test('a request for a second owner that is based on former values is refused instead of kept', async () => {
  const ask = (seen: string[]) =>
    send('setOperator', { operator_id, roles: ['content', 'support'], seen: { roles: seen } }, 0)
  expect(await ask(['finance'])).toMatchObject({ code: -53022, data: { seen: { roles: ['content'] } } })
  expect((await ask(['content'])).code).toBe(-53013)
})
