import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { getCompanyActivity } from '#contract/activity.ts'
import { id } from '#contract/fields.ts'
import { asCompany } from '#server/database/as-company.ts'
import { countOf } from '#server/database/count-rows.ts'
import { selectList } from '#server/database/select-list.ts'
import { testPortal } from '#server/testing/portal.ts'
import { recordActivity } from './activity.ts'
import { accountFor, asSystem, loggedAs, nothingChanged } from './context.ts'

const { call, make, operate, services, system } = await testPortal()
const company = await make.company({ managers: 1, employees: 2, name: '活动记录有限公司' })
const sid = await make.session(company.owner.account)
const own = services.companyDatabase(company.id)
const [one, two] = company.employees

const stored = getCompanyActivity.output.shape.list.element.omit({ at: true, undoable: true, undone_at: true }).extend({
  actor_id: id.nullable(),
  call: z.string().nullable(),
  request_id: z.string().nullable(),
  part_of: id.nullable(),
})
const entriesOf = (subjectId: string) =>
  system.rows(stored)`
    select ${selectList(stored, { activity_id: 'id' })}
    from activity where company_id = ${company.id} and subject_id = ${subjectId} order by id`

const request = {
  actor: {
    kind: 'account' as const,
    id: company.owner.account.id,
    name: '王经理',
    auditName: `account:${company.owner.account.id}`,
  },
  ip: '203.0.113.9',
  requestId: 'request-1',
  call: 'setDepartment',
}
const entry = (name: string) => ({ action: 'department.added' as const, id: company.id, name })

test('an entry says who did what by which call; entries of one act are grouped under the first', async () => {
  const { data } = await call('setDepartment', { name: '研发部' }, { sid })
  const [added] = await entriesOf(data.dept_id)
  expect(added).toMatchObject({
    actor_kind: 'account',
    actor_id: company.owner.account.id,
    action: 'department.added',
    subject_kind: 'department',
    subject_name: '研发部',
    call: 'setDepartment',
    part_of: null,
  })
  expect(added?.request_id).toBeTruthy()
  const ids = [one?.id ?? '', two?.id ?? '']
  await call('batchSetDepartment', { employee_ids: ids, dept_id: data.dept_id }, { sid })
  const [first, second] = [...(await entriesOf(ids[0] ?? '')), ...(await entriesOf(ids[1] ?? ''))]
  expect([first?.part_of, second?.part_of].filter(Boolean)).toEqual([(first?.part_of ? second : first)?.activity_id])
  expect(first).toMatchObject({ action: 'employee.moved', detail: '研发部' })
})

test('renaming, moving, sorting and deleting departments is logged', async () => {
  const set = async (input: object) => (await call('setDepartment', input, { sid })).data.dept_id
  const parent = await set({ name: '总部' })
  const child = await set({ name: '一组', parent_id: parent })
  await set({ name: '二组', parent_id: parent })
  await set({ dept_id: child, name: '甲组' })
  await set({ dept_id: child, sort: 1 })
  await set({ dept_id: child, parent_id: null })
  await set({ dept_id: child, name: '甲组' })
  await call('delDepartment', { dept_id: child }, { sid })
  expect((await entriesOf(child)).map(({ action, subject_name, detail }) => [action, subject_name, detail])).toEqual([
    ['department.added', '一组', ''],
    ['department.changed', '甲组', '由「一组」改名'],
    ['department.changed', '甲组', '调整顺序'],
    ['department.changed', '甲组', '移到顶级'],
    ['department.deleted', '甲组', ''],
  ])
})

test('a company sees an operator’s act as an act of the provider', async () => {
  const { token } = await make.operator('support')
  const gift = { company_id: company.id, days: 30, note: '补偿', request_key: 'activity-gift-1' }
  expect((await operate('giftCompanyHours', gift, { token })).code).toBe(200)
  expect((await entriesOf(company.id)).at(-1)).toMatchObject({
    actor_kind: 'operator',
    actor_name: '平台',
    action: 'company.hours_gifted',
    detail: '30 天，余额 30 天：补偿',
  })
})

test('without a request the actor is the portal, or the one named by the caller', async () => {
  await recordActivity(own, company.id, [entry('无人')])
  await loggedAs('张三', () => recordActivity(own, company.id, [entry('有名')]))
  await accountFor(request, () => asSystem(() => recordActivity(own, company.id, [entry('查询')])))
  const found = await system.rows(stored.pick({ actor_kind: true, actor_name: true, subject_name: true, call: true }))`
    select actor_kind, actor_name, subject_name, call from activity
    where company_id = ${company.id} and subject_name in ('无人', '有名', '查询') order by id`
  expect(found).toEqual([
    { actor_kind: 'system', actor_name: '系统', subject_name: '无人', call: null },
    { actor_kind: 'system', actor_name: '张三', subject_name: '有名', call: null },
    { actor_kind: 'system', actor_name: '系统', subject_name: '查询', call: 'setDepartment' },
  ])
})

test('log entries are counted per log, and so is an explicit report that nothing changed', async () => {
  const counts = async (work: () => Promise<unknown>) => (await accountFor(request, work)).entries
  expect(await counts(async () => {})).toEqual({ audit: 0, activity: 0, seen: 0 })
  expect(await counts(async () => nothingChanged())).toEqual({ audit: 0, activity: 1, seen: 0 })
  expect(await counts(() => recordActivity(own, company.id, []))).toEqual({ audit: 0, activity: 1, seen: 0 })
  expect(await counts(() => recordActivity(own, company.id, [entry('计数')]))).toEqual({
    audit: 0,
    activity: 1,
    seen: 0,
  })
})

test('a rolled-back change leaves no entry', async () => {
  await expect(
    system.transaction(async transaction => {
      await asCompany(transaction, company.id, own => recordActivity(own, company.id, [entry('回滚')]))
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await countOf(system, sql`select count(*) from activity where subject_name = '回滚'`)).toBe(0)
})

// Guards: the trigger keep_activity, the rights of the company's role, and row-level security.
test('entries can be neither changed nor deleted; a company cannot rewrite names or reach another’s', async () => {
  const id = await recordActivity(own, company.id, [entry('原样')], { undo: { kind: 'sample', payload: 1 } })
  for (const change of [
    sql`update activity set action = 'department.deleted' where id = ${id}`,
    sql`update activity set at = now() - interval '1 day' where id = ${id}`,
    sql`update activity set undo = '{}', undo_until = now() where id = ${id}`,
    sql`delete from activity where id = ${id}`,
    sql`truncate activity cascade`,
  ])
    await expect(system.change`${change}`).rejects.toThrow('activity is kept as written')
  for (const change of [
    sql`update activity set subject_name = '别的' where id = ${id}`,
    sql`update activity set actor_name = '别人' where id = ${id}`,
    sql`delete from activity where id = ${id}`,
  ])
    await expect(own.change`${change}`).rejects.toThrow('permission denied')
  const other = services.companyDatabase((await make.company()).id)
  expect(await countOf(other, sql`select count(*) from activity where id = ${id}`)).toBe(0)
  await expect(recordActivity(other, company.id, [entry('越界')])).rejects.toThrow('row-level security')
})
