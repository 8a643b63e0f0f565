import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, system, services } = portal
const { id: operatorId, token } = await make.operator('support')
const actor = `operator:${operatorId}`
const sku = await make.sku({ stock: 100 })

const pause = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))

const audited = (target: string) =>
  system.rows(z.object({ action: z.string(), actor: z.string(), before: z.unknown(), after: z.unknown() }))`
  select action, actor, before, after from audit_entry where target = ${target} order by created_at desc, id desc`

const noticesOf = (accountId: string) =>
  system.rows(z.object({ kind: z.string(), text: z.string() }))`
  select kind, text from notice where account_id = ${accountId} order by created_at desc, id desc`

/** Creates a company with an active employee. */
async function working(state: 'trial' | 'active' = 'active') {
  const company = await make.company({ managers: 1, state })
  const employee = await make.employee(company.id, {
    name: '陈雨桐',
    serviceEndsAt: new Date(Date.now() + 86_400_000),
  })
  const device = await make.device({ companyId: company.id, employeeId: employee.id })
  const managerSid = await make.session(company.managers[0]?.account ?? company.owner.account)
  const sid = await make.session(employee.account)
  const company_id = company.id
  return { company, company_id, employee, device, sid, managerSid, manager: company.managers[0] ?? company.owner }
}

describe('freezing a company', () => {
  test('stops calls, sessions and clients at once with the reason, and thawing restores the former state', async () => {
    const { company_id, device, sid, managerSid, manager, employee } = await working('trial')
    const { data } = await call('getUsableLines', { device_id: device.id }, { sid })
    expect(data.usable).toBe(true)
    const waiting = call('waitForChange', { device_id: device.id, version: data.version }, { sid })
    while (!services.changes.waiting()) await pause(5)
    const started = performance.now()
    const reason = '涉嫌转借账号'
    const frozen = await operate('freezeCompany', { company_id, reason }, { token })
    expect(frozen).toMatchObject({ code: 200, data: { sessions: 2 } })
    expect((await waiting).data).toEqual({ changed: true })
    expect(performance.now() - started).toBeLessThan(20_000)
    expect((await call('getUsableLines', { device_id: device.id }, { sid })).code).toBe(-41016)
    expect((await call('getCompanyInfo', {}, { sid: managerSid })).code).toBe(-41016)
    // The next login explains why.
    const again = await make.session(manager.account)
    const refused = await call('getCompanyInfo', {}, { sid: again })
    expect(refused).toMatchObject({ code: -42006, msg: '企业已被冻结：涉嫌转借账号。请联系客服' })
    // Outside of the console only the managers are notified.
    const infoOf = async (sid: string) => (await call('wGetUserInfo', {}, { sid })).data.user_info
    expect(await infoOf(again)).toMatchObject({ is_company_manager: 0, frozen_reason: reason })
    expect(await infoOf(await make.session(employee.account))).toMatchObject({ frozen_reason: null })
    const client = await make.session(employee.account)
    const lines = await call('getUsableLines', { device_id: device.id }, { sid: client })
    expect(lines.data).toMatchObject({ usable: false, reason: 'company_frozen', list: [] })
    expect(await noticesOf(manager.account.id)).toMatchObject([{ kind: 'company_state' }])
    const overview = await operate('getCompanyOverview', { company_id }, { token })
    expect(overview.data).toMatchObject({ info: { state: 'frozen' }, frozen: { reason } })

    expect((await operate('freezeCompany', { company_id, reason }, { token })).code).toBe(-53301)
    expect((await operate('unfreezeCompany', { company_id, reason: '已说明' }, { token })).code).toBe(200)
    expect((await operate('unfreezeCompany', { company_id }, { token })).code).toBe(-53301)
    expect((await call('getCompanyInfo', {}, { sid: again })).data).toMatchObject({ state: 'trial' })
    expect((await call('getUsableLines', { device_id: device.id }, { sid: client })).data.usable).toBe(true)
    expect(await audited(`company:${company_id}`)).toMatchObject([
      { action: 'company.unfrozen', actor, before: { reason }, after: { state: 'trial', reason: '已说明' } },
      { action: 'company.frozen', actor, before: { state: 'trial' }, after: { reason, sessions: 2 } },
    ])
  })

  test('ends a replaced session that is still in its grace period', async () => {
    const { company_id, sid, employee } = await working()
    const refreshed = await call('refreshSession', {}, { sid })
    expect((await call('wGetUserInfo', {}, { sid })).code).toBe(200)
    await operate('freezeCompany', { company_id, reason: '核实主体' }, { token })
    expect((await call('wGetUserInfo', {}, { sid })).code).toBe(-41016)
    expect((await call('wGetUserInfo', {}, { sid: refreshed.data.sid })).code).toBe(-41016)
    expect(employee.id).toBeTruthy()
  })

  test('takes effect once when two are concurrent', async () => {
    const { company_id } = await working()
    const both = await Promise.all(
      ['甲方投诉', '乙方投诉'].map(reason => operate('freezeCompany', { company_id, reason }, { token })),
    )
    expect(both.map(({ code }) => code).toSorted()).toEqual([-53301, 200])
    expect(await audited(`company:${company_id}`)).toHaveLength(1)
  })

  test('is refused for a company that does not exist', async () => {
    const answer = await operate('freezeCompany', { company_id: randomUUID(), reason: '不存在' }, { token })
    expect(answer.code).toBe(-53021)
  })
})

describe('gifts to a company', () => {
  test('of hours come with a notice and can be taken back only up to the balance', async () => {
    const { company_id, managerSid, manager } = await working()
    const gift = await operate(
      'giftCompanyHours',
      { request_key: randomUUID(), company_id, days: 90, note: '故障补偿' },
      { token },
    )
    expect(gift.data.balance).toBe(90)
    expect((await noticesOf(manager.account.id))[0]).toMatchObject({
      kind: 'gift_received',
      text: '平台赠送了 90 人天：故障补偿。现有 90 人天可分配。',
    })
    const over = await operate(
      'takeBackCompanyHours',
      { request_key: randomUUID(), company_id, days: 100, reason: '多送了' },
      { token },
    )
    expect(over).toMatchObject({ code: -47030, data: 10 })
    const back = await operate(
      'takeBackCompanyHours',
      { request_key: randomUUID(), company_id, days: 60, reason: '多送了' },
      { token },
    )
    expect(back.data.balance).toBe(30)
    expect((await noticesOf(manager.account.id))[0]).toMatchObject({
      kind: 'gift_received',
      text: '平台收回了 60 人天：多送了。现有 30 人天可分配。',
    })
    const ledger = await call('getServiceLedger', {}, { sid: managerSid })
    expect(ledger.data.list.map(({ kind, days, note }) => ({ kind, days, note }))).toEqual([
      { kind: 'gift', days: -60, note: '多送了' },
      { kind: 'gift', days: 90, note: '故障补偿' },
    ])
    expect(await audited(`company:${company_id}`)).toMatchObject([
      { action: 'company.hours_taken_back', before: { balance: 90 }, after: { balance: 30, reason: '多送了' } },
      { action: 'company.hours_gifted', before: { balance: 0 }, after: { balance: 90, note: '故障补偿' } },
    ])
  })

  test('of a coupon are limited to as many as its type allows', async () => {
    const { company_id, manager } = await working()
    const { id } = await make.couponType({ name: '补偿券', way: 'gift', perCompany: 1 })
    const over = await make.couponType({ name: '过期券', way: 'gift', validUntil: new Date(Date.now() - 1000) })
    const types = await operate('getGiftCouponTypes', {}, { token })
    const ids = types.data.list.map(({ coupon_type_id }) => coupon_type_id)
    expect(ids).toContain(id)
    expect(ids).not.toContain(over.id)
    const values = await operate(
      'giftCompanyCoupon',
      { request_key: randomUUID(), company_id, coupon_type_id: id },
      { token },
    )
    expect(values).toMatchObject({ code: 200, data: { name: '补偿券' } })
    expect((await noticesOf(manager.account.id))[0]).toMatchObject({ kind: 'gift_received' })
    const again = await operate(
      'giftCompanyCoupon',
      { request_key: randomUUID(), company_id, coupon_type_id: id },
      { token },
    )
    expect(again).toMatchObject({ code: -53020, msg: '已达到每家企业的领取上限' })
    const { data } = await operate('getCompanyOverview', { company_id }, { token })
    expect(data.coupons).toMatchObject({ counts: { unused: 1 }, list: [{ name: '补偿券', source: 'gift' }] })
    expect(await audited(`company:${company_id}`)).toMatchObject([{ action: 'coupon.given', actor }])
  })
})

describe('the new owner of a company', () => {
  test('must be another active member', async () => {
    const { company, company_id, manager, employee } = await working()
    const change = (employee_id: string) =>
      operate('changeCompanyOwner', { company_id, employee_id, reason: '原所有者离职' }, { token })
    const invited = await make.employee(company_id, { state: 'invited' })
    const stranger = await make.employee((await make.company()).id)
    const guest = await make.employee(company_id)
    await system.change`update employee set guest_until = now() + interval '1 day' where id = ${guest.id}`
    for (const { id } of [company.owner, invited, stranger, guest]) expect((await change(id)).code).toBe(-53302)
    await system.change`
      update company set contact_name = '原来的所有者', contact_phone = ${company.owner.account.phone} where id = ${company_id}`
    expect((await change(manager.id)).code).toBe(200)
    // The company's contact was the former owner's own phone.
    expect(
      await system.row(
        z.object({ phone: z.string() }),
      )`select contact_phone as phone from company where id = ${company_id}`,
    ).toEqual({ phone: manager.account.phone })
    const people = await system.rows(z.object({ id: z.string(), role: z.string() }))`
    select id, role from employee where company_id = ${company_id} and id = any(${[company.owner.id, manager.id]})`
    expect(new Map(people.map(({ id, role }) => [id, role]))).toEqual(
      new Map([
        [company.owner.id, 'employee'],
        [manager.id, 'owner'],
      ]),
    )
    expect(await noticesOf(company.owner.account.id)).toHaveLength(1)
    expect(await audited(`company:${company_id}`)).toMatchObject([
      {
        action: 'company.owner_changed',
        before: { employee_id: company.owner.id },
        after: { employee_id: manager.id, reason: '原所有者离职' },
      },
    ])
    // Of two concurrent changes each finds the owner set by the other, and the company keeps exactly one.
    const codes = await Promise.all([change(employee.id), change(company.owner.id)])
    expect(codes.map(({ code }) => code)).toEqual([200, 200])
    const owners = await system.rows(z.object({ id: z.string() }))`
    select id from employee where company_id = ${company_id} and role = 'owner'`
    expect(owners).toHaveLength(1)
  })
})

test('a correction leaves other fields unchanged; the audit has old and new values without full phones', async () => {
  const { company_id } = await working()
  const input = { name: '更名之后的科技有限公司', contact_phone: '13911112222' }
  const answer = await operate('correctCompany', { company_id, ...input, reason: '换发营业执照' }, { token })
  expect(answer.code).toBe(200)
  const { data } = await operate('getCompanyOverview', { company_id }, { token })
  expect(data.info).toMatchObject({
    name: input.name,
    contact_name: '张三',
    contact_phone: '139****2222',
    address: '深圳市南山区',
  })
  const [entry] = await audited(`company:${company_id}`)
  expect(entry).toMatchObject({
    action: 'company.corrected',
    before: { contact_phone: '139****0000' },
    after: { name: input.name, contact_phone: '139****2222', reason: '换发营业执照' },
  })
  // The company is not notified of a correction that changes nothing.
  expect((await operate('correctCompany', { company_id, ...input, reason: '再次' }, { token })).code).toBe(-53020)
})

describe("a company's page", () => {
  test('shows the same as the company’s console, of this company alone and with masked phones', async () => {
    const { company, company_id, employee, sid } = await working()
    const other = await working()
    const order = await make.order(company, { subject: '本企业的订单' })
    await make.line(company, { name: '东京-09', sku, orderId: order.id, bound: true })
    await creditService(system, { companyId: company_id, days: 30, kind: 'gift', note: '流水' })
    await system.change`
      insert into employee_log (company_id, employee_id, action, actor_name, detail)
      values (${company_id}, ${employee.id}, 'changed', '张三', ${`手机号 ${employee.account.phone}`})`
    await system.change`
      insert into notice (account_id, kind, subject, title, text)
      values (${employee.account.id}, 'device_waiting', 'x', '新设备', ${`来自 ${employee.account.phone}`})`
    await system.change`
      insert into sms_message (purpose, phone_masked, account_id, state, settled_at)
      values ('invitation', '138****0000', ${employee.account.id}, 'sent', now())`
    const of = { company_id }
    const answers = await Promise.all([
      operate('getCompanyPeople', of, { token }),
      operate('getCompanyLedger', of, { token }),
      operate('getCompanyLines', of, { token }),
      operate('getCompanyDevices', of, { token }),
      operate('getCompanyOrders', of, { token }),
      operate('getCompanySessions', of, { token }),
      operate('getCompanyNotices', of, { token }),
      operate('getCompanyMessages', of, { token }),
      operate('getCompanyLog', of, { token }),
      operate('getCompanyOverview', of, { token }),
    ])
    for (const { code, msg } of answers) expect(code, msg).toBe(200)
    const [people, ledger, lines, devices, orders, sessions, notices, messages, log, overview] = answers
    expect(people.data.list.find(({ name }) => name === '陈雨桐')).toMatchObject({
      account_id: employee.account.id,
      sessions: 1,
    })
    expect(ledger.data).toMatchObject({ balance: 30, list: [{ note: '流水' }] })
    expect(lines.data.list).toMatchObject([{ name: '东京-09' }])
    expect(devices.data.total).toBe(1)
    expect(orders.data.list).toMatchObject([{ subject: '本企业的订单' }])
    expect(sessions.data.total).toBe(2)
    expect(notices.data.list).toMatchObject([{ title: '新设备', name: '陈雨桐' }])
    expect(messages.data.list).toMatchObject([{ purpose: 'invitation', phone: '138****0000' }])
    expect(log.data.list).toMatchObject([
      { source: 'messages', action: 'message.invitation', subject: '陈雨桐' },
      { source: 'people', subject: '陈雨桐', actor: '张三' },
    ])
    expect(overview.data.figures).toMatchObject({ balance: 30, employees: { total: 3 }, lines: { active: 1 } })
    const text = JSON.stringify(answers)
    for (const { account } of [employee, company.owner, other.employee]) expect(text).not.toContain(account.phone)
    expect(text).not.toContain(other.company_id)
    expect(sid).toBeTruthy()
  })

  test('combines the company’s own log of every kind with the audit log, newest first', async () => {
    const { company, company_id, device } = await working()
    const order = await make.order(company)
    const line = await make.line(company, { sku, orderId: order.id, bound: true })
    const group = await make.lineGroup(company_id, { name: '美国组' })
    await system.change`
      insert into device_log (company_id, device_id, action, actor_name) values (${company_id}, ${device.id}, 'approved', '甲')`
    await system.change`
      insert into line_log (company_id, line_id, action, actor_name) values (${company_id}, ${line.id}, 'renamed', '乙')`
    await system.change`
      insert into line_group_log (company_id, group_id, actor_name, detail) values (${company_id}, ${group.id}, '丙', '加入 1 人')`
    await operate('giftCompanyHours', { request_key: randomUUID(), company_id, days: 1, note: '补偿' }, { token })
    const { data } = await operate('getCompanyLog', { company_id }, { token })
    expect(data.list.map(({ source, actor: by }) => [source, by.slice(0, 7)])).toEqual([
      ['audit', 'support'],
      ['groups', '丙'],
      ['lines', '乙'],
      ['devices', '甲'],
    ])
    const lines = await operate('getCompanyLog', { company_id, source: 'lines' }, { token })
    expect(lines.data).toMatchObject({ total: 1, more: false })
  })
})
