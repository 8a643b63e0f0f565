import sql from 'sql-template-tag'
import { renewalDays, soonDays } from '../companies/low-balance.ts'
import type { Database } from '../database/database.ts'

export interface Ending {
  employee_id: string
  account_id: string
  service_ends_at: Date
  subject: string
}

/** Where the last batch ended. */
export interface After {
  at: Date
  id: string
}

/**
 * Whose service has come within `days` of its end, but not below `above`, and who was not told yet. What was renewed
 * meanwhile lies elsewhere. The index on `service_ends_at` of all companies serves it.
 */
export const endingServices = (
  system: Database,
  { days, above }: { days: number; above: number },
  after: After,
  limit: number,
) =>
  system.rows<Ending>(sql`
    select employee_id, account_id, service_ends_at, subject from (
      select employee.id as employee_id, account_id, service_ends_at,
        'service:' || employee.id || ':' || ${days}::integer || ':'
          || to_char(service_ends_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as subject
      from employee join company on company.id = employee.company_id and company.state <> 'frozen'
      where employee.state = 'active' and service_ends_at > now() + make_interval(days => ${above}::integer)
        and service_ends_at <= now() + make_interval(days => ${days}::integer)
        and (service_ends_at, employee.id) > (${after.at}, ${after.id})
    ) as ending
    where not exists (select from notice where notice.account_id = ending.account_id and notice.subject = ending.subject)
    order by service_ends_at, employee_id limit ${limit}`)

export interface Summary {
  company_id: string
  managers: string[]
  /** By threshold: who came within it since yesterday, the first of them by name. */
  groups: { days: number; people: number; names: string[] }[]
}

/** What each company's managers are told today, where something is to be told and its owner was not told yet. */
export const companySummaries = (
  system: Database,
  thresholds: number[],
  subject: string,
  after: string,
  limit: number,
) =>
  system.rows<Summary>(sql`
    select company_id, managers.account_ids as managers,
      jsonb_agg(jsonb_build_object('days', days, 'people', people, 'names', names) order by days) as groups
    from (
      select company_id, threshold.days, count(*)::integer as people,
        (array_agg(employee.name order by service_ends_at, employee.id))[1:3] as names
      from unnest(${thresholds}::integer[]) as threshold (days)
      join employee on employee.state = 'active'
        and service_ends_at > now() + make_interval(days => threshold.days - 1)
        and service_ends_at <= now() + make_interval(days => threshold.days)
      where company_id > ${after}
      group by company_id, threshold.days
    ) as crossing
    join company on company.id = company_id and company.state <> 'frozen'
    cross join lateral (
      select array_agg(account_id order by account_id) as account_ids from employee manager
      where manager.company_id = crossing.company_id and role in ('owner', 'manager') and manager.state = 'active'
        and not exists (select from notice where notice.account_id = manager.account_id and notice.subject = ${subject})
    ) as managers
    where managers.account_ids is not null
    group by company_id, managers.account_ids
    order by company_id limit ${limit}`)

export interface Shortage {
  company_id: string
  managers: string[]
  balance: number
  ends_soon: number
  subject: string
}

/** Companies whose balance is low: once when it gets low and once when nothing is left, until the next purchase or gift. */
export const shortages = (system: Database, after: string, limit: number) =>
  system.rows<Shortage>(sql`
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
      select array_agg(account_id order by account_id) as account_ids from employee manager
      where manager.company_id = short.company_id and role in ('owner', 'manager') and manager.state = 'active'
        and not exists (
          select from notice where notice.account_id = manager.account_id and notice.subject = short.subject)
    ) as managers
    where managers.account_ids is not null
    order by company_id limit ${limit}`)
