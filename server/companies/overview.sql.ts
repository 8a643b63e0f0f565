import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { isOnline, isOutdated } from '../devices/list.sql.ts'
import type { Released } from '../devices/versions.ts'
import { endingUntil } from '../employees/counters.sql.ts'
import { soonDays } from './low-balance.ts'

export interface PeopleFigures {
  total: number
  active: number
  invited: number
  disabled: number
  in_service: number
  /** Among the active: within `soonDays`, as the list of employees means it. */
  ends_soon: number
  ended: number
  /** Those who may work and were never given any hours. */
  without_service: number
  without_department: number
}

const now = sql`now()`
const soon = sql`now() + make_interval(days => ${soonDays}::integer)`

/** By counters (migration 0005). */
export const peopleFigures = (company: Database, companyId: string) =>
  company.row<PeopleFigures>(sql`
    select total, active, invited, disabled, served - ended as in_service, until_soon - already as ends_soon, ended,
      active - served as without_service, without_department
    from (
      select coalesce(sum(employees), 0)::integer as total,
        coalesce(sum(employees) filter (where state = 'active'), 0)::integer as active,
        coalesce(sum(employees) filter (where state = 'invited'), 0)::integer as invited,
        coalesce(sum(employees) filter (where state = 'disabled'), 0)::integer as disabled,
        coalesce(sum(employees) filter (where state = 'active' and served), 0)::integer as served,
        coalesce(sum(employees) filter (where department_id is null), 0)::integer as without_department
      from employee_count where company_id = ${companyId}
    ) as people, (
      select ${endingUntil(companyId, now, { state: 'active' })} as ended,
        ${endingUntil(companyId, now, { state: 'active', from: now })} as already,
        ${endingUntil(companyId, soon, { state: 'active', from: now })} as until_soon
    ) as ending`)

export interface DeviceFigures {
  total: number
  pending: number
  online: number
  outdated: number
}

/** Who is online is counted up to `most`: it changes by itself, so no counter can keep it. */
export const deviceFigures = (company: Database, companyId: string, released: Released, most: number) =>
  company.row<DeviceFigures>(sql`
    select coalesce(sum(devices), 0)::integer as total,
      coalesce(sum(devices) filter (where audit_state = 'pending'), 0)::integer as pending,
      coalesce(sum(devices) filter (where ${isOutdated(released)}), 0)::integer as outdated,
      (select count(*)::integer from (
        select from device where company_id = ${companyId} and ${isOnline} limit ${most}::integer) as counted) as online
    from device_count as device where company_id = ${companyId}`)

/** The next 90 days in China, today among them, on which lines end. */
export const lineExpiries = (company: Database, companyId: string) =>
  company.rows<{ day: string; lines: number }>(sql`
    select to_char(ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::integer as lines
    from line
    where company_id = ${companyId} and state <> 'released' and ends_at > now()
      and ends_at < (select date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days')
    group by 1 order by 1`)

/** The next 90 days in China, which is eight hours ahead all year; today among them; that have a service ending. */
export const serviceExpiries = (company: Database, companyId: string) =>
  company.rows<{ day: string; employees: number }>(sql`
    select to_char(date '1970-01-01' + day, 'YYYY-MM-DD') as day, sum(employees)::integer as employees
    from (
      select (hour + 8) / 24 as day, sum(employees) as employees from service_end_count
      where company_id = ${companyId} and state = 'active' and hour > (select hour_of(now()))
        and hour < (select hour_of(date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days'))
      group by 1
      union all
      select (hour_of(now()) + 8) / 24, count(*) from employee
      where company_id = ${companyId} and state = 'active' and service_ends_at > now()
        and service_ends_at < start_of(hour_of(now()) + 1)
    ) as ending
    group by ending.day having sum(employees) > 0 order by ending.day`)

/** Undefined leaves a column as it is. */
export interface CompanyChange {
  contact_name?: string | undefined
  contact_phone?: string | undefined
  address?: string | undefined
  size?: string | undefined
}

export const updateCompany = (company: Database, companyId: string, change: CompanyChange) =>
  company.change(sql`
    update company set
      contact_name = coalesce(${change.contact_name ?? null}, contact_name),
      contact_phone = coalesce(${change.contact_phone ?? null}, contact_phone),
      address = case when ${change.address ?? null}::text is null then address else nullif(${change.address ?? null}, '') end,
      size = coalesce(${change.size ?? null}, size)
    where id = ${companyId}`)
