import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { isOnline, isOutdated } from '../devices/list.sql.ts'
import type { Released } from '../devices/versions.ts'

export interface PeopleFigures {
  total: number
  active: number
  invited: number
  disabled: number
  in_service: number
  /** Among the active: within 15 days, as the list of employees means it. */
  ends_soon: number
  ended: number
  without_department: number
}

/** One pass over an index that holds all it needs. */
export const peopleFigures = (company: Database, companyId: string) =>
  company.row<PeopleFigures>(sql`
    select count(*)::integer as total,
      count(*) filter (where state = 'active')::integer as active,
      count(*) filter (where state = 'invited')::integer as invited,
      count(*) filter (where state = 'disabled')::integer as disabled,
      count(*) filter (where state = 'active' and service_ends_at > now())::integer as in_service,
      count(*) filter (where state = 'active' and service_ends_at > now()
        and service_ends_at <= now() + interval '15 days')::integer as ends_soon,
      count(*) filter (where state = 'active' and service_ends_at <= now())::integer as ended,
      (select count(*)::integer from employee
        where company_id = ${companyId} and department_id is null) as without_department
    from employee where company_id = ${companyId}`)

export interface DeviceFigures {
  total: number
  pending: number
  online: number
  outdated: number
}

export const deviceFigures = (company: Database, companyId: string, released: Released) =>
  company.row<DeviceFigures>(sql`
    select
      (select count(*)::integer from device where company_id = ${companyId}) as total,
      (select count(*)::integer from device where company_id = ${companyId} and audit_state = 'pending') as pending,
      (select count(*)::integer from device where company_id = ${companyId} and ${isOnline}) as online,
      (select count(*)::integer from device where company_id = ${companyId} and ${isOutdated(released)}) as outdated`)

/** The next 90 days in China, today among them, that have a service ending. */
export const serviceExpiries = (company: Database, companyId: string) =>
  company.rows<{ day: string; employees: number }>(sql`
    select to_char(service_ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::integer as employees
    from employee
    where company_id = ${companyId} and state = 'active' and service_ends_at > now()
      and service_ends_at < date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days'
    group by 1 order by 1`)

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
