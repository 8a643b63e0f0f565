import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AccessCallName } from '#contract/access.ts'
import { lineGroups } from '#contract/line-names.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, system } = portal
const sku = await make.sku({ stock: 200 })

async function office() {
  const company = await make.company({ employees: 1 })
  const sid = await make.session(company.owner.account)
  const sales = await make.department(company.id, { name: '运营中心' })
  const america = await make.department(company.id, { name: '北美站组', parentId: sales.id })
  const serviceEndsAt = new Date(Date.now() + 9 * 86_400_000)
  const person = (name: string, departmentId?: string) =>
    make.employee(company.id, { name, serviceEndsAt, ...(departmentId && { departmentId }) })
  const people = {
    chen: await person('陈雨桐', america.id),
    wu: await person('吴思齐', america.id),
    zhou: await person('周明远', sales.id),
    alone: await person('肖亦凡'),
  }
  const { id: orderId } = await make.order(company)
  const line = (name: string) => make.line(company, { name, sku, orderId, bound: true })
  const lines = [await line('洛杉矶-01'), await line('洛杉矶-02'), await line('东京-01')].map(({ id }) => id)
  return { company, sid, sales, america, people, lines: lines as [string, string, string] }
}

/** Returns the planned effect of a call on who may use which line. */
const planOf = async (sid: string, name: AccessCallName, input: object) =>
  (await call('planAccess', { call: name, input: { ...input } }, { sid })).data

const brief = ({ people, list }: { people: number; list: { name: string; lines: number }[] }) => ({
  people,
  list: list.map(({ name, lines }) => `${name} ${lines}`),
})

describe('a line group', () => {
  test('is created, renamed, counted, shown and deleted; its lines’ logs record it', async () => {
    const { sid, sales, people, lines } = await office()
    const { data } = await call('setVplGroup', { name: '北美店铺', remark: '只给北美' }, { sid })
    const { group_id } = data
    expect((await call('setVplGroup', { name: '北美店铺' }, { sid })).code).toBe(-52011)
    await call('setVplGroupLines', { group_id, svp_ids: lines.slice(0, 2) }, { sid })
    await call(
      'setVplGroupMembers',
      { group_id, dept_ids: [sales.id], employee_ids: [people.alone.id, people.chen.id] },
      { sid },
    )
    await call('setVplGroup', { group_id, name: '美国店铺', remark: '' }, { sid })
    expect((await call('getVplGroupList', {}, { sid })).data.list).toEqual([
      { group_id, name: '美国店铺', remark: '', lines: 2, departments: 1, employees: 2 },
    ])
    const detail = (await call('getVplGroupDetail', { group_id }, { sid })).data
    expect(detail).toMatchObject({
      name: '美国店铺',
      people: 4,
      lines: [
        { name: '洛杉矶-01', city: '东京', state: 'active' },
        { name: '洛杉矶-02', city: '东京', state: 'active' },
      ],
      departments: [{ dept_path: '运营中心' }],
      employees: [
        { name: '陈雨桐', dept_path: '运营中心 / 北美站组' },
        { name: '肖亦凡', dept_path: null },
      ],
    })
    const [svp_id] = lines
    const users = (await call('getVplUserList', { svp_id }, { sid })).data
    expect(users).toMatchObject({ total: 4, usable: true })
    expect(users.list.find(({ name }) => name === '陈雨桐')?.reasons).toEqual([
      { group_id, group_name: '美国店铺', dept_path: null, until: null, hours: null, holds: true },
      { group_id, group_name: '美国店铺', dept_path: '运营中心', until: null, hours: null, holds: true },
    ])
    const mine = (await call('getEmployeeVplList', { employee_id: people.wu.id }, { sid })).data
    expect(mine).toMatchObject({ total: 2, list: [{ name: '洛杉矶-01', reasons: [{ dept_path: '运营中心' }] }, {}] })
    expect((await call('getCompanyVplDetail', { svp_id }, { sid })).data).toMatchObject({
      people: 4,
      groups: [{ group_id, name: '美国店铺' }],
    })
    expect(await planOf(sid, 'deleteVplGroup', { group_id })).toMatchObject({
      gained: { people: 0 },
      lost: { people: 4 },
    })
    expect((await call('deleteVplGroup', { group_id }, { sid })).code).toBe(200)
    expect((await call('getVplGroupDetail', { group_id }, { sid })).code).toBe(-52010)
    const log = (await call('getVplLog', { svp_id }, { sid })).data
    expect(log.list.map(({ action, detail }) => `${action} ${detail}`)).toEqual([
      'access 4 人失去：陈雨桐、吴思齐、肖亦凡、周明远（删除专线组）',
      'permission 「美国店铺」删除专线组',
      'permission 「美国店铺」由「北美店铺」改名',
      'access 4 人获得：陈雨桐、吴思齐、肖亦凡、周明远（修改专线组）',
      'permission 「北美店铺」加入部门 运营中心；加入员工 陈雨桐、肖亦凡',
      'permission 「北美店铺」加入专线 洛杉矶-01、洛杉矶-02',
    ])
  })

  test('holds only lines and members of its own company', async () => {
    const [mine, theirs] = [await office(), await office()]
    const { id: group_id } = await make.lineGroup(mine.company.id)
    const { sid } = mine
    const set = (svp_ids: string[]) => call('setVplGroupLines', { group_id, svp_ids }, { sid })
    expect((await set(theirs.lines)).code).toBe(-52001)
    const plan = { call: 'setVplGroupLines' as const, input: { group_id, svp_ids: theirs.lines } }
    expect((await call('planAccess', plan, { sid })).code).toBe(-52001)
    const members = (dept_ids: string[], employee_ids: string[]) =>
      call('setVplGroupMembers', { group_id, dept_ids, employee_ids }, { sid })
    expect((await members([theirs.sales.id], [])).code).toBe(-46001)
    expect((await members([], [theirs.people.wu.id])).code).toBe(-47001)
    await system.change`update line set state = 'released', ip_address_id = null where id = ${mine.lines[0]}`
    expect((await set([mine.lines[0]])).code).toBe(-52001)
    expect((await call('getVplGroupList', {}, { sid })).data.list[0]).toMatchObject({ lines: 0, departments: 0 })
  })

  test('is refused beyond the maximum number of groups', async () => {
    const { company, sid } = await office()
    await system.change`
      insert into line_group (company_id, name)
      select ${company.id}, '组' || place from generate_series(1, ${lineGroups - 1}::integer) as place`
    expect((await call('setVplGroup', { name: '最后一组' }, { sid })).code).toBe(200)
    expect((await call('setVplGroup', { name: '多一组' }, { sid })).code).toBe(-52012)
  })

  test('drops a released line, and removing it from the members is no loss to anybody', async () => {
    const { company, sid, lines } = await office()
    const { id: group_id } = await make.lineGroup(company.id, { lines })
    await system.change`update line set state = 'released', ip_address_id = null where id = ${lines[0]}`
    expect((await call('getVplGroupDetail', { group_id }, { sid })).data.lines).toHaveLength(2)
    expect(await planOf(sid, 'setVplGroupLines', { group_id, svp_ids: [lines[1], lines[2]] })).toMatchObject({
      gained: { people: 0 },
      lost: { people: 0 },
    })
  })
})

describe('the preview of a group change', () => {
  test('lists who gains and loses lines, and changes nothing', async () => {
    const { company, sid, sales, america, people, lines } = await office()
    const [first, second, third] = lines
    const { id: group_id } = await make.lineGroup(company.id, { lines: [first, second], departments: [america.id] })
    // 陈雨桐 has the second through another group, and so neither gains nor loses it.
    await make.lineGroup(company.id, { name: '另一组', lines: [second], employees: [people.chen.id] })
    const members = (dept_ids: string[], employee_ids: string[]) =>
      planOf(sid, 'setVplGroupMembers', { group_id, dept_ids, employee_ids })
    const up = await members([sales.id], [people.alone.id])
    expect([brief(up.gained), brief(up.lost)]).toEqual([
      { people: 2, list: ['肖亦凡 2', '周明远 2'] },
      { people: 0, list: [] },
    ])
    const away = await members([], [people.wu.id])
    expect([brief(away.gained), brief(away.lost)]).toEqual([
      { people: 0, list: [] },
      { people: 1, list: ['陈雨桐 1'] },
    ])
    const swap = await planOf(sid, 'setVplGroupLines', { group_id, svp_ids: [third] })
    expect([brief(swap.gained), brief(swap.lost)]).toEqual([
      { people: 2, list: ['陈雨桐 1', '吴思齐 1'] },
      { people: 2, list: ['陈雨桐 1', '吴思齐 2'] },
    ])
    const end = await planOf(sid, 'deleteVplGroup', { group_id })
    expect(brief(end.lost)).toEqual({ people: 2, list: ['陈雨桐 1', '吴思齐 2'] })
    expect(end.lost.list[0]?.dept_path).toBe('运营中心 / 北美站组')
    // Nothing has been written so far.
    expect((await call('getVplGroupDetail', { group_id }, { sid })).data).toMatchObject({ people: 2, employees: [] })
    const input = { group_id, dept_ids: [], employee_ids: [people.wu.id] }
    expect((await call('setVplGroupMembers', input, { sid })).code).toBe(200)
    expect(await members([], [people.wu.id])).toMatchObject({ gained: { people: 0 }, lost: { people: 0 } })
    expect((await call('getVplGroupDetail', { group_id }, { sid })).data).toMatchObject({ people: 1, departments: [] })
  })

  test('ignores people who are not active', async () => {
    const { company, sid, america, people, lines } = await office()
    await system.change`update employee set state = 'disabled' where id = ${people.chen.id}`
    const { id: group_id } = await make.lineGroup(company.id, { lines })
    const input = { group_id, dept_ids: [america.id], employee_ids: [people.chen.id] }
    expect(brief((await planOf(sid, 'setVplGroupMembers', input)).gained)).toEqual({ people: 1, list: ['吴思齐 3'] })
  })

  test('a right that cannot be used yet is not counted as gained, and is shown with the missing conditions', async () => {
    const { company, sid, people, lines } = await office()
    const [first, second, third] = lines
    await system.change`update line set ends_at = now() - interval '1 hour' where id = any(${[second, third]}::uuid[])`
    await system.change`update employee set service_ends_at = now() - interval '1 hour' where id = ${people.wu.id}`
    const { id: group_id } = await make.lineGroup(company.id, { lines })
    const members = (employee_ids: string[]) =>
      planOf(sid, 'setVplGroupMembers', { group_id, dept_ids: [], employee_ids })
    const both = await members([people.chen.id, people.wu.id])
    expect(brief(both.gained)).toEqual({ people: 1, list: ['陈雨桐 1'] })
    expect(brief(both.unserved)).toEqual({ people: 1, list: ['吴思齐 1'] })
    expect(brief(both.idle)).toEqual({ people: 2, list: ['陈雨桐 2', '吴思齐 2'] })
    await call('setVplGroupLines', { group_id, svp_ids: [second] }, { sid })
    const expired = await members([people.chen.id])
    expect([expired.gained.people, brief(expired.idle)]).toEqual([0, { people: 1, list: ['陈雨桐 1'] }])
    // People who had the right already gain nothing, neither while the line is suspended nor by its removal.
    await call('setVplGroupMembers', { group_id, dept_ids: [], employee_ids: [people.chen.id] }, { sid })
    expect(await members([people.chen.id])).toMatchObject({ idle: { people: 0 }, gained: { people: 0 } })
    expect(await planOf(sid, 'deleteVplGroup', { group_id })).toMatchObject({
      idle: { people: 0 },
      lost: { people: 0 },
    })
    expect(await planOf(sid, 'setVplGroupLines', { group_id, svp_ids: [first] })).toMatchObject({
      gained: { people: 1 },
      idle: { people: 0 },
    })
  })

  test('two concurrent changes of one group are applied one after the other', async () => {
    const { company, sid, lines } = await office()
    const { id: group_id } = await make.lineGroup(company.id)
    // Guard: `lockGroup`. Without it all find the group empty, and it ends up with the lines of all. There are no more calls than
    // connections: a fourth would come after them and clean up.
    const sets = lines.map(id => [id])
    const answers = await Promise.all(sets.map(svp_ids => call('setVplGroupLines', { group_id, svp_ids }, { sid })))
    expect(answers.map(({ code }) => code)).toEqual(sets.map(() => 200))
    expect((await call('getVplGroupDetail', { group_id }, { sid })).data.lines).toHaveLength(1)
  })
})

describe('a leaver’s access', () => {
  test('passes own grants to the successor; grants of the department stay with it', async () => {
    const { company, sid, america, people, lines } = await office()
    const [first, second, third] = lines
    await make.lineGroup(company.id, { name: '甲', lines: [first, second], employees: [people.chen.id] })
    await make.lineGroup(company.id, { name: '乙', lines: [second], employees: [people.chen.id, people.alone.id] })
    await make.lineGroup(company.id, { name: '丙', lines: [third], departments: [america.id] })
    const has = async (employee_id: string) => {
      const { code, data } = await call('getEmployeeVplList', { employee_id }, { sid })
      return code === 200 ? data.list.map(({ name }) => name) : code
    }
    const input = { employee_id: people.chen.id, successor_id: people.alone.id }
    const preview = (await call('handOverEmployee', { ...input, preview: true }, { sid })).data
    expect([preview.lines_handed, preview.done]).toEqual([2, false])
    expect(await has(people.alone.id)).toEqual(['洛杉矶-02'])
    const before = new Date().toISOString()
    await new Promise(resolve => setTimeout(resolve, 5))
    expect((await call('handOverEmployee', input, { sid })).data).toMatchObject({ lines_handed: 2, done: true })
    expect(await has(people.alone.id)).toEqual(['洛杉矶-01', '洛杉矶-02'])
    expect(await has(people.chen.id)).toEqual([])
    expect(await has(people.wu.id)).toEqual(['东京-01'])
    const users = async (svp_id: string, at?: string) =>
      (await call('getVplUserList', { svp_id, ...(at && { at }) }, { sid })).data.list.map(({ name }) => name)
    expect(await users(first)).toEqual(['肖亦凡'])
    expect(await users(first, before)).toEqual(['陈雨桐'])
    // The people are removed for good, and the history still knows their names.
    await call('delCompanyUser', { employee_ids: [people.chen.id, people.wu.id] }, { sid })
    expect(await users(third)).toEqual([])
    expect(await users(third, before)).toEqual(['陈雨桐', '吴思齐'])
    expect(await has(people.chen.id)).toBe(-47001)
  })

  test('without a successor is removed', async () => {
    const { company, sid, people, lines } = await office()
    const { id: group_id } = await make.lineGroup(company.id, { lines, employees: [people.chen.id] })
    const { data } = await call('handOverEmployee', { employee_id: people.chen.id, successor_id: null }, { sid })
    expect(data.lines_handed).toBe(3)
    expect((await call('getVplGroupDetail', { group_id }, { sid })).data).toMatchObject({ employees: [], people: 0 })
  })

  test('deleting a department removes it from its groups, which is logged', async () => {
    const { company, sid, lines } = await office()
    const empty = await make.department(company.id, { name: '空部门' })
    await make.lineGroup(company.id, { name: '甲', lines: [lines[0]], departments: [empty.id] })
    expect((await call('delDepartment', { dept_id: empty.id }, { sid })).code).toBe(200)
    const log = (await call('getVplLog', { svp_id: lines[0] }, { sid })).data.list
    expect(log).toMatchObject([{ action: 'permission', detail: '「甲」移出部门 空部门（部门已删除）' }])
    expect((await call('getVplGroupList', {}, { sid })).data.list).toMatchObject([{ departments: 0 }])
  })
})

test('an act affecting thousands of people is in the record of each of them', async () => {
  const { company, sid, sales, lines } = await office()
  const many = 2_001
  await system.change`
    with made as (
      insert into account (phone, password_hash, display_name, agreement_version, agreed_at)
      select '177' || lpad(place::text, 8, '0'), '', '员工', '1', now() from generate_series(1, ${many}::integer) as place
      returning id
    )
    insert into employee (company_id, account_id, name, department_id, service_ends_at)
    select ${company.id}, id, '员工', ${sales.id}, now() + interval '9 days' from made`
  const { data } = await call('setVplGroup', { name: '全员' }, { sid })
  const { group_id } = data
  await call('setVplGroupLines', { group_id, svp_ids: lines.slice(0, 1) }, { sid })
  const saved = await call('setVplGroupMembers', { group_id, dept_ids: [sales.id], employee_ids: [] }, { sid })
  expect(saved.code).toBe(200)
  const entry = await system.row(z.object({ people: z.int(), detail: z.string() }))`
    select count(distinct employee_id) as people, min(detail) as detail from employee_log
    where company_id = ${company.id} and action = 'access' and employee_id in (
      select id from employee where company_id = ${company.id} and name = '员工')`
  expect(entry).toMatchObject({ people: many })
  expect(entry?.detail).toContain('获得 1 条专线：洛杉矶-01')
})
