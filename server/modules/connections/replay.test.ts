import { expect, test } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'
import { connectionWorld } from './connections.fixture.ts'
import { lastUses } from './passport.sql.ts'

const portal = await testPortal()
const { make, call, system } = portal

test('the plan of a change names recent users of the lines who would have lost them', async () => {
  const { company, lineId, groupId, sid, client } = await connectionWorld(portal)
  const other = await make.line(company, { bound: true, name: '巴黎-01' })
  await make.lineGroup(company.id, { name: '别的组', lines: [other.id] })
  const [used, idle, longAgo] = [await client(), await client(), await client()]
  await used.connect()
  await used.connect()
  await longAgo.connect()
  await system.change`
    update address_use set first_at = now() - interval '92 days', last_at = now() - interval '91 days'
    where company_id = ${company.id} and employee_id = ${longAgo.employee.id}`
  const input = { group_id: groupId, svp_ids: [] }
  const { data } = await call('planAccess', { call: 'setVplGroupLines', input }, { sid })
  expect(data.lost.people).toBe(3)
  expect(data.used).toMatchObject({
    people: 1,
    list: [{ employee_id: used.employee.id, lines: 1, line_names: ['东京-01'] }],
  })
  // A person who keeps the line is not cut off.
  await make.lineGroup(company.id, { name: '第二组', lines: [lineId], employees: [used.employee.id, idle.employee.id] })
  const kept = await call('planAccess', { call: 'setVplGroupLines', input }, { sid })
  expect(kept.data.used).toEqual({ people: 0, list: [] })
})

test('the last uses of a person are found and limited to the requested lines', async () => {
  const { company, client, lineId } = await connectionWorld(portal)
  const lines = [lineId, (await make.line(company, { bound: true })).id, (await make.line(company, { bound: true })).id]
  const { employee, report } = await client()
  for (const svp_id of [...lines, ...lines.slice(0, 2)])
    await report([{ connection_id: crypto.randomUUID(), event: 'connect', svp_id }])
  const own = portal.services.companyDatabase(company.id)
  const ask = (lineIds: string[], people = 50) =>
    lastUses(own, company.id, { employeeIds: [employee.id], lineIds }, { people, lines: 2 })
  const [found, ...more] = await ask(lines)
  expect(more).toEqual([])
  // The first two were used again, and are therefore last; three are counted and two are named.
  expect(found).toMatchObject({ employee_id: employee.id, lines: 3, people: 1 })
  expect([...(found?.line_ids ?? [])].sort()).toEqual(lines.slice(0, 2).sort())
  expect(await ask([lines[2] ?? ''])).toMatchObject([{ lines: 1, line_ids: [lines[2]] }])
})

test('people losing different lines are each checked only for the lines they lose', async () => {
  const { company, client, lineId, sid } = await connectionWorld(portal)
  const other = await make.line(company, { bound: true, name: '巴黎-01' })
  const second = await make.lineGroup(company.id, { name: '第二组', lines: [other.id] })
  const [one, two] = [await client(), await client()]
  await system.change`
    insert into line_group_employee (company_id, group_id, employee_id) values (${company.id}, ${second.id}, ${two.employee.id})`
  for (const each of [one, two])
    await each.report([
      { connection_id: crypto.randomUUID(), event: 'connect', svp_id: lineId },
      { connection_id: crypto.randomUUID(), event: 'connect', svp_id: other.id },
    ])
  const input = { employee_ids: [one.employee.id, two.employee.id] }
  const { data } = await call('planAccess', { call: 'delCompanyUser', input }, { sid })
  const found = new Map(data.used.list.map(({ employee_id, lines }) => [employee_id, lines]))
  expect([found.get(one.employee.id), found.get(two.employee.id), data.used.people]).toEqual([1, 2, 2])
})
