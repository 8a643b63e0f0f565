import sql, { type Sql } from 'sql-template-tag'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { getServiceBalance } from '#contract/hours.ts'
import type { ParsedOf } from '#contract/index.ts'
import { employee } from '#contract/records/employee.ts'
import { serviceEntry } from '#contract/records/service-entry.ts'
import { betweenDays } from '#server/database/china-day.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { limitTo, type Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { values } from '#server/database/values.ts'
import { actorName } from '#server/engines/activity/context.ts'
import { endingUntil } from '../counters.sql.ts'
import { isOpen } from '../open-invitation.sql.ts'
import type { Person } from '../people.sql.ts'

type Entry = z.output<typeof serviceEntry.schema>

/** `employee_id` and `employee_name` are null where the days belong to the company. */
export type Booking = Pick<Entry, 'days' | 'employee_id' | 'employee_name'>

const clock = z.object({ now: instant })

/**
 * Returns milliseconds since 1970, by the clock that all replicas share. It is read after the locks, because the
 * transaction may have started before them.
 */
export async function databaseNow(database: Database): Promise<number> {
  const read = await database.row(clock)`select clock_timestamp()::timestamptz(3) as now`
  return read ? Date.parse(read.now) : Date.now()
}

const balance = z.object({ days: z.int() })

/**
 * Adds to the balance, or takes from it when `days` is negative. Returns undefined when the balance would fall below
 * zero, which guards every race for it.
 */
export async function changeBalance(company: Database, companyId: string, days: number): Promise<number | undefined> {
  await company.change`insert into service_balance (company_id) values (${companyId}) on conflict do nothing`
  const changed = await company.row(balance)`
    update service_balance set days = days + ${days}
    where company_id = ${companyId} and days + ${days} >= 0
    returning days`
  return changed?.days
}

export const balanceOf = async (database: Database, companyId: string): Promise<number> =>
  (await database.row(balance)`select days from service_balance where company_id = ${companyId}`)?.days ?? 0

/** Inserts one entry for each booking; together they lead to `balance_after`. */
export const insertEntries = (
  company: Database,
  companyId: string,
  { kind, balance_after, note }: Pick<Entry, 'kind' | 'balance_after' | 'note'>,
  bookings: Booking[],
) =>
  company.change`
    insert into service_entry (company_id, kind, days, balance_after, employee_id, employee_name, actor_name, note)
    select ${companyId}, ${kind}, days,
      ${balance_after}::integer - (sum(days) over () - sum(days) over (order by place))::integer,
      employee_id, employee_name, ${actorName()}, ${note}
    from ${values(bookings, { days: 'integer', employee_id: 'uuid', employee_name: 'text' })}
    order by place`

export const setServiceEnds = (
  company: Database,
  companyId: string,
  ends: Pick<Person, 'employee_id' | 'service_ends_at'>[],
) =>
  company.change`
    update employee set service_ends_at = input.service_ends_at
    from ${values(ends, { employee_id: 'uuid', service_ends_at: 'timestamptz' })}
    where company_id = ${companyId} and employee.id = input.employee_id`

const changedPerson = employee.schema.pick({ employee_id: true })
const reservation = employee.schema.pick({ employee_id: true, reserved_days: true }).extend({ invited_at: instant })

/**
 * Adds to the days that are reserved for people. Returns those whose invitation is still open, which guards against a concurrent
 * answer.
 */
export const raiseReserved = (company: Database, companyId: string, ids: string[], days: number) =>
  company.rows(reservation)`
    update employee set reserved_days = reserved_days + ${days}
    where company_id = ${companyId} and id = any(${ids}::uuid[]) and ${isOpen}
    returning id as employee_id, reserved_days, invited_at`

/** Ends people's reservations, where they are still as read. Returns the people concerned. */
export const clearReserved = (
  company: Database,
  companyId: string,
  people: Pick<Person, 'employee_id' | 'reserved_days'>[],
) =>
  company.rows(reservation)`
    update employee set reserved_days = 0
    from ${values(people, { employee_id: 'uuid', reserved_days: 'integer' })}
    where company_id = ${companyId} and employee.id = input.employee_id
      and employee.reserved_days = input.reserved_days
    returning employee.id as employee_id, employee.reserved_days, employee.invited_at`

/**
 * Takes back the days that one reservation added. Guards: the sum is still that reservation's, and the invitation is the same one,
 * so that nothing is taken after an answer, a withdrawal or another reservation.
 */
export const takeBackReserved = (
  company: Database,
  companyId: string,
  reservations: { id: string; days: number; after: number; invited_at: string }[],
) =>
  company.rows(changedPerson)`
    update employee set reserved_days = employee.reserved_days - input.days
    from ${values(reservations, { id: 'uuid', days: 'integer', after: 'integer', invited_at: 'timestamptz' })}
    where company_id = ${companyId} and employee.id = input.id and employee.reserved_days = input.after
      and employee.invited_at = input.invited_at
    returning employee.id as employee_id`

/** Restores people's former reservations. Guards: nothing was reserved meanwhile, and the invitation is the same one and open. */
export const keepAgain = (
  company: Database,
  companyId: string,
  reservations: { id: string; days: number; invited_at: string }[],
) =>
  company.rows(changedPerson)`
    update employee set reserved_days = input.days
    from ${values(reservations, { id: 'uuid', days: 'integer', invited_at: 'timestamptz' })}
    where company_id = ${companyId} and employee.id = input.id and employee.reserved_days = 0
      and employee.invited_at = input.invited_at and ${isOpen}
    returning employee.id as employee_id`

const serviceFigure = getServiceBalance.output.omit({ balance: true })
const now = sql`now()`
const active = { state: 'active' } as const
const fromNow = (until: Sql, companyId: Sql) => endingUntil(companyId, until, { ...active, from: now })

/**
 * Computes the figures from counters (0012-counters.sql). A person's days left, rounded up, are the days from today to
 * the day their service ends, and one more when it ends later in its day than it is now. For every hour but the present
 * one, that is the same for everybody in it; people whose service ends in the present hour, on any day, are looked up.
 * Those of its last millisecond, who are most, come from the counters again: their end is later than now, except in
 * that millisecond itself.
 */
export async function serviceFigures(company: Database, id: string) {
  // The id is hidden from the planner, which would plan anew for each company, and take longer than the answer.
  const companyId = sql`(select ${id}::uuid)`
  return company.one(serviceFigure)`
  with present as materialized (
    select hour, hour / 24 as day, hour % 24 as slot, block_of(hour) + 1 as next, now() - start_of(hour) as past
    from (select hour_of(now()) as hour) as hours
  )
  select (near.days + far.days + later.days)::integer as assigned_days,
    (select coalesce(sum(reserved_days), 0) from employee where company_id = ${companyId} and reserved_days > 0)::integer
      as reserved_days,
    (served - ended)::integer as employees_in_service,
    within_7 - already as ends_within_7, within_30 - already as ends_within_30
  from (
    select coalesce(sum(employees * (ending.hour / 24 - day + (ending.hour % 24 > slot)::integer)), 0) as days
    from present, service_end_count as ending
    where company_id = ${companyId} and ending.hour > (select hour from present)
      and ending.hour < (select next * 768 from present)
  ) as near, (
    select coalesce(sum(days - employees * (day - (ending.slot % 24 > present.slot
      or ending.slot = present.slot + 24 and past < interval '3599.999 seconds')::integer)), 0) as days
    from present, service_block_count as ending
    where company_id = ${companyId} and block >= (select next from present)
  ) as far, (
    select coalesce(sum(later.employees), 0) as days
    from present
    cross join lateral generate_series(present.hour,
      (select max(hour) from service_end_count where company_id = ${companyId}), 24) as day (hour)
    cross join lateral (
      select count(*) as employees from employee
      where company_id = ${companyId} and service_ends_at > start_of(day.hour) + past
        and service_ends_at
          < start_of(day.hour + 1) - case when day.hour < next * 768 then 0 else 1 end * interval '1 millisecond'
    ) as later
  ) as later, (
    select coalesce(sum(employees), 0) as served from employee_count
    where company_id = ${companyId} and state = 'active' and served
  ) as everybody, (
    select ${endingUntil(companyId, now, active)} as ended, ${fromNow(now, companyId)} as already,
      ${fromNow(sql`now() + interval '7 days'`, companyId)} as within_7,
      ${fromNow(sql`now() + interval '30 days'`, companyId)} as within_30
  ) as ending`
}

/** Returns the same figures for the people of these departments, whom no counter distinguishes. */
export async function figuresWithin(company: Database, companyId: string, departmentIds: string[]) {
  return company.one(serviceFigure)`
    select coalesce(sum(ceil(extract(epoch from service_ends_at - now()) / 86400)) filter (where service_ends_at > now()), 0)::integer
        as assigned_days,
      coalesce(sum(reserved_days), 0)::integer as reserved_days,
      (count(*) filter (where ${inService}))::integer as employees_in_service,
      (count(*) filter (where ${inService} and service_ends_at <= now() + interval '7 days'))::integer as ends_within_7,
      (count(*) filter (where ${inService} and service_ends_at <= now() + interval '30 days'))::integer as ends_within_30
    from employee where company_id = ${companyId} and department_id = any(${departmentIds}::uuid[])`
}

const inService = sql`state = 'active' and service_ends_at > now()`

/** Sets each end back to its `before` if it is still what an assignment made it. Returns the people it changed. */
export const takeBackEnds = (
  company: Database,
  companyId: string,
  ends: { id: string; before: string | null; after: string }[],
) =>
  company.rows(changedPerson)`
    update employee set service_ends_at = input.before
    from ${values(ends, { id: 'uuid', before: 'timestamptz', after: 'timestamptz' })}
    where company_id = ${companyId} and employee.id = input.id and service_ends_at = input.after
    returning employee.id as employee_id`

export type LedgerFilter = ParsedOf<'exportServiceLedger'>

const matching = (companyId: string, { kind, employee_id, from, to }: LedgerFilter) => sql`
  company_id = ${companyId} ${kind ? sql`and kind = ${kind}` : sql``}
  ${employee_id ? sql`and employee_id = ${employee_id}` : sql``}
  and ${betweenDays('created_at', from, to)}`

/** The person, while their page exists. */
const present = `(
  select employee.id from employee
  where employee.company_id = service_entry.company_id and employee.id = service_entry.employee_id
)`

export const listEntries = (company: Database, companyId: string, filter: LedgerFilter, page: Page) =>
  company.rows(serviceEntry.schema)`
  with page as materialized (
    select id from service_entry where ${matching(companyId, filter)}
    order by id desc ${limitTo(page, filter)}
  )
  select ${selectList(serviceEntry.schema, { entry_id: 'id', employee_id: present })}
  from service_entry where company_id = ${companyId} and id = any(array(select id from page))
  order by id desc`

/** Counts at most `most`: entries of one person or of some days by their rows, the company's by triggers (0012-counters.sql). */
export const countEntries = (company: Database, companyId: string, filter: LedgerFilter, most: number) =>
  countOf(
    company,
    filter.employee_id || filter.from || filter.to
      ? sql`
        select count(*) from (
          select from service_entry where ${matching(companyId, filter)} limit ${most}::integer
        ) as counted`
      : sql`
        select least(coalesce(sum(entries), 0), ${most}::integer) from service_entry_count
        where company_id = ${companyId} ${filter.kind ? sql`and kind = ${filter.kind}` : sql``}`,
  )
