import type { Sql } from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { testDatabase } from '#server/testing/database.ts'
import { watchedHandle } from '#server/testing/handles.ts'
import { makeOn } from '#server/testing/make.ts'
import { whileCompared } from './follow.ts'
import { standingAgain, standingOf } from './read-standing.ts'
import { standingDevices, standingGrantsOf, standingLines, standingPeople, standingTables } from './standing.sql.ts'

const { system, companyDatabase } = await testDatabase()
const make = makeOn(system)

interface Plan {
  'Relation Name'?: string
  Plans?: Plan[]
}
const tablesOf = ({ 'Relation Name': name, Plans = [] }: Plan): string[] => [
  ...(name ? [name] : []),
  ...Plans.flatMap(tablesOf),
]
const explained = z.object({ 'QUERY PLAN': z.array(z.object({ Plan: z.custom<Plan>() })) })

test('each part of the standing reads only the tables that its counters watch', async () => {
  const { id } = await make.company()
  const parts = {
    people: standingPeople,
    grants: standingGrantsOf,
    lines: (...[company, companyId, ids]: Parameters<typeof standingPeople>) =>
      standingLines(company, companyId, ids, []),
    devices: (...[company, companyId, ids]: Parameters<typeof standingPeople>) =>
      standingDevices(company, companyId, ids, []),
  }
  for (const [part, read] of Object.entries(parts)) {
    let statement: Sql | undefined
    await read(
      watchedHandle(system, sent => {
        statement = sent
      }),
      id,
      undefined,
    )
    const plan = await system.row(explained)`explain (format json) ${statement}`
    const tables = new Set(tablesOf(plan?.['QUERY PLAN'][0]?.Plan ?? {}))
    expect([...tables].sort(), part).toEqual(standingTables[part as keyof typeof parts].toSorted())
  }
})

test('only the parts that the transaction has changed are read again', async () => {
  const company = await make.company({ employees: 1 })
  const [person] = company.employees
  const line = await make.line(company, { sku: await make.sku({ stock: 1 }), bound: true })
  await make.device({ companyId: company.id, employeeId: person?.id ?? '' })
  const group = await make.lineGroup(company.id, { lines: [line.id] })
  const scope = { employeeIds: [person?.id ?? ''] }
  await companyDatabase(company.id).transaction(async transaction => {
    const before = await standingOf(transaction, company.id, scope)
    expect(before.people.get(person?.id ?? '')?.lines.size).toBe(0)
    const read: string[] = []
    const watched = watchedHandle(transaction, ({ text }) => read.push(text))
    const same = await standingAgain(watched, company.id, scope, before)
    expect(read).toEqual([])
    expect(same.people).toEqual(before.people)
    await whileCompared(
      transaction,
      company.id,
      () => transaction.change`
        insert into line_group_employee (company_id, group_id, employee_id) values (${company.id}, ${group.id}, ${person?.id})`,
    )
    read.length = 0
    const after = await standingAgain(watched, company.id, scope, before)
    expect(after.people.get(person?.id ?? '')?.lines.size).toBe(1)
    expect(read).toEqual([expect.stringContaining('line_group_employee')])
  })
  // Nothing is known about another transaction, so everything is read again.
  const before = await companyDatabase(company.id).transaction(own => standingOf(own, company.id, scope))
  await system.change`update employee set name = '改名' where id = ${person?.id}`
  const after = await companyDatabase(company.id).transaction(own => standingAgain(own, company.id, scope, before))
  expect(after.people.get(person?.id ?? '')?.name).toBe('改名')
})
