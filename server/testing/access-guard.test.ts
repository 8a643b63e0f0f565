import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { runRolledBack } from '#server/database/rolled-back.ts'
import { compareAccess } from '#server/modules/access/follow.ts'
import { knownCalls } from './access-guard.ts'
import { testDatabase } from './database.ts'
import { makeOn } from './make.ts'

const { pools, system } = await testDatabase()
const make = makeOn(system)
const company = await make.company()
const { id } = company
const above = await make.department(id)
const department = await make.department(id, { parentId: above.id })
const hours = { serviceEndsAt: new Date(Date.now() + 86_400_000) }
const person = await make.employee(id, { departmentId: department.id, ...hours })
const invited = await make.employee(id, { state: 'invited' })
const device = await make.device({ companyId: id, employeeId: person.id })
const sku = await make.sku({ stock: 10 })
const line = await make.line(company, { sku, bound: true })
const ended = await make.line(company, { sku, bound: true, endsAt: new Date(Date.now() - 60_000) })
const unbound = await make.line(company, { sku })
const group = await make.lineGroup(id, { lines: [line.id], departments: [department.id], employees: [person.id] })
const other = await make.lineGroup(id, { name: '另一组' })

/** Sends it as the portal does, and not as a test that prepares rows. */
const send = (statement: ReturnType<typeof sql>, compared: boolean) =>
  pools.system.transaction(async transaction => {
    const work = () => transaction.change`${statement}`
    const rows = compared ? (await compareAccess(transaction, id, {}, work)).result : await work()
    throw new Error(`${rows} rows`)
  })

test.each([
  ['somebody is disabled', sql`update employee set state = 'disabled' where id = ${person.id}`],
  ['somebody joins', sql`update employee set state = 'active' where id = ${invited.id}`],
  ['somebody moves', sql`update employee set department_id = null where id = ${person.id}`],
  ['the limit of devices falls', sql`update employee set device_limit = 1 where id = ${person.id}`],
  ['hours are taken back', sql`update employee set service_ends_at = null where id = ${person.id}`],
  ['a guest’s time ends', sql`update employee set guest_until = now() - interval '1 second' where id = ${person.id}`],
  ['a device is suspended', sql`update device set auth_state = 'suspended' where id = ${device.id}`],
  [
    'a device waits for its audit',
    sql`update device set audit_state = 'pending', audited_at = null where id = ${device.id}`,
  ],
  ['a device is removed', sql`delete from device where id = ${device.id}`],
  ['a line is suspended', sql`update line set state = 'suspended', suspend_reason = '核查' where id = ${line.id}`],
  ['a line comes back', sql`update line set ends_at = now() + interval '30 days' where id = ${ended.id}`],
  ['a department moves', sql`update department set parent_id = null where id = ${department.id}`],
  ['the company is frozen', sql`update company set state = 'frozen' where id = ${id}`],
  ['a line leaves its group', sql`delete from line_group_line where group_id = ${group.id}`],
  ['a department leaves a group', sql`delete from line_group_department where group_id = ${group.id}`],
  ['somebody leaves a group', sql`delete from line_group_employee where group_id = ${group.id}`],
  [
    'a department above comes into a group',
    sql`insert into line_group_department (company_id, group_id, department_id) values (${id}, ${other.id}, ${above.id})`,
  ],
])('it is refused that %s while nobody compares', async (_, statement) => {
  await expect(send(statement, false)).rejects.toThrow('nothing records it')
  await expect(send(statement, true)).rejects.toThrow('1 rows')
})

test.each([
  ['a line is renamed', sql`update line set name = '东京-02' where id = ${line.id}`],
  ['a line is renewed in time', sql`update line set ends_at = ends_at + interval '30 days' where id = ${line.id}`],
  [
    'hours are lengthened',
    sql`update employee set service_ends_at = now() + interval '9 days' where id = ${person.id}`,
  ],
  ['an invitation lapses', sql`update employee set state = 'lapsed' where id = ${invited.id}`],
  [
    'an unbound line comes into a group',
    sql`insert into line_group_line (company_id, group_id, line_id) values (${id}, ${group.id}, ${unbound.id})`,
  ],
  [
    'somebody invited comes into a group',
    sql`insert into line_group_employee (company_id, group_id, employee_id) values (${id}, ${group.id}, ${invited.id})`,
  ],
])('it needs no record that %s', async (_, statement) => {
  await expect(send(statement, false)).rejects.toThrow('1 rows')
})

test('a change during another company’s comparison, or after a comparison, is refused as well', async () => {
  const disable = sql`update employee set state = 'disabled' where id = ${person.id}`
  const elsewhere = await make.company()
  const within = pools.system.transaction(transaction =>
    compareAccess(transaction, elsewhere.id, {}, () => transaction.change`${disable}`),
  )
  await expect(within).rejects.toThrow('nothing records it')
  const after = pools.system.transaction(async transaction => {
    await compareAccess(transaction, id, {}, async () => {})
    await transaction.change`${disable}`
  })
  await expect(after).rejects.toThrow('nothing records it')
})

test('a transaction that is taken back may do anything', async () => {
  const change = runRolledBack(
    pools.system,
    transaction => transaction.change`update employee set state = 'disabled' where id = ${person.id}`,
  )
  expect(await change).toBe(1)
})

test('a call by which access changes has a plan, or is known to have none', async () => {
  const record = (call: string | null) =>
    pools.system.transaction(async transaction => {
      await transaction.change`
        insert into activity (company_id, actor_kind, actor_name, action, subject_name, call)
        values (${id}, 'system', '系统', 'line.access', '东京-01', ${call})`
      throw new Error('written')
    })
  for (const call of ['bindCompanyVpl', 'orderOpera', null]) await expect(record(call)).rejects.toThrow('written')
  await expect(record('setShop')).rejects.toThrow('declares no changesAccess')
  expect(knownCalls.filter(name => !(name in contract) && !(name in operations))).toEqual(['scim'])
})
