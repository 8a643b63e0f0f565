import sql, { raw, type Sql } from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { foldCounters } from '#server/engines/counters/fold-counters.ts'
import { peopleFigures, serviceExpiries } from '#server/modules/customers/overview.sql.ts'
import { testDatabase } from '#server/testing/database.ts'
import { newPhone } from '#server/testing/identities.ts'
import { makeOn } from '#server/testing/make.ts'
import { seededNumbers } from '#server/testing/seeded.ts'
import { serviceFigures } from './hours/hours.sql.ts'

const { system, companyDatabase } = await testDatabase()
const make = makeOn(system)
const fold = () => foldCounters({ system }, { stopping: new AbortController().signal })

/** Compares the counters of all companies with a count of the rows themselves; the result is empty when they agree. */
const differences = (database: Database) =>
  database.rows(
    z.object({ counter: z.string(), company_id: z.string(), key: z.array(z.string().nullable()), change: z.int() }),
  )`
  select counter, company_id, key, sum(change) as change from (
    select 'employee' as counter, company_id, array[department_id::text, state, (service_ends_at is not null)::text] as key, 1 as change
      from employee
    union all select 'employee', company_id, array[department_id::text, state, served::text], -employees from employee_count
    union all select 'service_end', company_id, array[hour_of(service_ends_at)::text, state], 1 from employee
      where service_ends_at is not null
    union all select 'service_end', company_id, array[hour::text, state], -employees from service_end_count
    union all select 'service_block', company_id, array[(hour_of(service_ends_at) / 768)::text,
        date_part('hour', service_ends_at at time zone 'UTC')::text,
        (service_ends_at = date_trunc('hour', service_ends_at) + interval '3599.999 seconds')::text, state], 1
      from employee where service_ends_at is not null
    union all select 'service_block', company_id, array[block::text, (slot % 24)::text, (slot >= 24)::text, state], -employees
      from service_block_count
    union all select 'days of blocks', company_id, array[state], hour_of(service_ends_at) / 24 from employee
      where service_ends_at is not null
    union all select 'days of blocks', company_id, array[state], -days from service_block_count
    union all select 'entry', company_id, array[kind], 1 from service_entry
    union all select 'entry', company_id, array[kind], -entries from service_entry_count
    union all select 'device', company_id, array[platform, client_version_key, audit_state, auth_state], 1 from device
    union all select 'device', company_id, array[platform, client_version_key, audit_state, auth_state], -devices
      from device_count
  ) as either group by counter, company_id, key having sum(change) <> 0`

interface Place {
  companyId: string
  departments: (string | undefined)[]
}

async function placeOf(): Promise<Place> {
  const { id } = await make.company()
  const made = await Promise.all([1, 2, 3].map(() => make.department(id)))
  return { companyId: id, departments: [undefined, ...made.map(department => department.id)] }
}

const employeeStates = ['invited', 'active', 'disabled']
const ends = ['-40 days', '-10 minutes', '50 minutes', '7 days', '30 days', '100 days']
/** Most people's service ends at the end of a day. */
const endOfDay = sql`date_trunc('day', now(), 'Asia/Shanghai') + interval '1 day - 1 millisecond'`

/** Returns random changes of those people of one company whose names begin with `mine`. */
function changesOf({ companyId, departments }: Place, mine: string, dice: (below: number) => number): (() => Sql)[] {
  const one = <Item>(items: Item[]): Item => items[dice(items.length)] as Item
  const some = () => sql`company_id = ${companyId} and role <> 'owner' and name like ${`${mine}%`}
    and mod(abs(hashtext(id::text || ${String(dice(1000))})), 4) = 0`
  const theirs = () => sql`company_id = ${companyId} and fingerprint like ${`${mine}%`}
    and mod(abs(hashtext(id::text || ${String(dice(1000))})), 3) = 0`
  const add = () => {
    const phones = Array.from({ length: 1 + dice(8) }, newPhone)
    return sql`
      with made as (insert into account (phone, display_name) select phone, 'x' from unnest(${phones}::text[]) phone returning id)
      insert into employee (company_id, account_id, name, department_id, state, service_ends_at)
      select ${companyId}, id, ${mine}, ${one(departments) ?? null}::uuid, ${one(employeeStates)},
        now() + ${one([...ends, null])}::interval from made
      on conflict do nothing`
  }
  const register = () => sql`
    insert into device (company_id, employee_id, fingerprint, name, platform, os_version, client_version, audit_state)
    select ${companyId}, id, ${mine} || uuidv7(), '电脑', ${one(['windows', 'mac'])}, '11', ${one(['12.0.1', '12.3.0'])},
      ${one(['pending', 'approved'])} from employee where ${some()} limit 5`
  return [
    add,
    add,
    register,
    register,
    () => sql`update employee set department_id = ${one(departments) ?? null}::uuid where ${some()}`,
    () => sql`update employee set state = ${one(employeeStates)}, reserved_days = 0, job_number = null where ${some()}`,
    () => sql`update employee set service_ends_at = now() + ${one([...ends, null])}::interval where ${some()}`,
    () => sql`update employee set reserved_days = reserved_days + 30 where ${some()} and state = 'invited'`,
    // A person agrees: the reserved days begin.
    () => sql`
      update employee set state = 'active', reserved_days = 0, service_ends_at = now() + make_interval(hours => 24 * reserved_days)
      where ${some()} and state = 'invited'`,
    () => sql`update employee set service_ends_at = service_ends_at + interval '59 minutes' where ${some()}`,
    () => sql`
      update employee set service_ends_at = ${endOfDay} + ${one(['-40 days', '0', '3 days', '99 days'])}::interval
      where ${some()}`,
    () => sql`
      insert into service_entry (company_id, kind, days, balance_after, actor_name)
      select ${companyId}, ${one(['gift', 'purchase'])}, 1, 1, 'x' from generate_series(1, ${1 + dice(3)}::integer)`,
    () => sql`update employee set device_limit = 3 where ${some()}`,
    // The foreign key removes their devices with them.
    () => sql`delete from employee where ${some()} and device_limit = 3`,
    () => sql`update device set audit_state = ${one(['approved', 'rejected'])} where ${theirs()}`,
    () =>
      sql`update device set auth_state = ${one(['authorized', 'suspended'])}, last_seen_at = now() where ${theirs()}`,
    () => sql`update device set client_version = ${one(['12.0.1', '12.3.0', '9.9'])} where ${theirs()}`,
    () => sql`delete from device where ${theirs()} and audit_state = 'rejected'`,
  ]
}

describe('employee counters', () => {
  test('match the rows after any change, before and after folding', async () => {
    const dice = seededNumbers(20_261_120)
    const changes = changesOf(await placeOf(), '甲', dice)
    for (let round = 0; round < 150; round++) {
      const change = changes[dice(changes.length)]?.()
      if (!change) throw new Error('no change')
      if (dice(6) === 0) {
        const undone = system.transaction(async transaction => {
          await transaction.change`${change}`
          throw new Error('undone')
        })
        await expect(undone).rejects.toThrow('undone')
      } else await system.change`${change}`
      if (dice(8) === 0) await fold()
      if (round % 10 === 9) expect(await differences(system), `round ${round}`).toEqual([])
    }
    await fold()
    expect(await differences(system)).toEqual([])
    const left = await system.row(z.object({ unfolded: z.int(), nothing: z.int() }))`
    select count(*) filter (where not folded) as unfolded, count(*) filter (where employees = 0) as nothing from employee_count`
    expect(left).toEqual({ unfolded: 0, nothing: 0 })
  })

  // Guard: the shape of the counters. If sums were kept in one row for each key, both connections would lock those rows in opposite
  // orders, and one of the two would end with a deadlock.
  test('cause no deadlock when two connections change one company in opposite orders', async () => {
    const place = await placeOf()
    const changing = async (mine: string, seed: number) => {
      const dice = seededNumbers(seed)
      const changes = changesOf(place, mine, dice)
      const company = companyDatabase(place.companyId)
      for (let round = 0; round < 40; round++)
        await system.transaction(async transaction => {
          for (let step = 0; step < 4; step++) {
            const change = changes[dice(changes.length)]?.()
            if (change) await transaction.change`${change}`
          }
        })
      await company.change`update employee set state = 'active', reserved_days = 0 where name = ${mine} and role <> 'owner'`
    }
    let over = false
    const folding = (async () => {
      while (!over) await fold()
    })()
    const folding2 = (async () => {
      while (!over) await fold()
    })()
    await Promise.all([changing('乙', 1), changing('丙', 2)]).finally(() => {
      over = true
    })
    await Promise.all([folding, folding2])
    expect(await differences(system)).toEqual([])
  })

  test('can be changed by one transaction while another has uncommitted changes', async () => {
    const { companyId } = await placeOf()
    const [one, other] = [await make.employee(companyId), await make.employee(companyId)]
    const disable = (database: Database, id: string) =>
      database.change`update employee set state = 'disabled' where company_id = ${companyId} and id = ${id}`
    await system.transaction(async transaction => {
      await disable(transaction, one.id)
      await system.transaction(async second => {
        await second.row(z.object({ set_config: z.string() }))`select set_config('lock_timeout', '200ms', true)`
        await disable(second, other.id)
      })
    })
    expect(await differences(system)).toEqual([])
  })

  test('can be read only by their company and written by none', async () => {
    const [own, foreign] = [await make.company(), await make.company()]
    const company = companyDatabase(own.id)
    const counters = [
      'employee_count',
      'service_end_count',
      'service_block_count',
      'service_entry_count',
      'device_count',
    ]
    for (const table of counters.map(name => raw(name))) {
      expect(await company.rows(z.object({}))`select from ${table} where company_id = ${foreign.id}`).toEqual([])
      await expect(company.change`delete from ${table}`).rejects.toThrow('permission denied')
    }
    expect(
      await company.rows(z.object({ people: z.int() }))`select sum(employees) as people from employee_count`,
    ).toEqual([{ people: 1 }])
  })
})

test('figures of hours match the people’s own ends, to the millisecond', async () => {
  const { companyId } = await placeOf()
  await system.transaction(async transaction => {
    // The ends lie around now, in its hour, at the same time on other days, and at the instants that figures ask for.
    await transaction.change`
      with moments as (
        select moment + make_interval(secs => nudge) as at
        from unnest(array[0, 1, 7, 14, 15, 16, 29, 30, 31, 89, 90, 91, -1, -20]) as days,
          unnest(array[now() + make_interval(days => days), start_of(hour_of(now())) + make_interval(days => days),
            start_of(hour_of(now())) + make_interval(days => days, hours => 1),
            date_trunc('day', now() + make_interval(days => days), 'Asia/Shanghai'),
            now() + make_interval(days => days, hours => 5), now() + make_interval(days => days, hours => -5)]) as moment,
          unnest(array[0, 0.001, -0.001, 61]) as nudge
      ), numbered as (select at, row_number() over () as n from moments), made as (
        insert into account (phone, display_name) select '1' || (5000000000 + n), 'x' from numbered returning id, phone
      )
      insert into employee (company_id, account_id, name, state, service_ends_at)
      select ${companyId}, made.id, 'x', case when n % 5 = 0 then 'disabled' else 'active' end, at
      from numbered join made on made.phone = '1' || (5000000000 + n)`
    await transaction.change`
      with made as (insert into account (phone, display_name) values ('16900000001', 'x') returning id)
      insert into employee (company_id, account_id, name, state, reserved_days)
      select ${companyId}, id, 'x', 'invited', 45 from made`
    expect(await serviceFigures(transaction, companyId)).toEqual(
      await transaction.row(
        z.object({
          assigned_days: z.int(),
          reserved_days: z.int(),
          employees_in_service: z.int(),
          ends_within_7: z.int(),
          ends_within_30: z.int(),
        }),
      )`
      select sum(ceil(date_part('epoch', service_ends_at - now()) / 86400))::integer as assigned_days,
        (select sum(reserved_days)::integer from employee where company_id = ${companyId}) as reserved_days,
        count(*) filter (where state = 'active')::integer as employees_in_service,
        count(*) filter (where state = 'active' and service_ends_at <= now() + interval '7 days')::integer as ends_within_7,
        count(*) filter (where state = 'active' and service_ends_at <= now() + interval '30 days')::integer as ends_within_30
      from employee where company_id = ${companyId} and service_ends_at > now()`,
    )
    expect(await peopleFigures(transaction, companyId)).toEqual(
      await transaction.row(
        z.object({
          total: z.int(),
          active: z.int(),
          invited: z.int(),
          disabled: z.int(),
          in_service: z.int(),
          ends_soon: z.int(),
          ended: z.int(),
          without_service: z.int(),
          without_department: z.int(),
        }),
      )`
      select count(*)::integer as total, count(*) filter (where state = 'active')::integer as active,
        count(*) filter (where state = 'invited')::integer as invited,
        count(*) filter (where state = 'disabled')::integer as disabled,
        count(*) filter (where state = 'active' and service_ends_at > now())::integer as in_service,
        count(*) filter (where state = 'active' and service_ends_at > now()
          and service_ends_at <= now() + interval '15 days')::integer as ends_soon,
        count(*) filter (where state = 'active' and service_ends_at <= now())::integer as ended,
        count(*) filter (where state = 'active' and service_ends_at is null)::integer as without_service,
        count(*) filter (where department_id is null)::integer as without_department
      from employee where company_id = ${companyId}`,
    )
    expect(await serviceExpiries(transaction, companyId)).toEqual(
      await transaction.rows(z.object({ day: z.string(), employees: z.int() }))`
      select to_char(service_ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::integer as employees
      from employee
      where company_id = ${companyId} and state = 'active' and service_ends_at > now()
        and service_ends_at < date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days'
      group by 1 order by 1`,
    )
  })
})
