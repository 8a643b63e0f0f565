import sql, { type Sql } from 'sql-template-tag'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'
import { endingUntil } from '../employees/counters.sql.ts'

type Kind = OutputOf<'getServiceLedger'>['list'][number]['kind']

export interface Booking {
  days: number
  employeeId: string | null
  employeeName: string | null
}

/** Milliseconds since 1970, by the clock that all replicas share. Read after the locks: the transaction's own start may lie before. */
export const databaseNow = async (database: Database): Promise<number> =>
  (await database.row<{ now: Date }>(sql`select clock_timestamp()::timestamptz(3) as now`))?.now.getTime() ?? Date.now()

/** Adds to the balance (or takes, when negative). Undefined when it would fall below zero: the guard of every race for it. */
export async function changeBalance(company: Database, companyId: string, days: number): Promise<number | undefined> {
  await company.change(sql`insert into service_balance (company_id) values (${companyId}) on conflict do nothing`)
  const changed = await company.row<{ days: number }>(sql`
    update service_balance set days = days + ${days}
    where company_id = ${companyId} and days + ${days} >= 0
    returning days`)
  return changed?.days
}

export const balanceOf = async (database: Database, companyId: string): Promise<number> =>
  (await database.row<{ days: number }>(sql`select days from service_balance where company_id = ${companyId}`))?.days ??
  0

/** One entry for each booking, which together led to `balance`. */
export const insertEntries = (
  company: Database,
  companyId: string,
  {
    kind,
    bookings,
    balance,
    actorName,
    note,
  }: {
    kind: Kind
    bookings: Booking[]
    balance: number
    actorName: string
    note: string
  },
) =>
  company.change(sql`
    insert into service_entry (company_id, kind, days, balance_after, employee_id, employee_name, actor_name, note)
    select ${companyId}, ${kind}, days,
      ${balance}::integer - (sum(days) over () - sum(days) over (order by place))::integer,
      employee_id, employee_name, ${actorName}, ${note}
    from unnest(${bookings.map(({ days }) => days)}::integer[], ${bookings.map(({ employeeId }) => employeeId)}::uuid[],
      ${bookings.map(({ employeeName }) => employeeName)}::text[])
      with ordinality as given (days, employee_id, employee_name, place)
    order by place`)

export const setServiceEnds = (company: Database, companyId: string, ends: { id: string; endsAt: Date }[]) =>
  company.change(sql`
    update employee set service_ends_at = given.ends_at
    from unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ endsAt }) => endsAt)}::timestamptz[]) as given (id, ends_at)
    where company_id = ${companyId} and employee.id = given.id`)

const now = sql`now()`
const fromNow = (until: Sql, companyId: Sql) => endingUntil(companyId, until, { from: now })

/**
 * By counters (migrations 0005, 0010). Rounded up for each person, the days left are those between its day and today, and one
 * more when it ends later in its day than it is now: for all hours but the present one that is the same for everybody in it,
 * and of the present hour on any day the people are looked up. Those of its last millisecond, which are most, are counted
 * again: theirs is later, but in that millisecond itself.
 */
export function serviceFigures(company: Database, id: string) {
  // Hidden from the planner, who else would plan for each company anew, and longer than the answer takes.
  const companyId = sql`(select ${id}::uuid)`
  return company.row<{ assigned_days: number; in_service: number; within_7: number; within_30: number }>(sql`
    with present as materialized (
      select hour, hour / 24 as day, hour % 24 as slot, block_of(hour) + 1 as next, now() - start_of(hour) as past
      from (select hour_of(now()) as hour) as hours
    )
    select (near.days + far.days + later.days)::integer as assigned_days,
      (served - ended)::integer as in_service,
      within_7 - already as within_7, within_30 - already as within_30
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
      select coalesce(sum(employees), 0) as served from employee_count where company_id = ${companyId} and served
    ) as everybody, (
      select ${endingUntil(companyId, now)} as ended, ${fromNow(now, companyId)} as already,
        ${fromNow(sql`now() + interval '7 days'`, companyId)} as within_7,
        ${fromNow(sql`now() + interval '30 days'`, companyId)} as within_30
    ) as ending`)
}

export interface LedgerFilter {
  kind?: Kind | undefined
  employee_id?: string | undefined
}

const matching = (companyId: string, { kind, employee_id }: LedgerFilter) => sql`
  company_id = ${companyId} ${kind ? sql`and kind = ${kind}` : sql``}
  ${employee_id ? sql`and employee_id = ${employee_id}` : sql``}`

export const listEntries = (
  company: Database,
  companyId: string,
  filter: LedgerFilter,
  { limit, offset }: { limit: number; offset: number },
) =>
  company.rows<{
    id: string
    kind: Kind
    days: number
    balance_after: number
    employee_name: string | null
    actor_name: string
    note: string
    created_at: Date
  }>(sql`
    with page as materialized (
      select id from service_entry where ${matching(companyId, filter)}
      order by id desc limit ${limit} offset ${offset}
    )
    select id, kind, days, balance_after, employee_name, actor_name, note, created_at
    from service_entry where company_id = ${companyId} and id = any(array(select id from page))
    order by id desc`)

/** No further than `most`: of one person the entries themselves, of the company what triggers count (migration 0010). */
export async function countEntries(company: Database, companyId: string, filter: LedgerFilter, most: number) {
  const counted = await company.row<{ count: number }>(
    filter.employee_id
      ? sql`
        select count(*) from (
          select from service_entry where ${matching(companyId, filter)} limit ${most}::integer
        ) as counted`
      : sql`
        select least(coalesce(sum(entries), 0), ${most}::integer) as count from service_entry_count
        where ${matching(companyId, filter)}`,
  )
  return counted?.count ?? 0
}
