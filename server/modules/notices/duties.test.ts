import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Duty } from '#contract/duty-names.ts'
import { noticeDuties } from '#contract/notice-duties.ts'
import { type NoticeKind, notice } from '#contract/records/notice.ts'
import { day } from '#server/core/service-time.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { lineNotices } from '#server/modules/lines/line-notices.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
// biome-ignore lint/style/noRestrictedImports: the test asks whether the console shows a holder what the notices lead to
import { reaches } from '#web/data/console-pages.ts'
import { serviceNotices } from './service-notices.ts'

const portal = await testPortal()
const { make, call, operate, system, services } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }

let company: TestCompany
let owner: string
let sales: { id: string }
let below: { id: string }
let other: { id: string }

beforeEach(async () => {
  company = await make.company({ managers: 1 })
  owner = await make.session(company.owner.account)
  sales = await make.department(company.id, { name: '销售部' })
  below = await make.department(company.id, { name: '华南组', parentId: sales.id })
  other = await make.department(company.id, { name: '财务部' })
})

async function holder(duty: Duty, departments: { id: string }[] | null = null) {
  const person = await make.employee(company.id, { name: `担任${duty}` })
  const dept_ids = departments?.map(({ id }) => id) ?? null
  expect((await call('setDuty', { employee_id: person.id, duty, dept_ids }, { sid: owner })).code).toBe(200)
  const sid = await make.session(person.account)
  const heard = async () => (await call('getNoticeList', {}, { sid })).data.list
  const kinds = async () => (await heard()).map(({ kind }) => kind)
  const limited = departments !== null
  /** Checks that every notice links to a page that the holder of the duty can open. */
  const expectReached = async () =>
    expect((await heard()).filter(({ link }) => !reaches(link, duty, limited)).map(({ link }) => link)).toEqual([])
  return {
    person,
    sid,
    heard,
    kinds,
    expectReached,
    set: (duty: Duty | null) => call('setDuty', { employee_id: person.id, duty, dept_ids: null }, { sid: owner }),
  }
}

/** Registers a new device by a person's client. */
async function register(name: string, departmentId?: string) {
  const person = await make.employee(company.id, { name, ...(departmentId && { departmentId }) })
  const sid = await make.session(person.account)
  const fingerprint = `fp-${crypto.randomUUID()}`
  const device = { fingerprint, platform: 'windows' as const, os_version: 'Windows 11', client_version: '12.0.1' }
  const { code, data } = await call('reportDevice', { ...device, name: `${name}的电脑` }, { sid })
  expect(code).toBe(200)
  return { person, sid, fingerprint, device_id: data.device_id }
}

describe.each(notice.fields.kind.answer.options)('a notice %s to a company', kind => {
  test('reaches the managers and the duties that it concerns', async () => {
    const holders = {
      finance: await holder('finance'),
      devices: await holder('devices'),
      reader: await holder('reader'),
      department: await holder('department', [sales]),
    }
    const inside = await make.employee(company.id, { departmentId: below.id })
    const to = { managersOfCompany: company.id, about: [inside.id] }
    await notify(system, services, { to, kind, subject: 'about', title: '标题', text: '内容', link: '' })
    const receivers = Object.entries(holders).map(async ([duty, { kinds }]) =>
      (await kinds()).includes(kind) ? [duty] : [],
    )
    expect((await Promise.all(receivers)).flat().toSorted()).toEqual([...(noticeDuties[kind] ?? [])].toSorted())
    for (const { account } of [company.owner, ...company.managers]) {
      const { list } = (await call('getNoticeList', {}, { sid: await make.session(account) })).data
      expect(list.map(each => each.kind)).toContain(kind)
    }
  })
})

test('finance is notified of unpaid orders and ending services, with links to pages that the duty includes', async () => {
  const finance = await holder('finance')
  const reader = await holder('reader')
  const { id: svp_id } = await make.line(company, { bound: true, endsAt: new Date(Date.now() + 2 * day) })
  const { secret: token } = await make.apiToken(company, { scopes: ['orders:read', 'orders:change'] })
  const renewal = { kind: 'renewal' as const, svp_ids: [svp_id], days: 30, request_key: 'a-renewal-by-token' }
  expect((await call('createOrder', renewal, { token })).code).toBe(200)
  await lineNotices(services, job)
  await make.employee(company.id, { serviceEndsAt: new Date(Date.now() + 2 * day) })
  await serviceNotices(services, job)
  expect((await finance.kinds()).toSorted()).toEqual(['balance_low', 'line_ending', 'order_waiting'])
  expect(await reader.kinds()).toEqual([])
  await finance.expectReached()
  await serviceNotices(services, job)
  expect(await finance.heard()).toHaveLength(3)
})

test('a person whose duty ended or changed sees no notices of it, and a new holder gets those from then on', async () => {
  const person = await holder('finance')
  const paid = (subject: string) =>
    notify(system, services, {
      to: { managersOfCompany: company.id },
      kind: 'order_paid',
      subject,
      title: '订单已支付',
      text: '',
      link: '',
    })
  await paid('one')
  await person.set('devices')
  await paid('two')
  await person.set(null)
  await register('李明')
  expect(await person.kinds()).toEqual([])
  await person.set('finance')
  expect(await person.kinds()).toEqual(['order_paid'])
})

test('the holder of the duty for devices is notified of each waiting device, and the notice is settled when the device is decided', async () => {
  const devices = await holder('devices')
  const { device_id } = await register('李明', other.id)
  const atHome = await register('王芳')
  expect(await devices.heard()).toMatchObject([
    { kind: 'device_waiting' },
    { text: '李明 登记了新设备「李明的电脑」，请审核。' },
  ])
  await devices.expectReached()
  for (const gone of [device_id, atHome.device_id])
    expect((await call('deviceRemove', { device_ids: [gone] }, { sid: devices.sid })).code).toBe(200)
  expect((await devices.heard()).map(({ read }) => read)).toEqual([true, true])
})

test.each(['devices', 'department'] as const)(
  'the holder of the duty %s for a department is notified only about its people',
  async duty => {
    const limited = await holder(duty, [sales])
    await register('外部', other.id)
    await register('没有部门')
    expect(await limited.heard()).toEqual([])
    await register('里面', below.id)
    expect(await limited.heard()).toMatchObject([
      { kind: 'device_waiting', text: '里面 登记了新设备「里面的电脑」，请审核。' },
    ])
    await limited.expectReached()
    // This duty may not decide about a manager's device (people/within.sql.ts).
    await system.change`update employee set department_id = ${below.id} where id = ${company.managers[0]?.id}`
    const about = [company.managers[0]?.id ?? '']
    const waiting = { kind: 'device_waiting' as const, subject: 'managers', title: '', text: '', link: '' }
    await notify(system, services, { ...waiting, to: { managersOfCompany: company.id, about } })
    // The notice names nobody, so it could be about anybody.
    await notify(system, services, { ...waiting, to: { managersOfCompany: company.id }, subject: 'nobody' })
    expect(await limited.heard()).toHaveLength(1)
  },
)

test('a head no longer sees or exports the notice of a person who has moved away, nor once the duty is narrowed', async () => {
  const head = await holder('department', [sales])
  const { person } = await register('里面', below.id)
  expect(await head.heard()).toHaveLength(1)
  const move = (dept_id: string) => call('batchSetDepartment', { employee_ids: [person.id], dept_id }, { sid: owner })
  expect((await move(other.id)).code).toBe(200)
  expect((await call('getNoticeList', {}, { sid: head.sid })).data).toEqual({ list: [], total: 0, unread: 0 })
  const exported = JSON.stringify((await call('exportAccount', {}, { sid: head.sid })).data)
  expect(exported).not.toContain('里面 登记了新设备')
  expect((await move(below.id)).code).toBe(200)
  expect(await head.heard()).toHaveLength(1)
  const narrowed = { employee_id: head.person.id, duty: 'department' as const, dept_ids: [other.id] }
  expect((await call('setDuty', narrowed, { sid: owner })).code).toBe(200)
  expect(await head.heard()).toEqual([])
})

test('a former manager no longer sees what was reported to the managers, and keeps what was reported to the person', async () => {
  const [manager] = company.managers
  const { account } = manager ?? expect.unreachable()
  const about = { kind: 'order_paid' as const, title: '订单已支付', text: '', link: '' }
  await notify(system, services, { ...about, to: { managersOfCompany: company.id }, subject: 'company' })
  await notify(system, services, { ...about, to: { accountIds: [account.id] }, subject: 'person', title: '本人的' })
  const titles = async () => {
    const { list } = (await call('getNoticeList', {}, { sid: await make.session(account) })).data
    return list.map(({ title }) => title).toSorted()
  }
  expect(await titles()).toEqual(['本人的', '订单已支付'].toSorted())
  await system.change`update employee set role = 'employee' where id = ${manager?.id}`
  expect(await titles()).toEqual(['本人的'])
})

test('a head is not notified of a device handed over from outside the department, and loses the notice of one that leaves it', async () => {
  const head = await holder('department', [sales])
  const everything = await holder('devices')
  const { token } = await make.operator('support')
  const [inside, outside] = [await register('里面', below.id), await register('外面', other.id)]
  const claim = async (by: { sid: string }, of: { fingerprint: string; device_id: string }) => {
    const device = { platform: 'windows' as const, os_version: 'Windows 11', client_version: '12.0.1', name: '电脑' }
    expect((await call('reportDevice', { ...device, fingerprint: of.fingerprint }, { sid: by.sid })).code).toBe(-48011)
    const disputes = (await operate('getDisputeList', { state: 'open' }, { token })).data.list
    const dispute_id = disputes.find(({ device_id }) => device_id === of.device_id)?.dispute_id ?? ''
    const decision = { dispute_id, decision: 'hand_over' as const, reason: '采购单一致' }
    expect((await operate('decideDispute', decision, { token })).code).toBe(200)
  }
  expect(await head.heard()).toHaveLength(1)
  await claim(outside, inside)
  expect(await head.heard()).toEqual([])
  await claim(inside, outside)
  expect(await head.heard()).toEqual([])
  expect((await everything.heard()).map(({ title }) => title)).toEqual(['移交的设备等待审核', '移交的设备等待审核'])
})

test('a duty is sent a short message of a kind only where its holder chose it', async () => {
  const finance = await holder('finance')
  const sentTo = async () =>
    (await portal.app.inject({ url: `/demo/outbox?phone=${finance.person.account.phone}` })).json<{ text: string }[]>()
  const ring = (kind: NoticeKind, subject: string) =>
    notify(system, services, {
      to: { managersOfCompany: company.id },
      kind,
      subject,
      title: '标题',
      text: '已支付。',
      link: '',
    })
  await ring('order_paid', 'one')
  await call('setNoticeSettings', { sms: ['order_paid'] }, { sid: finance.sid })
  await ring('order_paid', 'two')
  await expect.poll(async () => (await sentTo()).map(({ text }) => text)).toEqual(['【海易联】已支付。'])
})
