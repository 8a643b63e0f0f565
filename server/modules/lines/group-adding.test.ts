import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { make, call } = await testPortal()
const sku = await make.sku({ stock: 20 })

/** Creates an empty group of a company with three lines, a department and three people with service. */
async function office() {
  const company = await make.company({ employees: 1 })
  const sid = await make.session(company.owner.account)
  const sales = await make.department(company.id, { name: '运营中心' })
  const serviceEndsAt = new Date(Date.now() + 9 * 86_400_000)
  const person = (name: string) => make.employee(company.id, { name, serviceEndsAt })
  const people = { chen: await person('陈雨桐'), wu: await person('吴思齐'), alone: await person('肖亦凡') }
  const lines: string[] = []
  for (const name of ['洛杉矶-01', '洛杉矶-02', '东京-01'])
    lines.push((await make.line(company, { name, sku, bound: true })).id)
  const { group_id } = (await call('setVplGroup', { name: '日本店铺' }, { sid })).data
  return { sid, sales, people, lines, group_id }
}

test('a group keeps the lines that others put in meanwhile if one is added', async () => {
  const { sid, lines, group_id } = await office()
  await call('setVplGroupLines', { group_id, svp_ids: lines.slice(0, 1) }, { sid })
  // Guard: the group's contents are read behind its lock; each of these calls knows only its own line.
  const added = await Promise.all(
    lines.slice(1).map(id => call('setVplGroupLines', { group_id, add_svp_ids: [id] }, { sid })),
  )
  expect(added.map(({ code }) => code)).toEqual([200, 200])
  const held = (await call('getVplGroupDetail', { group_id }, { sid })).data.lines.map(({ svp_id }) => svp_id)
  expect(held.toSorted()).toEqual(lines.toSorted())
  expect(await call('setVplGroupLines', { group_id }, { sid })).toMatchObject({ code: -41003, data: 'svp_ids' })
})

test('a group keeps the people that others put in meanwhile if one is added, which can be undone', async () => {
  const { sid, sales, people, lines, group_id } = await office()
  await call('setVplGroupLines', { group_id, svp_ids: lines }, { sid })
  await call('setVplGroupMembers', { group_id, dept_ids: [sales.id] }, { sid })
  const { chen, wu, alone } = people
  const until = '2126-11-30T10:00:00.000Z'
  const input = { group_id, add_employee_ids: [chen.id], times: [{ id: chen.id, until, hours: null }] }
  expect((await call('setVplGroupMembers', input, { sid })).code).toBe(200)
  // Guard: the group's contents are read behind its lock; each of these calls knows only its own person.
  const added = await Promise.all(
    [wu, alone].map(({ id }) => call('setVplGroupMembers', { group_id, add_employee_ids: [id] }, { sid })),
  )
  expect(added.map(({ code }) => code)).toEqual([200, 200])
  const held = async () => (await call('getVplGroupDetail', { group_id }, { sid })).data
  const holding = async () => (await held()).employees.map(({ name }) => name).toSorted()
  expect(await holding()).toEqual(['吴思齐', '肖亦凡', '陈雨桐'].toSorted())
  expect((await held()).departments.map(({ dept_id }) => dept_id)).toEqual([sales.id])
  expect((await held()).employees.find(({ name }) => name === '陈雨桐')).toMatchObject({ until })
  // Adding a person who is in it already is no change.
  const again = { group_id, add_employee_ids: [chen.id] }
  expect((await call('setVplGroupMembers', again, { sid })).data.activity_id).toBeUndefined()
  await call('setVplGroupMembers', { group_id, employee_ids: [chen.id, wu.id] }, { sid })
  const back = { group_id, add_employee_ids: [alone.id] }
  expect((await call('planAccess', { call: 'setVplGroupMembers', input: back }, { sid })).data).toMatchObject({
    gained: { people: 1, list: [{ name: '肖亦凡' }] },
    lost: { people: 0 },
    undoable: true,
  })
  const { activity_id = '' } = (await call('setVplGroupMembers', back, { sid })).data
  expect((await call('undoActivity', { activity_id }, { sid })).code).toBe(200)
  expect(await holding()).toEqual(['吴思齐', '陈雨桐'].toSorted())
  // The times alone can be changed.
  const times = [{ id: chen.id, until: null, hours: null }]
  expect((await call('setVplGroupMembers', { group_id, times }, { sid })).code).toBe(200)
  expect((await held()).employees.map(({ until }) => until)).toEqual([null, null])
  expect(await call('setVplGroupMembers', { group_id }, { sid })).toMatchObject({
    code: -41003,
    data: 'employee_ids',
  })
})

test('removals from a group leave the concurrent additions and removals of others alone', async () => {
  const { sid, sales, people, lines, group_id } = await office()
  const { chen, wu, alone } = people
  const held = async () => {
    const { data } = await call('getVplGroupDetail', { group_id }, { sid })
    return {
      lines: data.lines.map(({ svp_id }) => svp_id).toSorted(),
      departments: data.departments.map(({ dept_id }) => dept_id),
      employees: data.employees.map(({ employee_id }) => employee_id),
    }
  }
  await call('setVplGroupLines', { group_id, svp_ids: lines.slice(0, 2) }, { sid })
  const members = { group_id, dept_ids: [sales.id], employee_ids: [chen.id, wu.id] }
  await call('setVplGroupMembers', members, { sid })
  // Another manager adds 肖亦凡 and a line and removes 吴思齐 after the dialogs were opened.
  await call('setVplGroupMembers', { group_id, add_employee_ids: [alone.id], remove_employee_ids: [wu.id] }, { sid })
  await call('setVplGroupLines', { group_id, add_svp_ids: lines.slice(2) }, { sid })

  const out = { group_id, remove_employee_ids: [chen.id, wu.id], remove_dept_ids: [sales.id] }
  const plan = (await call('planAccess', { call: 'setVplGroupMembers', input: out }, { sid })).data
  expect(plan).toMatchObject({ lost: { people: 1, list: [{ name: '陈雨桐' }] }, gained: { people: 0 } })
  expect((await call('setVplGroupMembers', out, { sid })).code).toBe(200)
  expect((await call('setVplGroupLines', { group_id, remove_svp_ids: lines.slice(0, 1) }, { sid })).code).toBe(200)
  const rest = { lines: lines.slice(1).toSorted(), departments: [], employees: [alone.id] }
  expect(await held()).toEqual(rest)
  // Removing a person who is out already is no change.
  expect((await call('setVplGroupMembers', out, { sid })).data.activity_id).toBeUndefined()
  const { activity_id = '' } = (await call('setVplGroupMembers', { group_id, add_dept_ids: [sales.id] }, { sid })).data
  expect(await held()).toEqual({ ...rest, departments: [sales.id] })
  expect((await call('undoActivity', { activity_id }, { sid })).code).toBe(200)
  expect(await held()).toEqual(rest)
  const foreign = await make.department((await make.company()).id)
  expect((await call('setVplGroupMembers', { group_id, add_dept_ids: [foreign.id] }, { sid })).code).toBe(-46001)
})
