import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hashSecret } from '#server/core/secret-hash.ts'
import { creditService, serviceBalance } from '#server/modules/people/hours/hours.ts'
import { newPhone } from '#server/testing/identities.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { remindOfGuests } from './guest-reminders.ts'
import { endGuests } from './guests.ts'

const { call, make, services, system } = await testPortal()
const sku = await make.sku({ stock: 100 })
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const end = () => endGuests(services, undefined, job)
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()

async function office() {
  const company = await make.company({ managers: 1 })
  const sid = await make.session((company.managers[0] ?? company.owner).account)
  const guest = await make.employee(company.id, { name: '外包设计' })
  const device = await make.device({ companyId: company.id, employeeId: guest.id })
  await creditService(system, { companyId: company.id, days: 30, kind: 'gift', note: '' })
  await call('setCompanyUserService', { employee_ids: [guest.id], days: 30 }, { sid })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id], employees: [guest.id] })
  const own = await make.session(guest.account)
  const until = (guest_until: string | null) => call('setCompanyUser', { employee_id: guest.id, guest_until }, { sid })
  return { company, sid, guest, device, line, own, until }
}
type Office = Awaited<ReturnType<typeof office>>

test('a guest’s lines end at the set instant, and the employment ends like a removal', async () => {
  const { company, sid, guest, device, line, own, until } = await office()
  const at = later(1500)
  expect((await until(at)).data.employee).toMatchObject({ guest_until: at })
  const { version, list } = (await call('getUsableLines', { device_id: device.id }, { sid: own })).data
  expect(list).toHaveLength(1)
  expect((await call('waitForChange', { device_id: device.id, version }, { sid: own })).data).toEqual({ changed: true })
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(at))
  expect(Date.now() - Date.parse(at)).toBeLessThan(2000)
  expect((await call('getUsableLines', { device_id: device.id }, { sid: own })).data.list).toEqual([])
  await Promise.all([end(), end()])
  expect((await call('getCompanyUserDetail', { employee_id: guest.id }, { sid })).code).toBe(-47001)
  // The login is the person's own and lives on, without the company.
  expect((await call('getMyService', {}, { sid: own })).data.company).toBeNull()
  expect(await serviceBalance(services.companyDatabase(company.id), company.id)).toBe(29)
  const acts = await system.rows(z.object({ text: z.string() }))`
    select action || ' ' || detail as text from activity
    where company_id = ${company.id} and actor_kind = 'system' and action in ('employee.removed', 'line.access')`
  expect(acts.map(({ text }) => text).sort()).toEqual([
    'employee.removed 访客到期',
    'line.access 1 人失去：外包设计（访客到期）',
  ])
  expect((await call('getVplUserList', { svp_id: line.id }, { sid })).data.total).toBe(0)
  const notice = await system.row(z.object({ text: z.string() }))`
    select text from notice where account_id = ${guest.account.id} and kind = 'membership_ended'`
  expect(notice?.text).toMatch(/^访客期限已到：/)
})

test('a guest can be extended, even at the last moment', async () => {
  const { sid, guest, until } = await office()
  await until(later(60_000))
  await system.change`update employee set guest_until = now() where id = ${guest.id}`
  // Guard: `lockPeople` in removeOverdue; without it a guest who was found before the extension is removed all the same.
  await overtakenBy(
    system,
    [sql`update employee set guest_until = now() + interval '7 days' where id = ${guest.id}`],
    end,
  )
  expect((await call('getCompanyUserDetail', { employee_id: guest.id }, { sid })).code).toBe(200)
  await until(null)
  const { employee, log } = (await call('getCompanyUserDetail', { employee_id: guest.id }, { sid })).data
  expect(employee.guest_until).toBeNull()
  expect(log[0]?.detail).toMatch(/^访客期限：.* → 无$/)
})

test('a guest must be added with an end in the future and cannot be a manager', async () => {
  const { company, sid, guest, until } = await office()
  const add = async (guest_until: string) =>
    (
      await call(
        'addCompanyUser',
        { employees: [{ phone: newPhone(), name: '访客', guest_until }], invite: false },
        { sid },
      )
    ).data.results[0]
  expect((await add('2026-01-01T00:00:00Z'))?.problem).toBe('访客期限须在将来')
  const added = await add(later(3_600_000))
  expect(added?.problem).toBeNull()
  // The invitation of a guest who has not agreed by then is withdrawn.
  await system.change`update employee set guest_until = now() where id = ${added?.employee_id}`
  await end()
  const left = await system.rows(z.object({ id: z.string() }))`select id from employee where id = ${added?.employee_id}`
  expect(left).toEqual([])
  expect(await until('2026-01-01T00:00:00Z')).toMatchObject({ code: -41003, data: 'guest_until' })
  await until(later(3_600_000))
  expect((await call('setCompanyUserRole', { employee_id: guest.id, role: 'manager' }, { sid })).code).toBe(-47009)
  const [manager] = company.managers
  const other = { employee_id: manager?.id ?? '', guest_until: later(3_600_000) }
  expect((await call('setCompanyUser', other, { sid })).code).toBe(-47009)
})

test('an invitation to a guest whose period is over lapses, and the reserved days return to the company', async () => {
  const { company, sid } = await office()
  await creditService(system, { companyId: company.id, days: 6, kind: 'gift', note: '' })
  const known = await make.account({ password: 'demo1234' })
  const own = await make.session(known)
  const until = later(3_600_000)
  const employees = [known.phone, newPhone()].map(phone => ({ phone, name: '临时客服', guest_until: until, days: 3 }))
  expect((await call('addCompanyUser', { employees }, { sid })).data.added).toBe(2)
  const token = randomBytes(32).toString('base64url')
  await system.change`update invitation set token_hash = ${hashSecret(token)} where company_id = ${company.id}`
  const invitations = async () => (await call('getMemberships', {}, { sid: own })).data.invitations
  expect(await invitations()).toEqual([expect.objectContaining({ lapses_at: until })])
  expect((await call('getInvitation', { invitation: token })).data.expires_at).toBe(until)
  await system.change`update employee set guest_until = now() where company_id = ${company.id} and guest_until = ${until}`

  expect(await invitations()).toEqual([])
  expect((await call('getInvitation', { invitation: token })).code).toBe(-47020)
  const accepting = { invitation: token, is_agree: 1, is_join: 1, password: 'kV7-plover' } as const
  expect((await call('acceptInvitation', accepting)).code).toBe(-47020)
  expect((await call('joinCompany', { company_id: company.id, is_join: 1 }, { sid: own })).code).toBe(-47020)
  const balance = () => serviceBalance(services.companyDatabase(company.id), company.id)
  const before = (await balance()) ?? 0
  await end()
  expect(await balance()).toBe(before + 6)
})

// Guard: the claim; without it both notify, and every run notifies again.
test('managers are reminded a day before a guest’s end, once for each end', async () => {
  const { company, guest, until } = await office()
  const remind = () => remindOfGuests(services, undefined, job)
  const reminders = async () =>
    (
      await system.rows(z.object({ text: z.string() }))`
        select text from notice where account_id = ${company.owner.account.id} and kind = 'guest_ending' order by id`
    ).map(({ text }) => text)
  await until(later(3_600_000))
  await remind()
  // A manager who adds a guest for an hour need not be reminded.
  expect(await reminders()).toEqual([])
  await system.change`update employee set created_at = now() - interval '9 days' where id = ${guest.id}`
  await until(later(30 * 3_600_000))
  await remind()
  expect(await reminders()).toEqual([])
  await until('2126-11-30T10:00:00.000Z')
  await until(later(20 * 3_600_000))
  await Promise.all([remind(), remind()])
  await remind()
  expect(await reminders()).toEqual([expect.stringMatching(/^外包设计的访客期限将在 .* 到期，到期自动移除/)])
  await until(later(22 * 3_600_000))
  await remind()
  expect(await reminders()).toHaveLength(2)
})

// Guard: functions/settle_guest.sql, which forgets the reminder, and `renotify`, without which the former notice stays read.
test('managers are reminded again of an end that was moved and moved back', async () => {
  const { company, guest, until } = await office()
  await system.change`update employee set created_at = now() - interval '9 days' where id = ${guest.id}`
  const unread = async () =>
    (
      await system.rows(z.object({ id: z.string() }))`
        select id from notice
        where account_id = ${company.owner.account.id} and kind = 'guest_ending' and read_at is null`
    ).length
  const end = later(20 * 3_600_000)
  for (const [at, expected] of [
    [end, 1],
    [later(40 * 3_600_000), 0],
    [end, 1],
  ] as const) {
    expect((await until(at)).code).toBe(200)
    await remindOfGuests(services, undefined, job)
    expect(await unread()).toBe(expected)
  }
})

// Guard: the triggers of functions/settle_guest.sql, whichever way the guest goes or is prolonged.
test.each([
  ['is prolonged', ({ until }: Office) => until(later(40 * 3_600_000))],
  ['stays for good', ({ until }: Office) => until(null)],
  ['is removed', ({ guest, sid }: Office) => call('delCompanyUser', { employee_ids: [guest.id] }, { sid })],
])('nobody has to look any more at the end of a guest who %s', async (_how, act) => {
  const own = await office()
  const { company, guest, until } = own
  await system.change`update employee set created_at = now() - interval '9 days' where id = ${guest.id}`
  await until(later(20 * 3_600_000))
  await remindOfGuests(services, undefined, job)
  const unread = async () =>
    (
      await system.rows(z.object({ id: z.string() }))`
        select id from notice
        where account_id = ${company.owner.account.id} and kind = 'guest_ending' and read_at is null`
    ).length
  expect(await unread()).toBe(1)
  expect((await act(own)).code).toBe(200)
  expect(await unread()).toBe(0)
})
