import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { silentLog, testDatabase } from '#server/testing/database.ts'
import { runStatement } from '#server/testing/database-setup.ts'
import type { Database } from './database.ts'
import { companyAddress } from './embedded-cluster.ts'
import { companyConnections, connect } from './pool.ts'
import { companyDatabase } from './tenant.ts'

const { system, url, pools } = await testDatabase()
await runStatement(
  url,
  `create table thing (company_id uuid not null, id int not null, primary key (company_id, id));
   alter table thing enable row level security, force row level security;
   create policy everyone on thing to current_user using (true);
   create policy company on thing to portal_company
     using (company_id = nullif(current_setting('portal.company', true), '')::uuid);
   grant select, insert, update, delete on thing to portal_company`,
)
const companies = Array.from({ length: 10 }, () => randomUUID())
const [a = '', b = ''] = companies
await system.change`insert into thing select company::uuid, number from unnest(${companies}::text[]) company, generate_series(1, 20) number`

const things = (database: Database) =>
  database.rows(z.object({ company_id: z.string(), id: z.number() }))`select company_id, id from thing`

test('a company sees its own rows without any filter, the system sees all', async () => {
  const seen = await things(companyDatabase(pools, a))
  expect(seen).toHaveLength(20)
  expect(new Set(seen.map(row => row.company_id))).toEqual(new Set([a]))
  expect(await things(system)).toHaveLength(200)
})

test('a company cannot change another’s rows', async () => {
  const company = companyDatabase(pools, a)
  expect(await company.change`delete from thing where company_id = ${b}`).toBe(0)
  expect(await company.change`update thing set id = id + 1000 where company_id = ${b}`).toBe(0)
  await expect(company.change`insert into thing values (${b}, 99)`).rejects.toMatchObject({ code: '42501' })
  await expect(company.change`update thing set company_id = ${b} where id = 1`).rejects.toMatchObject({
    code: '42501',
  })
  await expect(company.change`create table mine ()`).rejects.toMatchObject({ code: '42501' })
})

test('the connection keeps no company afterwards', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  const connections = companyConnections(narrow.companies)
  await things(companyDatabase(narrow, a))
  await companyDatabase(narrow, a).transaction(things)
  await companyDatabase(narrow, a).change`select 1 / 0`.catch(() => {})
  // What a query that bypassed companyDatabase would see.
  const { rows } = await connections.query(
    `select current_setting('portal.company', true) as company, count(id) from thing`,
  )
  expect(rows).toEqual([{ company: '', count: 0 }])
  await narrow.end()
})

test('when setting the company fails, the following statement does not run', async () => {
  const narrow = connect({ url, log: silentLog, size: 1 })
  const company = companyDatabase(narrow, a)
  const connections = companyConnections(narrow.companies)
  await things(company)
  // Removes the setting's prepared statement, so that the first of the two messages fails.
  await connections.query('deallocate portal_company')
  await connections.query(`select set_config('portal.company', '${b}', false)`)
  // The first attempt fails with 26000 and its connection is discarded; the second, on a new one, runs as company A.
  expect(await company.change`delete from thing`).toBe(20)
  expect(await things(companyDatabase(pools, b))).toHaveLength(20)
  expect(await things(companyDatabase(pools, a))).toHaveLength(0)
  await narrow.end()
  await system.change`insert into thing select ${a}::uuid, generate_series(1, 20)`
})

test('a company id must be a UUID', () => {
  for (const id of ['', '1', `${a}'`, `${a}; drop table thing`, `${a}\n`])
    expect(() => companyDatabase(pools, id)).toThrow()
})

const isExternal = Boolean(process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL)
test.skipIf(isExternal)('a role that logs in directly cannot switch to another', async () => {
  const injected = sql`select set_config('role', 'none', false), current_user`
  const apart = connect({ url, companyUrl: companyAddress(url), log: silentLog, size: 1 })
  const company = companyDatabase(apart, a)
  expect(await things(company)).toHaveLength(20)
  await company.transaction(async transaction => {
    await transaction.change`${injected}`
    expect(await transaction.rows(z.object({ user: z.string() }))`select current_user::text as user`).toEqual([
      { user: 'portal_company' },
    ])
    expect(await things(transaction)).toHaveLength(20)
    const drop = transaction.transaction(inner => inner.change`drop table thing`)
    await expect(drop).rejects.toMatchObject({ code: '42501' })
  })
  await apart.end()
  // The tables' owner may not log in as the companies' user.
  const privileged = connect({ url, companyUrl: url, log: silentLog, size: 1 })
  await expect(companyDatabase(privileged, a).change`select 1`).rejects.toThrow('DATABASE_COMPANY_URL')
  await privileged.end()
})

test('a database address whose options remove the role is refused', async () => {
  const other = connect({ url, log: silentLog, size: 1 })
  companyConnections(other.companies).options.options = ''
  await expect(companyDatabase(other, a).change`select 1`).rejects.toThrow('portal_company')
  await other.end()
})

test('transactions, savepoints and errors keep the company', async () => {
  const company = companyDatabase(pools, a)
  await company.transaction(async one => {
    expect(await things(one)).toHaveLength(20)
    await expect(one.transaction(inner => inner.change`insert into thing values (${b}, 99)`)).rejects.toThrow()
    expect(await things(one)).toHaveLength(20)
    await one.transaction(inner => inner.change`insert into thing values (${a}, 99)`)
  })
  expect(await company.change`delete from thing where id = 99`).toBe(1)
})

/**
 * Runs a hundred at a time. That is many more than there are connections, but even on a busy machine none waits for one until it
 * times out.
 */
async function crowd(count: number, one: (number: number) => Promise<unknown>) {
  let next = 0
  const each = async () => {
    while (next < count) await one(next++)
  }
  await Promise.all(Array.from({ length: 100 }, each))
}

test('thousands of concurrent queries never mix companies', async () => {
  const wrong: unknown[] = []
  const check = async (id: string, number: number) => {
    const company = companyDatabase(pools, id)
    const kind = number % 7
    if (kind === 0) return company.change`select 1 / ${0}::int`.catch(() => {})
    if (kind === 1) return company.change`insert into thing values (${id}, ${1})`.catch(() => {})
    const seen = kind === 2 ? await company.transaction(things) : await things(company)
    if (seen.length !== 20 || seen.some(row => row.company_id !== id)) wrong.push({ id, seen })
  }
  await crowd(3000, number => check(companies[(number * 7919) % companies.length] ?? a, number))
  expect(wrong).toEqual([])
})

test('inserts under load reach the company that made them, each once', async () => {
  await crowd(2000, number => {
    const id = companies[number % companies.length] ?? a
    return companyDatabase(pools, id).change`insert into thing values (${id}, ${1000 + number})`
  })
  const rows = await system.rows(
    z.object({ company_id: z.string(), count: z.number() }),
  )`select company_id, count(*) as count from thing where id >= 1000 group by 1`
  expect(new Map(rows.map(row => [row.company_id, row.count]))).toEqual(new Map(companies.map(id => [id, 200])))
})

// Guard: `current_user` in the restrictive policies. With a role granted manually, PostgreSQL 15 lets every member inherit.
test('a portal whose own user inherits from the companies’ role is narrowed by none of its policies', async () => {
  const narrowing = await system.rows(z.object({ narrowing: z.string() }))`
    select tablename || ': ' || coalesce(qual, '') || coalesce(with_check, '') as narrowing
    from pg_policies where permissive = 'RESTRICTIVE' order by 1`
  expect(narrowing.length).toBeGreaterThan(1)
  for (const each of narrowing)
    expect(each.narrowing).toMatch(/^\w+: \(\(CURRENT_USER <> 'portal_company'::name\) OR /i)
})
