import sql from 'sql-template-tag'
import { z } from 'zod'
import { idleDays } from '#contract/cost-names.ts'
import { id, instant } from '#contract/fields.ts'
import { employee } from '#contract/records/employee.ts'
import { line } from '#contract/records/line.ts'
import { today } from '#server/database/china-day.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

/** Reports whether clients report connections at all: without any, nothing is known of use. */
export const reportsUse = (company: Database, companyId: string) =>
  holds(
    company,
    sql`exists (select from line_use where company_id = ${companyId} and day > ${today} - ${idleDays}::integer)`,
  )

const servedPerson = employee.schema
  .pick({ employee_id: true, name: true, dept_id: true, state: true })
  .extend({ service_ends_at: instant, last_at: instant.nullable() })

/** Returns people with at least a day of service ahead, and when they last connected. */
export const servedPeople = (company: Database, companyId: string) =>
  company.rows(servedPerson)`
    select employee.id as employee_id, employee.name, department_id as dept_id, state, service_ends_at, used.last_at
    from employee
    left join (
      select employee_id, max(last_at) as last_at from address_use where company_id = ${companyId} group by employee_id
    ) as used on used.employee_id = employee.id
    where company_id = ${companyId} and service_ends_at > now() + interval '1 day' and state in ('active', 'disabled')
    order by name collate "zh-x-icu", employee.id`

const idleLine = line.schema
  .pick({ name: true, country: true, city: true, ends_at: true, auto_renew: true })
  .extend({ line_id: id, groups: z.int(), last_day: z.iso.date().nullable() })

/**
 * Returns lines without recent connections and without an open shop bound to them. A suspended line can't be used, and its money
 * depends on its refund or on the provider.
 */
export const unusedLines = (company: Database, companyId: string) =>
  company.rows(idleLine)`
    select line.id as line_id, line.name, region.country, region.city, line.ends_at, line.auto_renew,
      (select count(*)::integer from line_group_line held where held.company_id = ${companyId} and held.line_id = line.id)
        as groups,
      used.day::text as last_day
    from line
    join region on region.id = line.region_id
    cross join lateral (
      select max(day) as day from line_use where company_id = ${companyId} and line_id = line.id
    ) as used
    where line.company_id = ${companyId} and line.state in ('unbound', 'active') and line.ends_at > now()
      and line.created_at < now() - make_interval(days => ${idleDays}::integer)
      and coalesce(used.day <= ${today} - ${idleDays}::integer, true)
      and not exists (
        select from shop where shop.company_id = ${companyId} and shop.line_id = line.id and shop.state = 'active')
    order by line.name collate "zh-x-icu", line.id`

const endingPerson = employee.schema.pick({ employee_id: true, name: true })

/** Returns people in service whose days end within a month, the first to end first. */
export const endingPeople = (company: Database, companyId: string, limit: number) =>
  company.rows(endingPerson)`
    select id as employee_id, name from employee
    where company_id = ${companyId} and state = 'active' and guest_until is null and service_ends_at > now()
      and service_ends_at < now() + make_interval(days => ${idleDays}::integer)
    order by service_ends_at, id limit ${limit}`
