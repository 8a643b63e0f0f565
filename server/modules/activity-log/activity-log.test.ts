import { expect, test } from 'vitest'
import type { InputOf } from '#contract/index.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { loggedAs } from '#server/engines/activity/context.ts'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { testPortal } from '#server/testing/portal.ts'
import { findByKeyword } from './activity-search.sql.ts'

const { app, call, make, services, system } = await testPortal()
const company = await make.company({ managers: 1, employees: 2 })
const sid = await make.session(company.owner.account)
const list = async (input: InputOf<'getCompanyActivity'> = {}) =>
  (await call('getCompanyActivity', { page_size: 100, ...input }, { sid })).data

test('the newest entries come first, filtered by person, action and name; any entry of an act can undo it', async () => {
  const gift = { companyId: company.id, days: 50, kind: 'gift', note: '' } as const
  await loggedAs('平台', () => creditService(system, gift))
  const [one = '', two = ''] = company.employees.map(({ id }) => id)
  await call('setCompanyUser', { employee_id: one, name: '欧阳锦程' }, { sid })
  const { data } = await call('setCompanyUserService', { employee_ids: [one, two], days: 10 }, { sid })

  const all = await list()
  expect(all.total).toBe(4)
  expect(all.list.map(({ action }) => action)).toEqual([
    'employee.assigned',
    'employee.assigned',
    'employee.changed',
    'company.hours_gifted',
  ])
  expect(all.list.map(({ undoable }) => undoable)).toEqual([true, true, false, false])
  expect(all.list.slice(0, 2).map(({ activity_id }) => activity_id)).toContain(data.activity_id)

  expect((await list({ employee_id: one })).list.map(({ action }) => action)).toEqual([
    'employee.assigned',
    'employee.changed',
  ])
  expect((await list({ employee_id: one, device_id: two })).total).toBe(0)
  expect((await list({ action: 'employee.assigned' })).total).toBe(2)
  expect((await list({ keyword: '欧阳' })).list.map(({ subject_name }) => subject_name)).toEqual([
    '欧阳锦程',
    '欧阳锦程',
  ])
  expect((await list({ keyword: '平台' })).list.map(({ action }) => action)).toEqual(['company.hours_gifted'])
  expect((await list({ keyword: '没有这个人' })).total).toBe(0)
  expect((await list({ page: 2, page_size: 3 })).list.map(({ action }) => action)).toEqual(['company.hours_gifted'])

  const part = all.list.find(
    ({ activity_id, action }) => action === 'employee.assigned' && activity_id !== data.activity_id,
  )
  await call('undoActivity', { activity_id: part?.activity_id ?? '' }, { sid })
  const assigned = (await list({ action: 'employee.assigned' })).list
  expect(assigned.map(({ undoable, undone_at }) => [undoable, undone_at !== null])).toEqual([
    [false, true],
    [false, true],
  ])
  expect((await list({ action: 'activity.undone' })).list).toMatchObject([{ detail: '分配时长' }])
})

test('the days are those of China, both included, in the list, its search and its export', async () => {
  const other = await make.company({})
  const sid = await make.session(other.owner.account)
  await system.change`
    insert into activity (company_id, at, actor_kind, actor_name, action, subject_name)
    values (${other.id}, '2026-11-20T23:59:59+08:00', 'system', '', 'device.registered', '昨夜的电脑'),
      (${other.id}, '2026-11-21T00:00:00+08:00', 'system', '', 'device.registered', '今晨的电脑')`
  const found = async (input: InputOf<'getCompanyActivity'>) =>
    (await call('getCompanyActivity', input, { sid })).data.list.map(({ subject_name }) => subject_name)
  for (const filter of [{}, { keyword: '的电脑' }, { action: 'device.registered' as const }]) {
    expect(await found({ ...filter, to: '2026-11-20' })).toEqual(['昨夜的电脑'])
    expect(await found({ ...filter, from: '2026-11-21', to: '2026-11-21' })).toEqual(['今晨的电脑'])
    expect(await found({ ...filter, from: '2026-11-20', to: '2026-11-21' })).toHaveLength(2)
    const exported = await call('exportCompanyActivity', { ...filter, to: '2026-11-20' }, { sid })
    expect(exported.data.rows).toBe(1)
  }
  const by = { pieces: ['电脑'], keyword: '电脑', most: 5, offset: 0, limit: 5 }
  const query = { companyId: other.id, action: undefined, subjectId: undefined, from: '2026-11-21', to: undefined }
  const { rows } = await findByKeyword(services.companyDatabase(other.id), query, by)
  expect(rows.map(({ subject_name }) => subject_name)).toEqual(['今晨的电脑'])
})

test('the exported entries match the list, in words', async () => {
  const { code, data } = await call('exportCompanyActivity', { keyword: '欧阳' }, { sid })
  expect(code).toBe(200)
  expect(data.file_name).toMatch(/^操作记录-\d{4}-\d\d-\d\d\.xlsx$/)
  const { rawPayload } = await app.inject({ url: data.url })
  const reading = await readFirstSheet('owner', rawPayload, 100)
  if ('problem' in reading) throw new Error(reading.problem)
  const [headings = [], ...rows] = reading.rows
  expect(rows).toHaveLength((await list({ keyword: '欧阳' })).list.length)
  expect(rows.map(row => row[headings.indexOf('对象')])).toEqual(rows.map(() => '欧阳锦程'))
  expect(rows.at(-1)?.slice(2, 4)).toEqual(['本企业', '修改资料'])
  const all = (await call('exportCompanyActivity', {}, { sid })).data
  expect(all.rows).toBe((await list()).total)
})

test('a rare name is searched by its index, a frequent one along the list', async () => {
  const own = services.companyDatabase(company.id)
  const many = Array.from({ length: 1000 }, (_, index) => ({
    action: 'device.registered' as const,
    id: null,
    name: `电脑${index}`,
  }))
  await recordActivity(own, company.id, [{ action: 'device.removed', id: null, name: '财务部的旧电脑' }])
  await recordActivity(own, company.id, [{ action: 'order.placed', id: null, name: '202611220000384711' }])
  for (const _ of Array(4)) await loggedAs('批量登记', () => recordActivity(own, company.id, many))
  expect(await list({ keyword: '旧电' })).toMatchObject({ total: 1, more: false, list: [{ action: 'device.removed' }] })
  expect(await list({ keyword: '财务部的旧' })).toMatchObject({ total: 1 })
  expect(await list({ keyword: '旧电', action: 'device.registered' })).toMatchObject({ total: 0 })
  // A long number is found by its end and by the whole.
  for (const keyword of ['4711', '384711', '202611220000384711'])
    expect(await list({ keyword })).toMatchObject({ total: 1, list: [{ action: 'order.placed' }] })
  expect((await list({ keyword: '484711' })).total).toBe(0)
  expect(await list({ keyword: '批量登记' })).toMatchObject({ total: 200, more: true })
  expect((await list()).total).toBeGreaterThan(4000)
  // An export has all entries, also over several batches, and also when they are few.
  const exported = async (keyword: string) => (await call('exportCompanyActivity', { keyword }, { sid })).data
  expect(await exported('批量登记')).toMatchObject({ rows: 4000, more: false })
  expect(await exported('旧电')).toMatchObject({ rows: 1, more: false })
  expect(await exported('没有这个名字')).toMatchObject({ rows: 0, more: false })
})
