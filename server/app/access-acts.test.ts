import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { runAs } from '#server/engines/activity/context.ts'
import { lineCommand } from '#server/modules/lines/commands.ts'
import { recordLapsed } from '#server/modules/lines/lapsing.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, operate, services, system } = portal
const sku = await make.sku({ stock: 100 })
const { token: network } = await make.operator('network')
const { token: support } = await make.operator('support')

/** Creates a company with one group that grants one line to a department of one active and one invited employee. */
async function office() {
  const company = await make.company({ managers: 1 })
  const sid = await make.session(company.owner.account)
  const sales = await make.department(company.id, { name: '运营中心' })
  const person = await make.employee(company.id, { name: '陈雨桐', departmentId: sales.id })
  const invited = await make.employee(company.id, { name: '李雷', departmentId: sales.id, state: 'invited' })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  await make.lineGroup(company.id, { lines: [line.id], departments: [sales.id] })
  const recordOf = async (id: string) => {
    const rows = await system.rows(z.object({ detail: z.string() }))`
      select detail from activity where company_id = ${company.id} and subject_id = ${id}
        and action in ('employee.access', 'line.access') order by id`
    return rows.map(({ detail }) => detail)
  }
  return { company, sid, person, invited, line, recordOf }
}

test('planning a line’s suspension shows who loses it, and the records of line and people log it', async () => {
  const { company, person, line, recordOf } = await office()
  const input = { line_id: line.id, reason: '收到投诉' }
  const plan = await operate('planOperation', { operation: 'suspendOperatedLine', input }, { token: network })
  expect(plan.data).toMatchObject({
    company_id: company.id,
    lost: { people: 1, list: [{ name: '陈雨桐', lines: 1, line_names: ['东京-01'] }] },
    gained: { people: 0 },
    undoable: false,
  })
  // A plan changes nothing, so there is no record.
  expect(await recordOf(person.id)).toEqual([])
  expect((await operate('suspendOperatedLine', input, { token: network })).code).toBe(200)
  expect(await recordOf(person.id)).toEqual(['失去 1 条专线：东京-01（平台暂停专线）'])
  expect(await recordOf(line.id)).toEqual(['1 人失去：陈雨桐（平台暂停专线）'])
  expect((await operate('resumeOperatedLine', { line_id: line.id }, { token: network })).code).toBe(200)
  expect((await recordOf(person.id)).at(-1)).toBe('获得 1 条专线：东京-01（平台恢复专线）')
  // A plan is refused wherever the operation would be, and to operators who may not call it.
  const again = { operation: 'resumeOperatedLine' as const, input: { line_id: line.id } }
  expect((await operate('planOperation', again, { token: network })).code).toBe(-53020)
  expect((await operate('planOperation', again, { token: support })).code).toBe(-41017)
})

test('planning a freeze shows which devices stop', async () => {
  const { company, person } = await office()
  await system.change`update employee set service_ends_at = now() + interval '9 days' where id = ${person.id}`
  await make.device({ companyId: company.id, employeeId: person.id, name: '办公电脑' })
  const input = { company_id: company.id, reason: '核实中' }
  const plan = await operate('planOperation', { operation: 'freezeCompany', input }, { token: support })
  expect(plan.data.disconnects).toMatchObject({ devices: 1, list: [{ name: '办公电脑', lines: 1 }] })
  const state = await system.row(z.object({ state: z.string() }))`select state from company where id = ${company.id}`
  expect(state?.state).toBe('active')
})

test('a person is shown the effect of joining and leaving on lines, and both are logged', async () => {
  const { company, person, invited, line, recordOf } = await office()
  const own = await make.session(invited.account)
  const plan = (act: 'join' | 'leave', sid: string) => call('planMembership', { company_id: company.id, act }, { sid })
  expect((await plan('join', own)).data).toEqual({
    gained: { lines: 1, line_names: ['东京-01'] },
    lost: { lines: 0, line_names: [] },
  })
  expect((await call('joinCompany', { company_id: company.id, is_join: 1 }, { sid: own })).code).toBe(200)
  expect(await recordOf(invited.id)).toEqual(['获得 1 条专线：东京-01（同意加入）'])
  const leaver = await make.session(person.account)
  expect((await plan('leave', leaver)).data.lost).toEqual({ lines: 1, line_names: ['东京-01'] })
  expect((await call('leaveCompany', { company_id: company.id, preview: true }, { sid: leaver })).code).toBe(200)
  expect(await recordOf(person.id)).toEqual([])
  expect((await call('leaveCompany', { company_id: company.id }, { sid: leaver })).code).toBe(200)
  expect(await recordOf(person.id)).toEqual(['失去 1 条专线：东京-01（本人退出）'])
  expect(await recordOf(line.id)).toEqual(['1 人获得：李雷（同意加入）', '1 人失去：陈雨桐（本人退出）'])
  // The owner cannot leave, and a stranger cannot join.
  const owner = await make.session(company.owner.account)
  expect((await plan('leave', owner)).code).toBe(-41018)
  expect((await plan('join', await make.session(await make.account()))).code).toBe(-47020)
})

test('erasing an account removes its lines like leaving does, and the lines’ records hold no name', async () => {
  const { company, line, recordOf } = await office()
  const account = await make.account({ password: 'Blue-Sail-7' })
  const leaver = await make.employee(company.id, {
    account,
    name: '韩梅梅',
    serviceEndsAt: new Date(Date.now() + 864_000_000),
  })
  const owner = await make.session(company.owner.account)
  const { group_id } = (await call('setVplGroup', { name: '韩梅梅的组' }, { sid: owner })).data
  await call('setVplGroupLines', { group_id, svp_ids: [line.id] }, { sid: owner })
  await call('setVplGroupMembers', { group_id, dept_ids: [], employee_ids: [leaver.id] }, { sid: owner })
  expect((await recordOf(line.id)).at(-1)).toContain('1 人获得：韩梅梅')
  const own = await make.session(account)
  expect((await call('planMembership', { company_id: company.id, act: 'leave' }, { sid: own })).data.lost.lines).toBe(1)
  expect((await call('deleteAccount', { password: 'Blue-Sail-7' }, { sid: own })).code).toBe(200)
  const record = await recordOf(line.id)
  expect(record.at(-1)).toBe('1 人失去：已注销用户（注销账号）')
  expect(record.at(-2)).toMatch(/^1 人获得：已注销用户 [0-9a-f]{4}（/)
})

test('accepting an invitation by its link is logged like agreeing after a login', async () => {
  const { company, sid, line, recordOf } = await office()
  const phone = newPhone()
  const owner = await make.session(company.owner.account)
  const { group_id } = (await call('setVplGroup', { name: '新人' }, { sid: owner })).data
  await call('setVplGroupLines', { group_id, svp_ids: [line.id] }, { sid: owner })
  const employees = [{ name: '林溪', phone, group_ids: [group_id] }]
  const { data } = await call('addCompanyUser', { employees, invite: true }, { sid })
  const id = data.results[0]?.employee_id ?? ''
  expect(await recordOf(id)).toEqual([])
  const link = async () =>
    /\/invitation\/([\w-]+)/.exec((await portal.app.inject({ url: `/demo/outbox?phone=${phone}` })).body)?.[1]
  await expect.poll(link).toBeDefined()
  const input = { is_agree: 1, is_join: 1, invitation: (await link()) ?? '', password: 'Blue-Sail-7' } as const
  expect((await call('acceptInvitation', input)).code).toBe(200)
  expect(await recordOf(id)).toEqual(['获得 1 条专线：东京-01（同意加入）'])
  expect((await recordOf(line.id)).at(-1)).toBe('1 人获得：林溪（同意加入）')
})

test('a line suspended and resumed on the command line is logged like one by an operator', async () => {
  const { person, line, recordOf } = await office()
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const type = (action: string, reason?: string) =>
    runAs('cli:test', () => lineCommand(work => work(services), { action, which: line.id, reason }))
  await type('suspend', '核实中')
  await type('resume')
  expect(await recordOf(person.id)).toEqual([
    '失去 1 条专线：东京-01（平台暂停专线）',
    '获得 1 条专线：东京-01（平台恢复专线）',
  ])
  expect(await recordOf(line.id)).toHaveLength(2)
})

const tell = () => recordLapsed(services, {}, { log: services.log, stopping: new AbortController().signal })

test('a line that is renewed after its end comes back to its people, by whichever way the payment becomes known', async () => {
  const { company, person, line, recordOf } = await office()
  const owner = await make.session(company.owner.account)
  const shop = shopping(portal, company, owner)
  const order = () =>
    shop.order({ kind: 'renewal', svp_ids: [line.id], days: 30, request_key: `renewal-${crypto.randomUUID()}` })
  // Renewing before the expiry changes nobody's access.
  const early = await shop.payAtCashier(await shop.attempt(await order()))
  expect(early && (await shop.settle(early))).toBe('settled')
  expect(await recordOf(person.id)).toEqual([])
  await shop.daysPass(61)
  await tell()
  const late = await shop.payAtCashier(await shop.attempt(await order()))
  expect(late && (await shop.settle(late))).toBe('settled')
  await shop.daysPass(31)
  await tell()
  await shop.correct(1_000_000)
  expect((await shop.opera(await order(), 'pay', { gateway: 'balance' })).code).toBe(200)
  const [lost, back] = ['失去 1 条专线：东京-01（专线到期）', '获得 1 条专线：东京-01（续费）']
  expect(await recordOf(person.id)).toEqual([lost, back, lost, back])
  expect((await recordOf(line.id)).at(-1)).toBe('1 人获得：陈雨桐（续费）')
})

test.each(['requested', 'unused'] as const)(
  'a line whose renewal’s refund (%s) is rejected after its earlier end comes back to its people',
  async refund_kind => {
    const { company, person, line, recordOf } = await office()
    const owner = await make.session(company.owner.account)
    const shop = shopping(portal, company, owner)
    const renewal = await shop.order({
      kind: 'renewal',
      svp_ids: [line.id],
      days: 60,
      request_key: `renewal-${line.id}`,
    })
    const paid = await shop.payAtCashier(await shop.attempt(renewal))
    expect(paid && (await shop.settle(paid))).toBe('settled')
    // Of a renewal that has already begun, only the remaining days are refundable.
    if (refund_kind === 'unused') await shop.daysPass(40)
    expect((await shop.opera(renewal, 'refund', { reason: '不再需要', refund_kind })).code).toBe(200)
    await shop.daysPass(refund_kind === 'unused' ? 2 : 31)
    await tell()
    await shop.decide(renewal, false)
    expect(await recordOf(person.id)).toEqual([
      '失去 1 条专线：东京-01（专线到期）',
      '获得 1 条专线：东京-01（退款未通过）',
    ])
  },
)

test('a line that expires is logged once, and again when it expires again', async () => {
  const { company, person, line, recordOf } = await office()
  const end = (when: string) =>
    system.change`update line set ends_at = now() + ${when}::interval where company_id = ${company.id} and id = ${line.id}`
  await tell()
  expect(await recordOf(person.id)).toEqual([])
  await end('-1 minute')
  await Promise.all([tell(), tell()])
  const expected = '失去 1 条专线：东京-01（专线到期）'
  expect(await recordOf(person.id)).toEqual([expected])
  await end('1 day')
  await tell()
  await end('-2 minutes')
  await tell()
  expect(await recordOf(person.id)).toEqual([expected, expected])
  expect(await recordOf(line.id)).toHaveLength(2)
})
