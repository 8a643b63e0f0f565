import sql, { type Sql } from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { isOnline, isOutdated } from '../devices/list.sql.ts'
import type { Released } from '../devices/versions.ts'
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
  without_department: number
}

/** Everybody is counted once, the few in each state by its index; whoever is left is active, or in service. */
export const peopleFigures = (company: Database, companyId: string) =>
  company.row<PeopleFigures>(sql`
    select total, total - invited - disabled as active, invited, disabled,
      total - invited - disabled - ended - never as in_service, ends_soon, ended, without_department
    from (
      select
        (select count(*)::integer from employee where company_id = ${companyId}) as total,
        (select count(*)::integer from employee where company_id = ${companyId} and state = 'invited') as invited,
        (select count(*)::integer from employee where company_id = ${companyId} and state = 'disabled') as disabled,
        (select count(*)::integer from employee
          where company_id = ${companyId} and state = 'active' and service_ends_at is null) as never,
        (select count(*)::integer from employee
          where company_id = ${companyId} and state = 'active' and service_ends_at <= now()) as ended,
        (select count(*)::integer from employee
          where company_id = ${companyId} and state = 'active' and service_ends_at > now()
            and service_ends_at <= now() + make_interval(days => ${soonDays}::integer)) as ends_soon,
        (select count(*)::integer from employee
          where company_id = ${companyId} and department_id is null) as without_department
    ) as counted`)

export interface DeviceFigures {
  total: number
  pending: number
  online: number
  outdated: number
}

/** Each exact up to `most`: past it nobody counts them one by one. */
export function deviceFigures(company: Database, companyId: string, released: Released, most: number) {
  const count = (condition: Sql) => sql`(select count(*)::integer from (
    select from device where company_id = ${companyId} and ${condition} limit ${most}) as counted)`
  return company.row<DeviceFigures>(sql`
    select ${count(sql`true`)} as total, ${count(sql`audit_state = 'pending'`)} as pending,
      ${count(isOnline)} as online, ${count(isOutdated(released))} as outdated`)
}

/** The next 90 days in China, today among them, that have a service ending. */
export const serviceExpiries = (company: Database, companyId: string) =>
  company.rows<{ day: string; employees: number }>(sql`
    select to_char(day at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, employees from (
      select date_bin('1 day', service_ends_at, '2000-01-01 00:00+08') as day, count(*)::integer as employees
      from employee
      where company_id = ${companyId} and state = 'active' and service_ends_at > now()
        and service_ends_at < date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days'
      group by 1
    ) as ending order by day`)

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
