import sql from 'sql-template-tag'
import { z } from 'zod'
import { id, instant } from '#contract/fields.ts'
import { company } from '#contract/records/company.ts'
import { employee } from '#contract/records/employee.ts'
import { startOfDay } from '#server/database/china-day.ts'
import type { Database } from '#server/database/database.ts'
import { recipientsOf } from '#server/engines/notices/audience.sql.ts'
import { renewalDays, soonDays } from '#server/modules/companies/low-balance.ts'

const ending = employee.schema
  .pick({ employee_id: true })
  .extend({ account_id: id, service_ends_at: instant, subject: z.string() })
export type Ending = z.output<typeof ending>

/** The last row of the previous batch. */
export type After = Pick<Ending, 'service_ends_at' | 'employee_id'>

/**
 * Finds people whose service has come within `days` of its end, but not below `above`, and who were not notified yet. Renewed
 * services end outside of this range. The index on `service_ends_at` of all companies serves this.
 */
export const endingServices = (
  system: Database,
  { days, above }: { days: number; above: number },
  after: After,
  limit: number,
) =>
  system.rows(ending)`
  select employee_id, account_id, service_ends_at, subject from (
    select employee.id as employee_id, account_id, service_ends_at,
      'service:' || employee.id || ':' || ${days}::integer || ':'
        || to_char(service_ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as subject
    from employee join company on company.id = employee.company_id and company.state <> 'frozen'
    where employee.state = 'active' and service_ends_at > now() + make_interval(days => ${above}::integer)
      and service_ends_at <= now() + make_interval(days => ${days}::integer)
      and (service_ends_at, employee.id) > (${after.service_ends_at}, ${after.employee_id})
  ) as ending
  where not exists (select from notice where notice.account_id = ending.account_id and notice.subject = ending.subject)
  order by service_ends_at, employee_id limit ${limit}`

/** A company with the accounts to be notified. */
const informedCompany = company.schema.pick({ company_id: true }).extend({ managers: z.array(id) })

const summary = informedCompany.extend({
  /** One group for each day of China on which people's service ends, or with 0 days has ended, with the first names. */
  groups: z.array(z.object({ days: z.int(), people: z.int(), names: z.array(z.string()) })),
})
export type Summary = z.output<typeof summary>

/**
 * Returns what to report to each company's managers on a day of China, if there is anything and its owner was not notified yet. It
 * uses whole days from that day: whenever it runs, everybody is in one day's groups only. `endDays` has for each number of days the
 * resulting day.
 */
export const companySummaries = (
  system: Database,
  endDays: readonly { days: number; day: string }[],
  subject: string,
  after: string,
  limit: number,
) =>
  system.rows(summary)`
  select company_id, managers.account_ids as managers,
    jsonb_agg(jsonb_build_object('days', days, 'people', people, 'names', names) order by days) as groups
  from (
    select company_id, ending.days, count(*)::integer as people,
      (array_agg(employee.name order by service_ends_at, employee.id))[1:3] as names
    from unnest(${endDays.map(({ days }) => days)}::integer[], ${endDays.map(({ day }) => startOfDay(day))}::timestamptz[])
      as ending (days, begins)
    join employee on employee.state = 'active'
      and service_ends_at >= ending.begins and service_ends_at < ending.begins + interval '24 hours'
    where company_id > ${after}
    group by company_id, ending.days
  ) as crossing
  join company on company.id = company_id and company.state <> 'frozen'
  cross join lateral (
    select array_agg(account_id order by account_id) as account_ids from employee manager
    where manager.company_id = crossing.company_id and role in ('owner', 'manager') and manager.state = 'active'
      and not exists (select from notice where notice.account_id = manager.account_id and notice.subject = ${subject})
  ) as managers
  where managers.account_ids is not null
  group by company_id, managers.account_ids
  order by company_id limit ${limit}`

const shortage = informedCompany.extend({ balance: z.int(), ends_soon: z.int(), subject: z.string() })

/**
 * A company with a low balance is notified once when it gets low and once when nothing is left, until the next purchase or gift.
 */
export const shortages = (system: Database, after: string, limit: number) =>
  system.rows(shortage)`
  select company_id, managers.account_ids as managers, balance, ends_soon, subject
  from (
    select ending.company_id, ends_soon, coalesce(days, 0) as balance,
      'balance:' || coalesce((
        select id::text from service_entry
        where service_entry.company_id = ending.company_id and employee_id is null and service_entry.days > 0
        order by id desc limit 1), 'none') || case when coalesce(days, 0) > 0 then ':low' else ':empty' end as subject
    from (
      select company_id, count(*)::integer as ends_soon from employee
      where state = 'active' and service_ends_at > now()
        and service_ends_at <= now() + make_interval(days => ${soonDays}::integer) and company_id > ${after}
      group by company_id
    ) as ending
    left join service_balance on service_balance.company_id = ending.company_id
    where ends_soon * ${renewalDays}::integer > coalesce(days, 0)
  ) as short
  join company on company.id = company_id and company.state <> 'frozen'
  cross join lateral (
    select array_agg(account_id order by account_id) as account_ids
    from (${recipientsOf(sql`short.company_id`, 'balance_low')}) as recipients
    where not exists (
      select from notice where notice.account_id = recipients.account_id and notice.subject = short.subject)
  ) as managers
  where managers.account_ids is not null
  order by company_id limit ${limit}`
