import { expect, test } from 'vitest'
import { z } from 'zod'
import { maxDepartments } from '#contract/people.ts'
import { asCompany } from '#server/database/as-company.ts'
import { asSystem } from '#server/engines/activity/context.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import type { Decision } from './deciding.ts'
import { syncDepartments } from './departments.ts'
import { settleNumbers } from './job-numbers.ts'

const { system } = await testDatabase()
const make = makeOn(system)

/** Milliseconds of processor time; each of these takes a fraction of a second, and took many seconds while it searched all for each. */
const little = 3_000

/** Measures processor time, because a busy machine would make any of these late. */
async function usedBy(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system: kernel } = process.threadCpuUsage(before)
  return (user + kernel) / 1000
}

async function companyWithDirectory(): Promise<string> {
  const { id } = await make.company()
  await system.change`
    insert into directory (company_id, source, owns, leaver, successor) values (${id}, 'scim', '{}', 'disable', 'none')`
  return id
}

const sync = (companyId: string) =>
  system.transaction(transaction =>
    asCompany(transaction, companyId, company => asSystem(() => syncDepartments(company, companyId))),
  )

test('departments beyond the most that a company can have are merged into those above them', async () => {
  const id = await companyWithDirectory()
  await system.change`
    insert into department (company_id, name, sort)
    select ${id}, '部门' || n, n from generate_series(2, ${maxDepartments}) n`
  await system.change`
    insert into directory_department (company_id, external_id, parent_external_id, name)
    values (${id}, 'above', null, '上级'), (${id}, 'below', 'above', '下级')`
  const [first, again] = [await sync(id), await sync(id)]
  expect([first.added, again.added]).toEqual([1, 0])
  expect(again.placeOf('above')).not.toBeNull()
  expect(again.placeOf('below')).toBe(again.placeOf('above'))
}, 60_000)

// Every change by SCIM compares all departments, in which time the process serves nobody else.
test('thousands of departments of one name are compared without searching through all for each', async () => {
  const id = await companyWithDirectory()
  await system.change`
    with named as (
      select uuidv7() as id, lpad(n::text, 6, '0') as number from generate_series(1, 20000) n
    ), departments as (
      insert into department (company_id, id, name, sort)
      select ${id}, id, case when number = '000001' then '组' else '组（' || number || '）' end, number::integer from named
    )
    insert into directory_department (company_id, external_id, name, department_id)
    select ${id}, 'group-' || number, '组', id from named`
  expect(await usedBy(() => sync(id))).toBeLessThan(little)
}, 60_000)

test('departments of one name whose ids end alike are told apart by more of their ids', async () => {
  const id = await companyWithDirectory()
  await system.change`
    insert into directory_department (company_id, external_id, name)
    select ${id}, external_id, '运营' from unnest(${['a-1-123456', 'b-2-123456', 'c-3-123456']}::text[]) external_id`
  const names = async () => {
    await sync(id)
    const rows = await system.rows(z.object({ name: z.string() }))`
      select name from department where company_id = ${id} order by id`
    return rows.map(({ name }) => name)
  }
  const first = await names()
  expect(first).toEqual(['运营', '运营（123456）', '运营（c-3-123456）'])
  expect(await names()).toEqual(first)
})

// Guard: each claim that fails is followed to the one that it makes fail. Without it all claims are judged again for each.
test('a chain of thousands of job numbers whose last is taken is followed once', async () => {
  const company = await make.company()
  const count = 6_000
  await system.change`
    with added as (
      insert into account (phone, display_name) select (13700000000 + n)::text, '员工' from generate_series(0, ${count}::integer) n
      returning id, phone::bigint - 13700000000 as number
    )
    insert into employee (company_id, account_id, name, job_number, state)
    select ${company.id}, id, '员工', number::text, 'active' from added`
  const people = await system.rows(z.object({ employee_id: z.string(), number: z.int() }))`
    select id as employee_id, job_number::integer as number from employee
    where company_id = ${company.id} and job_number is not null and job_number <> ${String(count)} order by 2`
  // Each gets the number of the next, and the last the one of a person who keeps it.
  const decisions = people.map(({ employee_id, number }) => ({
    row: { external_id: `p${number}` },
    person: { employee_id },
    kind: 'keep',
    changes: { job_number: String(number + 1) },
  })) as unknown as Decision[]
  let problems: ReadonlyMap<string, string> = new Map()
  const used = await usedBy(() =>
    system.transaction(transaction =>
      asCompany(transaction, company.id, async handle => {
        problems = await settleNumbers(handle, company.id, { owns: ['job_number'] }, decisions, [])
      }),
    ),
  )
  expect(problems.size).toBe(count)
  expect(used).toBeLessThan(little)
}, 60_000)
