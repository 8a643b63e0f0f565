import { raw } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { newPhone } from '#server/testing/identities.ts'
import { testPortal } from '#server/testing/portal.ts'
import { enterprise, type Group, scimOffice } from '#server/testing/scim-office.ts'

const portal = await testPortal()
const { call, make, system } = portal

const office = scimOffice(portal)

test('a plan shows the changes without making them; then people are invited without being joined', async () => {
  const { sid, scim, start, create, people, named } = await office()
  const before = (await people()).length
  const id = await create({ displayName: '林小雨', title: '运营', [enterprise]: { employeeNumber: 'A-1' } })
  await create({ displayName: '没有手机', phoneNumbers: [] })
  await scim('POST', '/Groups', { displayName: '亚马逊', members: [{ value: id }] })
  const plan = (await call('planDirectory', {}, { sid })).data
  expect(plan).toMatchObject({ departments: { added: 1 }, totals: { added: 1, problem: 1 }, alarming: false })
  expect((await people()).length).toBe(before)
  expect((await start()).totals).toEqual(plan.totals)
  expect(await named('林小雨')).toMatchObject({
    state: 'invited',
    position: '运营',
    job_number: 'A-1',
    dept_path: '亚马逊',
  })
  const { data } = await call('getDirectory', {}, { sid })
  expect(data.problems).toEqual([{ name: '没有手机', detail: '目录里没有可用的手机号，不能邀请' }])
  expect(data.settings).toMatchObject({ state: 'active', problem: null })
})

// A plan is the comparison itself, rolled back: the messages and notices to joiners and leavers wait for the commit or are rolled
// back.
test('a plan notifies nobody, neither joiners nor leavers', async () => {
  const { company, sid, start, create, patch, named, join } = await office({ leaver: 'remove' })
  const leaving = await create({ displayName: '离职者' })
  await start()
  const { employee_id = '' } = (await named('离职者')) ?? {}
  await join(employee_id)
  // From here on the directory is not applied by itself.
  await system.change`update directory set state = 'planned' where company_id = ${company.id}`
  await create({ displayName: '新来者' })
  await patch(leaving, { op: 'replace', path: 'active', value: false })
  const notices = () =>
    system.row(z.object({ notices: z.int(), messages: z.int(), jobs: z.int() }))`
      select (select count(*) from notice) as notices, (select count(*) from sms_message) as messages,
        (select count(*) from graphile_worker.jobs where task_identifier like '%sms%') as jobs`
  const before = await notices()
  expect((await call('planDirectory', {}, { sid })).data.totals).toMatchObject({ added: 1, removed: 1 })
  expect(await notices()).toEqual(before)
  await start()
  const after = await notices()
  expect([after?.notices, after?.messages]).toEqual([(before?.notices ?? 0) + 1, (before?.messages ?? 0) + 1])
})

test('a field owned by the directory cannot be changed elsewhere; other fields stay the manager’s', async () => {
  const { sid, scim, start, create, patch, named, join } = await office({ owns: ['name', 'department'] })
  const id = await create({ displayName: '王一' })
  const group = (await scim<Group>('POST', '/Groups', { displayName: '总部', members: [{ value: id }] })).body
  await start()
  const employee = await named('王一')
  const employee_id = employee?.employee_id ?? ''
  await join(employee_id)
  const set = (values: object) => call('setCompanyUser', { employee_id, ...values }, { sid })
  expect(await set({ name: '改名' })).toMatchObject({
    code: -41003,
    data: 'name',
    msg: '姓名由企业目录管理，请在目录里修改',
  })
  expect(await set({ dept_id: null })).toMatchObject({ code: -41003, data: 'dept_id' })
  const move = { employee_ids: [employee_id], dept_id: null }
  expect(await call('batchSetDepartment', move, { sid })).toMatchObject({ code: -41003, data: 'dept_id' })
  expect((await call('setDepartment', { dept_id: employee?.dept_id ?? '', name: '别名' }, { sid })).code).toBe(-41003)
  expect((await call('delDepartment', { dept_id: employee?.dept_id ?? '' }, { sid })).code).not.toBe(200)
  expect((await set({ position: '店长', device_limit: 5 })).code).toBe(200)
  expect((await call('getDirectoryOwnership', { employee_id }, { sid })).data.owns).toEqual(['name', 'department'])
  await patch(
    id,
    { op: 'Replace', path: 'displayName', value: '王二' },
    { op: 'replace', path: 'title', value: '目录的职位' },
  )
  await scim('PATCH', `/Groups/${group.id}`, { Operations: [{ op: 'replace', value: { displayName: '新总部' } }] })
  expect(await named('王二')).toMatchObject({ position: '店长', device_limit: 5, dept_path: '新总部' })
})

test('a leaver loses access with the response and may return, unless a manager disabled them', async () => {
  const { company, sid, start, create, patch, named, join } = await office({ successor: 'superior' })
  const boss = await create({ displayName: '上级' })
  const id = await create({ displayName: '离职者', [enterprise]: { manager: { value: boss } } })
  await start()
  const [leaver, superior] = [await named('离职者'), await named('上级')]
  for (const each of [leaver, superior]) await join(each?.employee_id ?? '')
  const sku = await make.sku({ stock: 10 })
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id], employees: [leaver?.employee_id ?? ''] })
  const account = await system.row(z.object({ account_id: z.string() }))`
    select account_id from employee where id = ${leaver?.employee_id}`
  const own = await make.session({ id: account?.account_id ?? '' })
  expect((await patch(id, { op: 'replace', path: 'active', value: 'False' })).body).toMatchObject({ active: false })
  expect(await named('离职者')).toMatchObject({ state: 'disabled' })
  expect((await call('wGetUserInfo', {}, { sid: own })).code).toBe(-41016)
  expect((await call('getVplUserList', { svp_id: line.id }, { sid })).data.list.map(({ name }) => name)).toEqual([
    '上级',
  ])
  await patch(id, { op: 'replace', value: { active: true } })
  expect(await named('离职者')).toMatchObject({ state: 'active' })
  await call('setCompanyUser', { employee_id: leaver?.employee_id ?? '', state: 'disabled' }, { sid })
  await patch(id, { op: 'replace', path: 'title', value: '店长' })
  expect(await named('离职者')).toMatchObject({ state: 'disabled', position: '店长' })
  // A person whom a manager has removed is not invited again by the next comparison.
  expect((await call('delCompanyUser', { employee_ids: [leaver?.employee_id ?? ''] }, { sid })).code).toBe(200)
  expect((await call('runDirectory', {}, { sid })).data.totals.added).toBe(0)
  expect(await named('离职者')).toBeUndefined()
})

test('the directory cannot remove managers, and it stops when too many people leave', async () => {
  const { company, sid, start, create, patch, named, scim } = await office()
  const manager = company.managers[0]
  const existing = await create({
    displayName: '管理者',
    phoneNumbers: [{ type: 'mobile', value: `+86 ${manager?.account.phone}` }],
  })
  const ids: string[] = []
  for (let index = 0; index < 22; index += 1) ids.push(await create({ displayName: `员工${index}` }))
  expect((await start()).totals).toMatchObject({ linked: 1, added: 22 })
  await patch(existing, { op: 'replace', path: 'active', value: false })
  expect(await named('管理者')).toMatchObject({ state: 'active' })
  expect((await call('getDirectory', {}, { sid })).data.problems).toEqual([
    { name: '管理者', detail: '目录说已离职，但是企业的管理员，请由管理员移除或停用' },
  ])
  await system.change`update employee set state = 'active' where company_id = ${company.id} and state = 'invited'`
  await system.change`update directory_person set active = false where company_id = ${company.id}`
  expect((await call('runDirectory', {}, { sid })).code).toBe(-59202)
  expect((await call('getDirectory', {}, { sid })).data.settings).toMatchObject({
    state: 'planned',
    problem: '要停用或移除的人过多',
  })
  expect(await named('员工1')).toMatchObject({ state: 'active' })
  expect((await call('planDirectory', {}, { sid })).data).toMatchObject({ alarming: true, totals: { disabled: 22 } })
  expect((await start()).totals.disabled).toBe(22)
  expect((await scim('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 23, Resources: [] })
})

test('people in a department that the directory moves get its lines, and the record says so', async () => {
  const { company, sid, scim, start, create, named, join } = await office()
  const id = await create({ displayName: '同行者' })
  const make_ = async (displayName: string, members: { value: string }[]) =>
    (await scim<Group>('POST', '/Groups', { displayName, members })).body.id
  const [above, below] = [await make_('上级', []), await make_('下级', [{ value: id }])]
  await start()
  const employeeId = (await named('同行者'))?.employee_id ?? ''
  await join(employeeId)
  const { list } = (await call('getDeptListByCompanyId', {}, { sid })).data
  const line = await make.line(company, { name: '东京-01', sku: await make.sku({ stock: 1 }), bound: true })
  const granted = list.find(({ name }) => name === '上级')?.dept_id ?? ''
  await make.lineGroup(company.id, { lines: [line.id], departments: [granted] })
  await system.change`update directory_department set parent_external_id = ${above} where external_id = ${below}`
  expect((await call('runDirectory', {}, { sid })).code).toBe(200)
  const entries = await system.rows(z.object({ detail: z.string() }))`
    select detail from activity where subject_id = ${employeeId} and action = 'employee.access'`
  expect(entries).toEqual([{ detail: '获得 1 条专线：东京-01（随企业目录）' }])
})

test('departments can swap names and places, and are deleted when nobody is left in them', async () => {
  const { sid, scim, start, create, named, join } = await office()
  const ids = [await create({ displayName: '甲' }), await create({ displayName: '乙' })]
  const make_ = async (displayName: string, member: string) =>
    (await scim<Group>('POST', '/Groups', { displayName, members: [{ value: member }] })).body.id
  const [one, two] = [await make_('一部', ids[0] ?? ''), await make_('二部', ids[1] ?? '')]
  await start()
  await system.change`update directory_department set name = case name when '一部' then '二部' else '一部' end`
  expect((await call('runDirectory', {}, { sid })).data.departments.changed).toBe(2)
  expect([await named('甲'), await named('乙')]).toMatchObject([{ dept_path: '二部' }, { dept_path: '一部' }])
  await scim('DELETE', `/Groups/${one}`)
  expect((await call('getDeptListByCompanyId', {}, { sid })).data.list.map(({ name }) => name)).toEqual(['一部'])
  const own = await call(
    'addCompanyUser',
    {
      employees: [{ phone: newPhone(), name: '自己加的', dept_id: (await named('乙'))?.dept_id ?? '' }],
      invite: false,
    },
    { sid },
  )
  await join(own.data.results[0]?.employee_id ?? '')
  await scim('DELETE', `/Groups/${two}`)
  // A person whom the directory does not know is still in it.
  expect(await named('自己加的')).toMatchObject({ dept_path: '一部' })
  expect(await named('乙')).toMatchObject({ dept_path: null })
  expect((await call('stopDirectory', {}, { sid })).code).toBe(200)
  expect(
    (await call('setCompanyUser', { employee_id: (await named('乙'))?.employee_id ?? '', name: '乙二' }, { sid })).code,
  ).toBe(200)
})

test.each(['disable', 'remove'] as const)(
  'lines pass to the nearest superior who stays, where leaving is to %s',
  async leaver => {
    const { company, sid, plan, create, patch, named, join } = await office({ leaver, successor: 'superior' })
    const top = await create({ displayName: '总监' })
    // People leave in the order of their ids: the superior goes first.
    const [boss = '', id = ''] = [await create(), await create()].sort()
    for (const [each, displayName, superior] of [
      [boss, '经理', top],
      [id, '店员', boss],
    ] as const)
      await patch(each, { op: 'replace', value: { displayName, [enterprise]: { manager: { value: superior } } } })
    expect((await call('startDirectory', { leaving: 0 }, { sid })).code).toBe(200)
    const line = await make.line(company, { sku: await make.sku({ stock: 1 }), bound: true })
    for (const name of ['总监', '经理', '店员']) {
      const employeeId = (await named(name))?.employee_id ?? ''
      await join(employeeId)
      if (name !== '总监') await make.lineGroup(company.id, { name, lines: [line.id], employees: [employeeId] })
    }
    await system.change`
    update directory_person set active = false where company_id = ${company.id} and external_id <> ${top}`
    const kind = leaver === 'remove' ? 'removed' : 'disabled'
    const entries = ['经理', '店员'].map(name => ({ kind, name, detail: '专线交给总监' }))
    expect((await plan()).entries).toEqual(entries)
    expect((await call('runDirectory', {}, { sid })).data.entries).toEqual(entries)
    const granted = await system.rows(z.object({ name: z.string(), held_by: z.string() }))`
    select line_group.name, employee.name as held_by from line_group
    join line_group_employee granted on granted.company_id = line_group.company_id and group_id = line_group.id
    join employee on employee.company_id = granted.company_id and employee.id = employee_id
    where line_group.company_id = ${company.id} order by line_group.id`
    expect(granted).toEqual(['经理', '店员'].map(name => ({ name, held_by: '总监' })))
  },
)

test('a person who leaves together with the chosen successor has no successor', async () => {
  const { company, sid, start, create, named, join } = await office({ leaver: 'remove' })
  for (const displayName of ['接手人', '店员']) await create({ displayName })
  await start()
  const line = await make.line(company, { sku: await make.sku({ stock: 1 }), bound: true })
  for (const name of ['接手人', '店员']) {
    const employee_id = (await named(name))?.employee_id ?? ''
    await join(employee_id)
    await make.lineGroup(company.id, { name, lines: [line.id], employees: [employee_id] })
    await system.change`
      update directory set successor = 'person', successor_id = coalesce(successor_id, ${employee_id})
      where company_id = ${company.id}`
  }
  await system.change`update directory_person set active = false where company_id = ${company.id}`
  expect((await call('runDirectory', {}, { sid })).data.entries).toMatchObject([{ detail: '' }, { detail: '' }])
})

test('a department that is deleted and made again while the directory waits for its plan is the same here', async () => {
  const { sid, scim, start, create, named, company } = await office()
  const id = await create({ displayName: '甲' })
  const group = { displayName: '销售', members: [{ value: id }] }
  const before = (await scim<Group>('POST', '/Groups', group)).body.id
  await start()
  const place = (await named('甲'))?.dept_id
  await system.change`update directory set state = 'planned' where company_id = ${company.id}`
  expect((await scim('DELETE', `/Groups/${before}`)).status).toBe(204)
  expect((await scim('POST', '/Groups', group)).status).toBe(201)
  expect((await start()).departments).toEqual({ added: 0, changed: 0, deleted: 0 })
  expect(await named('甲')).toMatchObject({ dept_id: place, dept_path: '销售' })
  expect((await call('runDirectory', {}, { sid })).data.departments).toEqual({ added: 0, changed: 0, deleted: 0 })
})

test('a department that the directory has taken for its own is not moved by an undo either', async () => {
  const { company, sid, scim, start } = await office()
  const [above, own] = [await make.department(company.id), await make.department(company.id, { name: '销售' })]
  const move = (parent_id: string | null) => call('setDepartment', { dept_id: own.id, parent_id }, { sid })
  await move(above.id)
  const { data } = await move(null)
  await scim('POST', '/Groups', { displayName: '销售', members: [] })
  expect((await start()).departments).toEqual({ added: 0, changed: 0, deleted: 0 })
  expect(await call('undoActivity', { activity_id: data.activity_id ?? '' }, { sid })).toMatchObject({
    code: -54004,
    data: '该部门由企业目录管理，请在目录里修改',
  })
})

test.each(['PATCH', 'DELETE'] as const)(
  'whom a manager enables stays until the directory lets them go anew, by %s',
  async by => {
    const { sid, scim, start, create, patch, named, join } = await office()
    const id = await create({ displayName: '离职者' })
    await start()
    const employee_id = (await named('离职者'))?.employee_id ?? ''
    await join(employee_id)
    const say = (active: boolean) => patch(id, { op: 'replace', path: 'active', value: active })
    const set = (state: 'active' | 'disabled') => call('setCompanyUser', { employee_id, state }, { sid })
    const state = async () => (await named('离职者'))?.state
    await say(false)
    expect((await set('active')).code).toBe(200)
    expect((await call('runDirectory', {}, { sid })).data.totals.disabled).toBe(0)
    // Undoing a disabling leaves the manager's earlier decision as it was.
    const { activity_id = '' } = (await set('disabled')).data
    expect((await call('undoActivity', { activity_id }, { sid })).code).toBe(200)
    await call('runDirectory', {}, { sid })
    expect(await state()).toBe('active')
    await say(true)
    if (by === 'PATCH') await say(false)
    else await scim('DELETE', `/Users/${id}`)
    expect(await state()).toBe('disabled')
    // A person whom a manager disables in between can only be enabled by a manager.
    if (by === 'DELETE') return
    await set('active')
    await set('disabled')
    await say(true)
    expect(await state()).toBe('disabled')
  },
)

test('a start carries out no larger leaving than the plan that was seen', async () => {
  const { company, sid, start, create, named, join, plan } = await office()
  await create({ displayName: '甲' })
  await start()
  await join((await named('甲'))?.employee_id ?? '')
  await system.change`update directory set state = 'planned' where company_id = ${company.id}`
  await system.change`update directory_person set active = false where company_id = ${company.id}`
  expect((await call('startDirectory', { leaving: 0 }, { sid })).code).toBe(-59203)
  expect(await named('甲')).toMatchObject({ state: 'active' })
  expect((await call('getDirectory', {}, { sid })).data.settings).toMatchObject({ state: 'planned' })
  expect((await plan()).totals.disabled).toBe(1)
  expect((await call('startDirectory', { leaving: 1 }, { sid })).code).toBe(200)
})

test('a failed comparison is shown and notified once, until one succeeds', async () => {
  const { company, sid, start, create } = await office()
  await create()
  await start()
  await system.change`
    create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`
  // The parameter of a trigger's condition cannot be bound.
  await system.change`
    create trigger broken before update on directory_person for each row when (new.company_id = ${raw(`'${company.id}'`)})
    execute function broken()`
  const notices = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.flatMap(({ title, read }) =>
      title === '企业目录没有核对成功' ? [read] : [],
    )
  for (let times = 0; times < 2; times += 1) {
    expect((await call('runDirectory', {}, { sid })).code).toBe(500)
    expect((await call('getDirectory', {}, { sid })).data.settings?.problem).toMatch(/核对时出错/)
    expect(await notices()).toEqual([false])
  }
  await system.change`drop trigger broken on directory_person`
  expect((await call('runDirectory', {}, { sid })).code).toBe(200)
  expect((await call('getDirectory', {}, { sid })).data.settings).toMatchObject({ state: 'active', problem: null })
  expect(await notices()).toEqual([true])
})
