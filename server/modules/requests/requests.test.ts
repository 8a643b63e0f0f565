import { pino } from 'pino'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { openRequests } from '#contract/request-names.ts'
import { creditService, serviceBalance } from '#server/modules/people/hours/hours.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { lapseRequests } from './requests.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
const sku = await make.sku({ stock: 100 })
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }

async function office({ days = 100 } = {}) {
  const company = await make.company({ managers: 1 })
  const { account: manager } = company.managers[0] ?? company.owner
  const sid = await make.session(manager)
  const person = await make.employee(company.id, {
    name: '陈雨桐',
    serviceEndsAt: new Date(Date.now() + 9 * 86_400_000),
  })
  const own = await make.session(person.account)
  if (days) await creditService(system, { companyId: company.id, days, kind: 'gift', note: '' })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const { id: group_id } = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id] })
  const ask = (input: InputOf<'requestAccess'>) => call('requestAccess', input, { sid: own })
  const createRequest = async (input: InputOf<'requestAccess'>) => (await ask(input)).data.request_id
  const mine = async () => (await call('getMyRequests', {}, { sid: own })).data.list
  const balance = () => serviceBalance(services.companyDatabase(company.id), company.id)
  return { company, manager, sid, person, own, line, group_id, ask, createRequest, mine, balance }
}

const noticesOf = async (accountId: string) =>
  (
    await system.rows(z.object({ text: z.string() }))`
      select kind || ' ' || title || ' ' || link as text from notice
      where account_id = ${accountId} and kind like 'request%' order by id`
  ).map(({ text }) => text)

test('an employee with a duty in the console asks the managers, too', async () => {
  const { manager, sid, person, ask, mine } = await office()
  expect((await call('setDuty', { employee_id: person.id, duty: 'finance' }, { sid })).code).toBe(200)
  expect((await ask({ kind: 'days', days: 30, note: '出差' })).code).toBe(200)
  expect(await mine()).toMatchObject([{ kind: 'days', state: 'open' }])
  expect(await noticesOf(manager.id)).toHaveLength(1)
})

test('an approved request grants its line and times as planned, and notifies the person', async () => {
  const { manager, sid, person, line, group_id, createRequest, mine } = await office()
  const request_id = await createRequest({ kind: 'line', note: '要上乐天的店铺' })
  expect(await noticesOf(manager.id)).toEqual([
    `request_waiting 陈雨桐申请使用专线 /control/requests?request=${request_id}`,
  ])
  expect((await call('getRequestList', { request_id }, { sid })).data).toMatchObject({
    total: 1,
    open: 1,
    list: [{ name: '陈雨桐', kind: 'line', note: '要上乐天的店铺', state: 'open' }],
  })
  const input = { request_id, group_id, hours: '1234567 00:00-00:00' }
  const plan = await call('planAccess', { call: 'approveRequest', input }, { sid })
  expect(plan.data.gained).toMatchObject({ people: 1, list: [{ name: '陈雨桐', times: '每天全天' }] })
  expect(await mine()).toMatchObject([{ state: 'open' }])
  expect((await call('approveRequest', input, { sid })).code).toBe(200)
  expect((await call('getEmployeeVplList', { employee_id: person.id }, { sid })).data.list).toMatchObject([
    { svp_id: line.id, reasons: [{ group_name: '日本店铺', hours: '1234567 00:00-00:00' }] },
  ])
  expect(await mine()).toMatchObject([{ state: 'approved', decided_by: expect.any(String) }])
  expect(await noticesOf(person.account.id)).toEqual(['request_decided 您的申请已同意 /personaldetails'])
  const { log } = (await call('getCompanyUserDetail', { employee_id: person.id }, { sid })).data
  expect(log.map(({ detail }) => detail)).toContain('获得 1 条专线：东京-01（每天全天）（同意申请）')
})

test('days are taken from the balance; without any left nothing is decided', async () => {
  const { company, person, sid, createRequest, mine, balance } = await office({ days: 20 })
  const request_id = await createRequest({ kind: 'days', days: 30, note: '下个月继续出差' })
  expect((await call('approveRequest', { request_id }, { sid })).code).toBe(-47030)
  expect(await mine()).toMatchObject([{ state: 'open' }])
  expect((await call('approveRequest', { request_id, days: 15 }, { sid })).code).toBe(200)
  expect([await balance(), (await mine())[0]?.state]).toEqual([5, 'approved'])
  const acts = await system.rows(z.object({ action: z.string() }))`
    select action from activity where company_id = ${company.id} and action in ('request.approved', 'employee.assigned')`
  expect(acts.map(({ action }) => action).sort()).toEqual(['employee.assigned', 'request.approved'])
  // Both sides see the granted days.
  expect((await mine())[0]?.days).toBe(15)
  const messages = await system.rows(z.object({ text: z.string() }))`
    select detail as text from activity where company_id = ${company.id} and action = 'request.approved'
    union all select text from notice where account_id = ${person.account.id} and kind = 'request_decided'`
  expect(messages.map(({ text }) => text)).toEqual(['增加时长 15 天', '增加时长 15 天：管理员已同意。'])
})

test('a device is approved only with the code that every approval takes', async () => {
  const { company, manager, sid, person, ask, createRequest } = await office()
  const device = await make.device({ companyId: company.id, employeeId: person.id, audit: 'pending' })
  const request_id = await createRequest({ kind: 'device', device_id: device.id, note: '新换的电脑' })
  expect((await call('approveRequest', { request_id }, { sid })).code).toBe(-41005)
  await call('getCompanyAdminCaptcha', { action: 'audit', device_ids: [device.id] }, { sid })
  const captcha = await portal.codeSentTo(manager.phone)
  expect((await call('approveRequest', { request_id, captcha }, { sid })).code).toBe(200)
  const { data } = await call('getDeviceDetail', { device_id: device.id }, { sid })
  expect(data.device.audit_state).toBe('approved')
  // An approved device needs no request, and nobody may request a colleague's device.
  expect((await ask({ kind: 'device', device_id: device.id, note: '再来一次' })).code).toBe(-48001)
  const colleague = await make.employee(company.id)
  const theirs = await make.device({ companyId: company.id, employeeId: colleague.id, audit: 'pending' })
  expect((await ask({ kind: 'device', device_id: theirs.id, note: '同事的电脑' })).code).toBe(-48001)
})

test('a device that was handed to a colleague since is not approved by the request of its former holder', async () => {
  const { company, manager, sid, person, createRequest, mine } = await office()
  const fingerprint = `fp-${crypto.randomUUID()}`
  const device = await make.device({ companyId: company.id, employeeId: person.id, audit: 'pending', fingerprint })
  const request_id = await createRequest({ kind: 'device', device_id: device.id, note: '新换的电脑' })
  const colleague = await make.employee(company.id)
  const reported = { fingerprint, name: '同事的电脑', platform: 'windows' as const, client_version: '12.0.1' }
  const claimant = await make.session(colleague.account)
  const claim = await call('reportDevice', { ...reported, os_version: 'Windows 11' }, { sid: claimant })
  expect(claim.code).toBe(-48011)
  const { token } = await make.operator('support')
  const dispute = await system.row(z.object({ id: z.string() }))`
    select id from device_dispute where device_id = ${device.id}`
  const decision = { dispute_id: dispute?.id ?? '', decision: 'hand_over' as const, reason: '工牌与采购单一致' }
  expect((await portal.operate('decideDispute', decision, { token })).code).toBe(200)
  await call('getCompanyAdminCaptcha', { action: 'audit', device_ids: [device.id] }, { sid })
  const captcha = await portal.codeSentTo(manager.phone)
  // Guard: `countDevice` in `carryOut`.
  expect((await call('approveRequest', { request_id, captcha }, { sid })).code).toBe(-48001)
  expect(await mine()).toMatchObject([{ state: 'open' }])
  const { data } = await call('getDeviceDetail', { device_id: device.id }, { sid })
  expect(data.device.audit_state).toBe('pending')
})

// Guard: settle_gone, which settles the notices about what is removed with a person, whichever way the person is removed.
test('the notices about the request and the device of a person who has left are settled', async () => {
  const { company, manager, own, createRequest } = await office()
  await createRequest({ kind: 'line', note: '要上乐天的店铺' })
  const device = { fingerprint: 'fp-leaving-1', name: '新电脑', platform: 'windows' as const, os_version: '11' }
  await call('reportDevice', { ...device, client_version: '12.0.1' }, { sid: own })
  const unread = async () =>
    (
      await system.rows(z.object({ kind: z.string() }))`
        select kind from notice where account_id = ${manager.id} and read_at is null order by id`
    ).map(({ kind }) => kind)
  expect(await unread()).toEqual(['request_waiting', 'device_waiting'])
  expect((await call('leaveCompany', { company_id: company.id }, { sid: own })).code).toBe(200)
  expect(await unread()).toEqual(['membership_answered'])
})

test('a refusal gives its reason, and changes nothing else', async () => {
  const { manager, sid, person, createRequest, mine, balance } = await office()
  const request_id = await createRequest({ kind: 'days', days: 30, note: '想多用一个月' })
  expect((await call('refuseRequest', { request_id, reason: '' }, { sid })).code).toBe(-41003)
  expect((await call('refuseRequest', { request_id, reason: '项目已结束' }, { sid })).code).toBe(200)
  expect(await mine()).toMatchObject([{ state: 'refused', reason: '项目已结束' }])
  expect(await balance()).toBe(100)
  const unread = await system.rows(z.object({ id: z.string() }))`
    select id from notice where account_id = ${manager.id} and kind = 'request_waiting' and read_at is null`
  expect(unread).toEqual([])
  expect(await noticesOf(person.account.id)).toHaveLength(1)
})

describe('a request for access', () => {
  test('is decided once, however many decisions are concurrent', async () => {
    for (let round = 0; round < 5; round++) {
      const { company, sid, own, createRequest, mine, balance } = await office()
      const request_id = await createRequest({ kind: 'days', days: 30, note: '下个月继续' })
      const other = await make.session(company.owner.account)
      // Guard: `isOpen` in `decide`; without it the days are assigned twice, or to a person who was refused.
      const answers = await Promise.all([
        call('approveRequest', { request_id }, { sid }),
        call('approveRequest', { request_id }, { sid: other }),
        call('refuseRequest', { request_id, reason: '不需要' }, { sid: other }),
        call('withdrawRequest', { request_id }, { sid: own }),
      ])
      expect(answers.map(({ code }) => code).sort((one, two) => one - two)).toEqual([-47042, -47042, -47042, 200])
      const [request] = await mine()
      expect(await balance()).toBe(request?.state === 'approved' ? 70 : 100)
    }
  })

  test('is refused beyond a person’s limit of open requests, also concurrently', async () => {
    const { company, sid, person, createRequest, ask, mine } = await office()
    await createRequest({ kind: 'days', days: 30, note: '下个月继续' })
    expect((await ask({ kind: 'days', days: 10, note: '再问一次' })).code).toBe(-47041)
    for (let count = 2; count < openRequests; count++) await createRequest({ kind: 'line', note: `第 ${count} 个店铺` })
    // Guard: `lockRequester`; without it a concurrent request also finds the last place free.
    const last = [
      sql`select from employee where id = ${person.id} for update`,
      sql`insert into access_request (company_id, employee_id, kind, note, expires_at)
        values (${company.id}, ${person.id}, 'line', '最后一个店铺', now() + interval '1 day')`,
    ]
    expect((await overtakenBy(system, last, () => ask({ kind: 'line', note: '再多一个店铺' }))).code).toBe(-47040)
    const [newest] = await mine()
    expect(
      (await call('refuseRequest', { request_id: newest?.request_id ?? '', reason: '太多了' }, { sid })).code,
    ).toBe(200)
    expect((await ask({ kind: 'line', note: '又有位置了' })).code).toBe(200)
  })

  test('expires when nobody decides, exactly at its end', async () => {
    const { sid, person, createRequest, ask, mine } = await office()
    const request_id = await createRequest({ kind: 'days', days: 30, note: '下个月继续' })
    await system.change`update access_request set expires_at = now() where id = ${request_id}`
    expect(await mine()).toMatchObject([{ state: 'lapsed', decided_at: null }])
    expect((await call('approveRequest', { request_id }, { sid })).code).toBe(-47042)
    await Promise.all([lapseRequests(services, undefined, job), lapseRequests(services, undefined, job)])
    expect(await mine()).toMatchObject([{ state: 'lapsed', decided_at: expect.any(String) }])
    expect(await noticesOf(person.account.id)).toEqual(['request_decided 您的申请已过期 /personaldetails'])
    expect((await ask({ kind: 'days', days: 30, note: '再申请一次' })).code).toBe(200)
  })

  test.each<[string, InputOf<'requestAccess'>]>([
    ['days', { kind: 'days', note: '没有写天数' }],
    ['days', { kind: 'line', days: 3, note: '写了天数' }],
    ['device_id', { kind: 'device', note: '没有选设备' }],
    ['note', { kind: 'line', note: '' }],
  ])('is refused at the field %s when it is incomplete', async (field, input) => {
    const { ask } = await office()
    expect(await ask(input)).toMatchObject({ code: -41003, data: field })
  })

  // Their session shows no company, in whose activity the portal would appear to have withdrawn it.
  test('is withdrawn in the name of a person who has been disabled', async () => {
    const { company, person, own, createRequest } = await office()
    const request_id = await createRequest({ kind: 'line', note: '要上乐天的店铺' })
    await system.change`update employee set state = 'disabled' where id = ${person.id}`
    expect((await call('withdrawRequest', { request_id }, { sid: own })).code).toBe(200)
    const named = z.object({ actor_name: z.string() })
    expect(
      await system.rows(named)`
        select actor_name from activity where company_id = ${company.id} and action = 'request.withdrawn'`,
    ).toEqual([{ actor_name: '陈雨桐' }])
  })

  test('is created, shown and decided only within its company', async () => {
    const [ours, theirs] = [await office(), await office()]
    const request_id = await ours.createRequest({ kind: 'line', note: '要上乐天的店铺' })
    const { sid, group_id } = theirs
    expect((await call('getRequestList', { request_id }, { sid })).data).toMatchObject({ total: 0, open: 0 })
    expect((await call('approveRequest', { request_id, group_id }, { sid })).code).toBe(-47042)
    expect((await call('refuseRequest', { request_id, reason: '不认识' }, { sid })).code).toBe(-47042)
    expect((await call('withdrawRequest', { request_id }, { sid: theirs.own })).code).toBe(-47042)
    const colleague = await make.session((await make.employee(ours.company.id)).account)
    expect((await call('withdrawRequest', { request_id }, { sid: colleague })).code).toBe(-47042)
    expect((await call('approveRequest', { request_id, group_id }, { sid: ours.sid })).code).toBe(-52010)
    expect(await ours.mine()).toMatchObject([{ state: 'open' }])
    const nobody = await make.session(await make.account())
    expect((await call('requestAccess', { kind: 'line', note: '不在企业' }, { sid: nobody })).code).toBe(-48010)
    expect((await call('getMyRequests', {}, { sid: nobody })).data.list).toEqual([])
  })
})

test('a subscribed manager gets an SMS whose link leads to the request behind the login', async () => {
  const { manager, createRequest } = await office()
  await system.change`insert into notice_setting (account_id, sms) values (${manager.id}, ${['request_waiting']})`
  const request_id = await createRequest({ kind: 'line', note: '要上乐天的店铺' })
  const newest = async () =>
    (
      await system.row(z.object({ text: z.string() }))`
        select text from demo_outbox where phone = ${manager.phone} order by id desc limit 1`
    )?.text
  await expect.poll(newest).toContain(`${portal.config.publicUrl}/control/requests?request=${request_id}`)
})

test('a request whose grant was undone shows so to managers and person', async () => {
  const { sid, group_id, createRequest, mine } = await office()
  const request_id = await createRequest({ kind: 'line', note: '要上乐天的店铺' })
  const input = { request_id, group_id }
  expect((await call('planAccess', { call: 'approveRequest', input }, { sid })).data.undoable).toBe(true)
  const { data } = await call('approveRequest', input, { sid })
  expect(await mine()).toMatchObject([{ state: 'approved', taken_back_at: null }])
  expect((await call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid })).code).toBe(200)
  expect(await mine()).toMatchObject([{ state: 'approved', taken_back_at: expect.any(String) }])
  const { list } = (await call('getRequestList', { request_id }, { sid })).data
  expect(list).toMatchObject([{ state: 'approved', taken_back_at: expect.any(String) }])
})
