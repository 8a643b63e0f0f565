import { pino } from 'pino'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { formatHours, nextChange } from '#contract/access-times.ts'
import { countRows } from '#server/database/count-rows.ts'
import { usableFor } from '#server/modules/access/usable-lines.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { endGrants } from './ending.ts'

const { call, make, services, system } = await testPortal()
const sku = await make.sku({ stock: 100 })
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const end = () => endGrants(services, undefined, job)

const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
/** Returns a whole day in Beijing, this many days from now. */
const onDay = (days: number) => {
  const weekday = new Date(Date.now() + days * 86_400_000 + 8 * 3_600_000).getUTCDay() || 7
  return formatHours({ days: [weekday], from: '00:00', to: '00:00' })
}

async function office() {
  const company = await make.company({ managers: 1 })
  const { account } = company.managers[0] ?? company.owner
  const sid = await make.session(account)
  const sales = await make.department(company.id, { name: '运营中心' })
  const person = await make.employee(company.id, {
    name: '陈雨桐',
    departmentId: sales.id,
    serviceEndsAt: new Date(Date.now() + 9 * 86_400_000),
  })
  const device = await make.device({ companyId: company.id, employeeId: person.id })
  const own = await make.session(person.account)
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const { id: group_id } = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id] })
  const grant = (until: string | null, hours: string | null, id = person.id) => ({
    group_id,
    dept_ids: id === sales.id ? [id] : [],
    employee_ids: id === sales.id ? [] : [id],
    times: [{ id, until, hours }],
  })
  const usable = async () =>
    (await call('getUsableLines', { device_id: device.id }, { sid: own })).data.list.map(({ name }) => name)
  return { company, sid, sales, person, device, own, line, group_id, grant, usable }
}

test('a grant with hours applies within them only, as every explanation says', async () => {
  const { company, sid, sales, person, device, own, line, group_id, grant, usable } = await office()
  const input = grant(null, onDay(0), sales.id)
  const plan = await call('planAccess', { call: 'setVplGroupMembers', input }, { sid })
  expect(plan.data.gained).toMatchObject({ people: 1, list: [{ times: expect.stringMatching(/^周.全天$/) }] })
  expect((await call('setVplGroupMembers', input, { sid })).code).toBe(200)
  expect(await usable()).toEqual(['东京-01'])

  const other = grant(null, onDay(3), sales.id)
  expect((await call('planAccess', { call: 'setVplGroupMembers', input: other }, { sid })).data).toMatchObject({
    gained: { people: 0 },
    lost: { people: 0 },
    retimed: { people: 1, list: [{ name: '陈雨桐', line_names: ['东京-01'] }] },
  })
  expect((await call('setVplGroupMembers', other, { sid })).code).toBe(200)
  expect(await usable()).toEqual([])
  // The waiting client is answered when the hours begin.
  const { until } =
    (await usableFor(services.companyDatabase(company.id), company.id, [device.id])).get(device.id) ?? {}
  expect(until).toBe(nextChange({ until: null, hours: onDay(3) }, Date.now()))

  const why = { employee_id: person.id, device_id: device.id, svp_id: line.id }
  const { first, conditions } = (await call('explainAccess', why, { sid })).data
  expect(first).toBe('times')
  expect(conditions.find(({ condition }) => condition === 'times')?.text).toMatch(/^现在不在授权的时段：周.全天$/)
  expect((await call('explainMyAccess', {}, { sid: own })).data.lines).toMatchObject([{ usable: false }])
  expect((await call('getMyService', {}, { sid: own })).data.line_count).toBe(0)
  expect((await call('getVplGroupDetail', { group_id }, { sid })).data.departments).toMatchObject([
    { dept_path: '运营中心', until: null, hours: onDay(3) },
  ])
  const { list } = (await call('getVplUserList', { svp_id: line.id }, { sid })).data
  expect(list).toMatchObject([{ name: '陈雨桐', reasons: [{ hours: onDay(3), holds: false }] }])
})

test('grants not named in a change keep their times, and undoing restores them', async () => {
  const { sid, person, sales, group_id, grant } = await office()
  const until = later(86_400_000)
  await call('setVplGroupMembers', grant(until, onDay(1)), { sid })
  const kept = { group_id, dept_ids: [sales.id], employee_ids: [person.id] }
  const { data } = await call('setVplGroupMembers', kept, { sid })
  const shown = async () => {
    const { departments, employees } = (await call('getVplGroupDetail', { group_id }, { sid })).data
    return [...departments, ...employees].map(({ until, hours }) => ({ until, hours }))
  }
  expect(await shown()).toEqual([
    { until: null, hours: null },
    { until, hours: onDay(1) },
  ])
  await call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid })
  const freed = await call('setVplGroupMembers', grant(null, null), { sid })
  expect(await shown()).toEqual([{ until: null, hours: null }])
  expect((await call('undoActivity', { activity_id: freed.data.activity_id ?? '' }, { sid })).code).toBe(200)
  expect(await shown()).toEqual([{ until, hours: onDay(1) }])
})

test.each(['setVplGroupMembers', 'deleteVplGroup'] as const)(
  'a grant that has ended since %s is not put back by its undoing',
  async how => {
    const { sid, person, group_id, grant } = await office()
    const until = later(1000)
    await call('setVplGroupMembers', grant(until, null), { sid })
    const { data } =
      how === 'deleteVplGroup'
        ? await call(how, { group_id }, { sid })
        : await call(how, { group_id, remove_employee_ids: [person.id] }, { sid })
    await new Promise(resolve => setTimeout(resolve, Date.parse(until) - Date.now() + 1))
    expect((await call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid })).code).toBe(200)
    expect((await call('getVplGroupDetail', { group_id }, { sid })).data.employees).toEqual([])
    const { log } = (await call('getCompanyUserDetail', { employee_id: person.id }, { sid })).data
    expect(log.filter(({ detail }) => detail.includes('获得'))).toHaveLength(1)
  },
)

test.each([
  ['an end that is over', { until: '2026-01-01T00:00:00Z', hours: null }],
  ['hours that are none', { until: null, hours: '8 09:00-18:00' }],
])('%s is refused', async (_, times) => {
  const { sid, person, grant } = await office()
  const input = { ...grant(null, null), times: [{ id: person.id, ...times }] }
  expect(await call('setVplGroupMembers', input, { sid })).toMatchObject({
    code: -41003,
    data: expect.stringContaining('times'),
  })
})

test('a grant ends at its instant for a waiting client, and the records show it once', async () => {
  const { sid, person, device, own, line, group_id, grant, usable } = await office()
  const until = later(1500)
  await call('setVplGroupMembers', grant(until, null), { sid })
  const { version, list } = (await call('getUsableLines', { device_id: device.id }, { sid: own })).data
  expect(list).toHaveLength(1)
  expect((await call('waitForChange', { device_id: device.id, version }, { sid: own })).data).toEqual({ changed: true })
  const late = Date.now() - Date.parse(until)
  expect(late).toBeGreaterThanOrEqual(0)
  expect(late).toBeLessThan(2000)
  expect(await usable()).toEqual([])
  // Nothing has been written yet, and the pages respect the end all the same.
  expect((await call('getEmployeeVplList', { employee_id: person.id }, { sid })).data.total).toBe(0)
  await Promise.all([end(), end()])
  const { log } = (await call('getCompanyUserDetail', { employee_id: person.id }, { sid })).data
  expect(log.map(({ detail }) => detail).filter(detail => detail.includes('授权到期'))).toEqual([
    '失去 1 条专线：东京-01（授权到期）',
  ])
  const ofLine = (await call('getVplLog', { svp_id: line.id }, { sid })).data.list.map(({ detail }) => detail)
  expect(ofLine.filter(detail => detail.includes('授权到期'))).toEqual([
    '1 人失去：陈雨桐（授权到期）',
    '「日本店铺」授权到期，移出员工 陈雨桐',
  ])
  expect((await call('getVplGroupDetail', { group_id }, { sid })).data.employees).toEqual([])
  // The history is exact to the instant.
  const at = async (instant: number) =>
    (await call('getVplUserList', { svp_id: line.id, at: new Date(instant).toISOString() }, { sid })).data.total
  expect([await at(Date.parse(until) - 1), await at(Date.parse(until))]).toEqual([1, 0])
})

test('a waiting client is also notified of an end that is set while it waits', async () => {
  const { sid, device, own, grant } = await office()
  await call('setVplGroupMembers', grant(null, null), { sid })
  const { version } = (await call('getUsableLines', { device_id: device.id }, { sid: own })).data
  const waiting = call('waitForChange', { device_id: device.id, version }, { sid: own })
  await expect.poll(services.changes.waiting).toBe(1)
  const until = later(2500)
  await call('setVplGroupMembers', grant(until, null), { sid })
  expect((await waiting).data).toEqual({ changed: true })
  expect(Math.abs(Date.now() - Date.parse(until))).toBeLessThan(2000)
})

test('a grant that is extended at the last moment stays', async () => {
  const { company, sid, person, line, group_id } = await office()
  const put = (until: Date) => sql`
    insert into line_group_employee (company_id, group_id, employee_id, until)
    values (${company.id}, ${group_id}, ${person.id}, ${until})`
  await system.change`${put(new Date(Date.now() - 1000))}`
  // Guard: `lockAccess` in endGrantsOf; without it the job removes what it had found before the extension.
  const extend = [
    sql`select pg_advisory_xact_lock(471530192, hashtext(${company.id}))`,
    sql`delete from line_group_employee where group_id = ${group_id}`,
    put(new Date(Date.now() + 86_400_000)),
  ]
  await overtakenBy(system, extend, end)
  expect((await call('getVplGroupDetail', { group_id }, { sid })).data.employees).toHaveLength(1)
  expect(await countRows(system, sql`line_group_log where company_id = ${company.id}`)).toBe(0)
  expect(await countRows(system, sql`line_log where line_id = ${line.id} and action = 'access'`)).toBe(0)
})

test.each(['department', 'employee'] as const)(
  'after a grant has ended, its %s can be added to the group again',
  async what => {
    const { company, sid, sales, person, group_id, usable } = await office()
    const over = new Date(Date.now() - 1000)
    await (what === 'department'
      ? system.change`
        insert into line_group_department (company_id, group_id, department_id, until)
        values (${company.id}, ${group_id}, ${sales.id}, ${over})`
      : system.change`
        insert into line_group_employee (company_id, group_id, employee_id, until)
        values (${company.id}, ${group_id}, ${person.id}, ${over})`)
    const added = what === 'department' ? { add_dept_ids: [sales.id] } : { add_employee_ids: [person.id] }
    expect((await call('setVplGroupMembers', { group_id, ...added }, { sid })).code).toBe(200)
    await end()
    expect(await usable()).toEqual(['东京-01'])
  },
)

test('a successor’s grants end when the former person’s would have ended', async () => {
  const { company, sid, person, group_id, grant } = await office()
  const until = later(86_400_000)
  await call('setVplGroupMembers', grant(until, onDay(2)), { sid })
  const successor = await make.employee(company.id, { name: '吴思齐' })
  const input = { employee_id: person.id, successor_id: successor.id, remove: false }
  expect((await call('handOverEmployee', input, { sid })).code).toBe(200)
  expect((await call('getVplGroupDetail', { group_id }, { sid })).data.employees).toMatchObject([
    { name: '吴思齐', until, hours: onDay(2) },
  ])
})
