import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'
import { settle } from './notices.sql.ts'

const { system } = await testDatabase()
const make = makeOn(system)
const staff = 4000
let offices = 0

/** Creates a company whose manager and one duty holder have a notice of each device and of the open request of its people. */
async function office(devices: number) {
  offices += 1
  const company = await make.company({ managers: 1, employees: 2 })
  const [helper, person] = company.employees
  if (!helper || !person) throw new Error('no employees')
  await system.change`
    with people as (
      insert into account (phone, password_hash, display_name, agreement_version, agreed_at, promotion_code)
      select '199' || lpad((${offices * staff}::integer + n)::text, 8, '0'), '', '员工', '2026-11', now(), null
      from generate_series(1, ${staff}::integer) n returning id
    )
    insert into employee (company_id, account_id, name) select ${company.id}, id, '员工' from people`
  await system.change`
    insert into employee_duty (company_id, employee_id, duty, given_by) values (${company.id}, ${helper.id}, 'devices', '测试')`
  await system.change`
    insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version)
    select ${company.id}, ${person.id}, 'fp-' || n, '电脑', 'windows', '11', '12.0.1' from generate_series(1, ${devices}::integer) n`
  await system.change`
    insert into notice (account_id, kind, subject, title, text)
    select reader, 'device_waiting', 'device:' || id, '', '' from device,
      unnest(array[${company.owner.account.id}, ${helper.account.id}, ${person.account.id}]::uuid[]) reader
    where company_id = ${company.id}`
  await system.change`
    insert into notice (account_id, kind, subject, title, text)
    select account_id, 'service_ending', 'service:' || employee.id, '', '' from employee where company_id = ${company.id}`
  return { company, helper, person }
}

const unread = async (account: { id: string }) =>
  (
    await system.row(z.object({ count: z.number() }))`
    select count(*)::integer from notice where account_id = ${account.id} and read_at is null`
  )?.count

/** Returns the number of rows of these tables read by the work, within its transaction. */
const rowsRead = (tables: string[], work: (transaction: Database) => Promise<unknown>) =>
  system.transaction(async transaction => {
    const read = async () =>
      (
        await transaction.row(z.object({ count: z.number() }))`
        select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::integer as count from pg_stat_xact_user_tables
        where relname = any(${tables})`
      )?.count ?? 0
    const before = await read()
    await work(transaction)
    return (await read()) - before
  })

// Guard: `looking` and `subjects` in settle_gone.sql, without which the staff is read, or a reader’s notices once for each device.
test('the readers of notices about removed things are found without reading all employees', async () => {
  const devices = 100
  const { company, helper, person } = await office(devices)
  await system.change`analyze employee, notice, device`
  const subjects = await system.rows(z.object({ subject: z.string() }))`
    select 'device:' || id as subject from device where company_id = ${company.id} limit 2`
  const settling = (transaction: Database) =>
    settle(
      transaction,
      company.id,
      subjects.map(({ subject }) => subject),
    )
  expect(await rowsRead(['employee', 'notice'], settling)).toBeLessThan(3 * devices)
  expect(await unread(helper.account)).toBe(1 + devices - 2)
  const removing = (transaction: Database) =>
    transaction.change`delete from device where company_id = ${company.id} and employee_id = ${person.id}`
  expect(await rowsRead(['employee', 'notice'], removing)).toBeLessThan(5 * devices)
  expect(await unread(company.owner.account)).toBe(1)
  expect(await unread(helper.account)).toBe(1)
  expect(await unread(person.account)).toBe(devices + 1)
  const nobody = (transaction: Database) => transaction.change`delete from device where company_id = ${company.id}`
  expect(await rowsRead(['employee', 'notice'], nobody)).toBe(0)
})
