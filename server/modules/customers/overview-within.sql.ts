import { getCompanyData } from '#contract/companies.ts'
import type { Database } from '#server/database/database.ts'
import { soonDays } from '#server/modules/companies/low-balance.ts'
import { isOnline, isOutdated, ownedWithin } from '#server/modules/devices/list.sql.ts'
import type { Released } from '#server/modules/devices/versions.ts'
import { peopleColumns, serviceExpiry } from './overview.sql.ts'

// No counter distinguishes departments, and their people are few enough to be counted each time.

export const peopleWithin = (company: Database, companyId: string, departmentIds: string[]) =>
  company.row(peopleColumns)`
    select count(*)::integer as total,
      (count(*) filter (where state = 'active'))::integer as active,
      (count(*) filter (where state = 'invited'))::integer as invited,
      (count(*) filter (where state = 'disabled'))::integer as disabled,
      (count(*) filter (where state = 'active' and service_ends_at > now()))::integer as in_service,
      (count(*) filter (where state = 'active' and service_ends_at > now()
        and service_ends_at <= now() + make_interval(days => ${soonDays}::integer)))::integer as ends_soon,
      (count(*) filter (where state = 'active' and service_ends_at <= now()))::integer as ended,
      (count(*) filter (where state = 'active' and service_ends_at is null))::integer as without_service,
      0 as without_department
    from employee where company_id = ${companyId} and department_id = any(${departmentIds}::uuid[])`

export const devicesWithin = (company: Database, companyId: string, released: Released, departmentIds: string[]) =>
  company.row(getCompanyData.output.shape.devices)`
    select count(*)::integer as total,
      (count(*) filter (where audit_state = 'pending'))::integer as pending,
      (count(*) filter (where ${isOutdated(released)}))::integer as outdated,
      (count(*) filter (where ${isOnline}))::integer as online
    from device where device.company_id = ${companyId} and ${ownedWithin(companyId, departmentIds)}`

/** Returns the days on which a service ends, as `serviceExpiries` does for the whole company. */
export const expiriesWithin = (company: Database, companyId: string, departmentIds: string[]) =>
  company.rows(serviceExpiry)`
    select to_char(service_ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::integer as employees
    from employee
    where company_id = ${companyId} and department_id = any(${departmentIds}::uuid[]) and state = 'active'
      and service_ends_at > now()
      and service_ends_at < (select date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days')
    group by 1 order by 1`
