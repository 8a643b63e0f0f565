import sql from 'sql-template-tag'
import { z } from 'zod'
import { getCompanyData } from '#contract/companies.ts'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import { soonDays } from '#server/modules/companies/low-balance.ts'
import { isOnline, isOutdated } from '#server/modules/devices/list.sql.ts'
import type { Released } from '#server/modules/devices/versions.ts'
import { endingUntil } from '#server/modules/people/counters.sql.ts'

const { employees, devices, expiries } = getCompanyData.output.shape

export const peopleColumns = employees.extend({
  /** Active employees whose service ends within `soonDays`, as in the list of employees. */
  ends_soon: z.int(),
  ended: z.int(),
  /** Active employees who never got any hours. */
  without_service: z.int(),
  without_department: z.int(),
})
export type PeopleFigures = z.output<typeof peopleColumns>

const now = sql`now()`
const soon = sql`now() + make_interval(days => ${soonDays}::integer)`

/** The figures come from counters (0012-counters.sql). */
export const peopleFigures = (company: Database, companyId: string) =>
  company.row(peopleColumns)`
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
    ) as ending`

/** Online devices are counted, up to `most`: they change with time, so no counter can keep them. */
export const deviceFigures = (company: Database, companyId: string, released: Released, most: number) =>
  company.row(devices)`
    select coalesce(sum(devices), 0)::integer as total,
      coalesce(sum(devices) filter (where audit_state = 'pending'), 0)::integer as pending,
      coalesce(sum(devices) filter (where ${isOutdated(released)}), 0)::integer as outdated,
      (select count(*)::integer from (
        select from device where company_id = ${companyId} and ${isOnline} limit ${most}::integer) as counted) as online
    from device_count as device where company_id = ${companyId}`

/** Reports whether a group gives a line to anybody. */
export const isAnyLineShared = (company: Database, companyId: string) =>
  holds(
    company,
    sql`exists (
      select from line_group_line as held where company_id = ${companyId} and (
        exists (select from line_group_department as open
          where open.company_id = ${companyId} and open.group_id = held.group_id)
        or exists (select from line_group_employee as open
          where open.company_id = ${companyId} and open.group_id = held.group_id)))`,
  )

const lineExpiry = expiries.element.omit({ employees: true })
export const serviceExpiry = expiries.element.omit({ lines: true })

/** Returns the days on which lines end, among the next 90 in China; today with those that have ended already. */
export const lineExpiries = (company: Database, companyId: string) =>
  company.rows(lineExpiry)`
    select to_char(ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, count(*)::integer as lines
    from line
    where company_id = ${companyId} and state <> 'released' and ends_at >= (select date_trunc('day', now(), 'Asia/Shanghai'))
      and ends_at < (select date_trunc('day', now(), 'Asia/Shanghai') + interval '90 days')
    group by 1 order by 1`

/**
 * Returns the days on which a service ends, among the next 90 in China, today included. China is eight hours ahead all
 * year.
 */
export const serviceExpiries = (company: Database, companyId: string) =>
  company.rows(serviceExpiry)`
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
    group by ending.day having sum(employees) > 0 order by ending.day`
