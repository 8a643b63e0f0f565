import { expect, test } from 'vitest'
import type { GrantTimes } from '#contract/access-times.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make, system } = await testPortal()
const sku = await make.sku({ stock: 20 })

const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
const always = { until: null, hours: null }
const hours = '12345 09:00-18:00'

/** Creates a group with a line; `put` grants it to a person as a manager did before, and `held` returns when it may be used. */
async function office() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const line = await make.line(company, { name: '东京-01', sku, bound: true })
  const { id: group_id } = await make.lineGroup(company.id, { name: '日本店铺', lines: [line.id] })
  const served = new Date(Date.now() + 9 * 86_400_000)
  const leaver = await make.employee(company.id, { name: '陈雨桐', serviceEndsAt: served })
  const person = await make.employee(company.id, { name: '吴思齐', serviceEndsAt: served })
  const put = ({ id }: { id: string }, { until, hours }: GrantTimes) =>
    system.change`
      insert into line_group_employee (company_id, group_id, employee_id, until, hours)
      values (${company.id}, ${group_id}, ${id}, ${until}, ${hours})`
  const held = async () => {
    const { employees } = (await call('getVplGroupDetail', { group_id }, { sid })).data
    return employees
      .filter(({ employee_id }) => employee_id === person.id)
      .map(({ until, hours }) => ({ until, hours }))
  }
  return { sid, line, group_id, leaver, person, put, held }
}

const [day, week] = [later(86_400_000), later(7 * 86_400_000)]
test.each<[string, GrantTimes, GrantTimes, GrantTimes]>([
  ['for good, over one until tomorrow', always, { until: day, hours: null }, always],
  ['at all hours, over one at some', always, { until: null, hours }, always],
  ['until tomorrow, under one for good', { until: day, hours: null }, always, always],
  ['until tomorrow, under one of a week', { until: day, hours }, { until: week, hours }, { until: week, hours }],
  [
    'of a week, over other hours until tomorrow',
    { until: week, hours },
    { until: day, hours: null },
    { until: week, hours },
  ],
  [
    'until tomorrow, over one that has ended',
    { until: day, hours },
    { until: later(-1000), hours: null },
    { until: day, hours },
  ],
])('a successor in the same group has the grant that leaves the other nothing: %s', async (_, passed, own, result) => {
  const { sid, leaver, person, put, held } = await office()
  await put(leaver, passed)
  await put(person, own)
  const input = { employee_id: leaver.id, successor_id: person.id }
  expect((await call('handOverEmployee', input, { sid })).data).toMatchObject({ lines_handed: 1 })
  expect(await held()).toEqual([result])
})

test('a template grants permanently, also to a person who was in the group until a date, and this can be undone', async () => {
  const { sid, group_id, person, put, held } = await office()
  await put(person, { until: day, hours })
  const template = { name: '日本运营', dept_id: null, days: null, device_limit: null, group_ids: [group_id] }
  const { template_id } = (await call('setTemplate', template, { sid })).data
  const input = { template_id, employee_ids: [person.id] }
  expect((await call('planAccess', { call: 'applyTemplate', input }, { sid })).data.retimed.people).toBe(1)
  const { activity_id } = (await call('applyTemplate', input, { sid })).data
  expect(await held()).toEqual([always])
  expect((await call('undoActivity', { activity_id: activity_id ?? '' }, { sid })).code).toBe(200)
  expect(await held()).toEqual([{ until: day, hours }])
})

test('a person who is added again before an ended grant was removed may use the group again', async () => {
  const { sid, group_id, person, put, held } = await office()
  await put(person, { until: later(-1000), hours })
  const input = { group_id, add_employee_ids: [person.id] }
  expect((await call('planAccess', { call: 'setVplGroupMembers', input }, { sid })).data.retimed.people).toBe(1)
  await call('setVplGroupMembers', input, { sid })
  expect(await held()).toEqual([always])
})

test('a person who is added again while a grant lasts keeps its times', async () => {
  const { sid, group_id, person, put, held } = await office()
  await put(person, { until: day, hours })
  await call('setVplGroupMembers', { group_id, add_employee_ids: [person.id] }, { sid })
  expect(await held()).toEqual([{ until: day, hours }])
})
