import sql, { type Sql } from 'sql-template-tag'

/** The most entries of a company's logs about a person, newest first. */
const maxRows = 1_000

/** Lists what a company stores about the person, newest first. `rows` is joined to `employee` and its `company`. */
const part = (columns: Sql, rows: Sql, newest: Sql): Sql => sql`
  select coalesce(jsonb_agg(to_jsonb(own)), '[]') from (
    select company.name as company, ${columns}
    from employee join company on company.id = employee.company_id ${rows}
    where employee.account_id = account.id
    order by ${newest} desc limit ${maxRows}) as own`

/** Joins a table of the company's; the condition selects the person's rows. */
const join = (table: Sql, own = sql`kept.employee_id = employee.id`): Sql =>
  sql`join ${table} as kept on kept.company_id = employee.company_id and ${own}`

/**
 * What companies store about the person, by the name of its part in the export. Others' names and addresses are left out, because
 * they are theirs. A former company's records are its own (docs/decisions/0008-erasure.md).
 */
export const companyParts: Record<string, Sql> = {
  employee_log: part(sql`action, detail, kept.created_at`, join(sql`employee_log`), sql`kept.id`),
  device_log: part(
    sql`device.name as device, action, detail, ip, kept.created_at`,
    sql`join device on device.company_id = employee.company_id and device.employee_id = employee.id
      ${join(sql`device_log`, sql`kept.device_id = device.id`)}`,
    sql`kept.id`,
  ),
  service_entries: part(sql`kind, days, note, kept.created_at`, join(sql`service_entry`), sql`kept.id`),
  line_groups: part(
    sql`line_group.name as line_group, kept.until, kept.hours, kept.created_at`,
    sql`${join(sql`line_group_employee`)}
      join line_group on line_group.company_id = kept.company_id and line_group.id = kept.group_id`,
    sql`kept.created_at`,
  ),
  access_history: part(
    sql`kept.kind, kept.name, kept.since, nullif(kept.until, 'infinity') as until`,
    sql`join lateral (
      select kind, name, since, until from access_span
      where company_id = employee.company_id and kind = 'employee' and subject_id = employee.id
      union all
      select span.kind, line_group.name, since, least(span.until, ends_at) from access_span span
      left join line_group on line_group.company_id = span.company_id and line_group.id = span.subject_id
      where span.company_id = employee.company_id and kind = 'employee_in' and object_id = employee.id) as kept on true`,
    sql`kept.since`,
  ),
  line_use: part(
    sql`line.name as line, kept.day`,
    // Line by line, because the key finds the days of a person on one.
    sql`join line on line.company_id = employee.company_id
      join lateral (select day from line_use
        where company_id = line.company_id and line_id = line.id and employee_id = employee.id) as kept on true`,
    sql`kept.day`,
  ),
  address_use: part(
    sql`kept.address, shop_platform as platform, shop_number, device_name as device, first_at, last_at, connections, warned`,
    join(sql`address_use`),
    sql`last_at`,
  ),
  device_disputes: part(
    sql`device_name as device, case when claimant_id = employee.id then 'claimant' else 'holder' end as as_party,
      case when claimant_id = employee.id then reported_name end as reported_name,
      case when claimant_id = employee.id then reported_ip end as reported_ip,
      kept.state, reason, first_at, last_at, decided_at`,
    sql`join device_dispute as kept on kept.company_id = employee.company_id and employee.id in (holder_id, claimant_id)`,
    sql`kept.id`,
  ),
  orders: part(
    sql`kept.number, kept.subject, kept.kind, kept.payable, kept.state, kept.buyer_name, kept.created_at`,
    join(sql`shop_order`, sql`kept.account_id = account.id`),
    sql`kept.created_at`,
  ),
  directory: part(
    sql`user_name, kept.name, kept.phone, mail, kept.job_number, kept.position, active, written, kept.created_at, changed_at`,
    join(sql`directory_person`),
    sql`changed_at`,
  ),
}
