import sql from 'sql-template-tag'
import type { OutputOf } from '#contract/index.ts'
import type { Database } from '../database/database.ts'

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

export const serviceFigures = (company: Database, companyId: string) =>
  company.row<{ assigned_days: number; in_service: number; within_7: number; within_30: number }>(sql`
    select coalesce(sum(ceil(date_part('epoch', service_ends_at - now()) / 86400)), 0)::integer as assigned_days,
      count(*) as in_service,
      count(*) filter (where service_ends_at <= now() + interval '7 days') as within_7,
      count(*) filter (where service_ends_at <= now() + interval '30 days') as within_30
    from employee where company_id = ${companyId} and service_ends_at > now()`)

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
    select id, kind, days, balance_after, employee_name, actor_name, note, created_at
    from service_entry where ${matching(companyId, filter)}
    order by id desc limit ${limit} offset ${offset}`)

export const countEntries = async (company: Database, companyId: string, filter: LedgerFilter, most: number) =>
  (
    await company.row<{ count: number }>(sql`
      select count(*) from (
        select from service_entry where ${matching(companyId, filter)} limit ${most}::integer
      ) as counted`)
  )?.count ?? 0
