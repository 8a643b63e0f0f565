import sql, { join, type Sql } from 'sql-template-tag'
import { activityGroups } from '#contract/activity-names.ts'
import type { CompanyLogSource } from '#contract/operations/companies-names.ts'
import { companyLists } from '#contract/operations/company-lists.ts'
import { keysOf } from '#contract/typed-keys.ts'
import { companyHash } from '#server/database/company-hash.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { isJoined } from '#server/modules/accounts/membership.sql.ts'

const logEntry = companyLists.getCompanyLog.output.shape.list.element

/** The account is found by its key, since a comparison as text would read every account. */
const accountOf = (actor: Sql) => sql`
  case when ${actor} ~ '^account:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(${actor}, ':', 2)::uuid end`

/**
 * Each source has its index in the order of ids, which is that of time. Sightings of a device are left out, as the device's own log
 * has them.
 */
const sources: Record<CompanyLogSource, (companyId: string, most: number) => Sql> = {
  // Notes are a source of their own.
  audit: companyId => sql`
    select entry.id as entry_id, action, coalesce(operator.display_name, account.display_name, entry.actor) as actor,
      '' as subject, jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after))::text as detail, entry.created_at as at
    from audit_entry entry
    left join operator on entry.actor = 'operator:' || operator.id
    left join account on account.id = ${accountOf(sql`entry.actor`)}
    where target = ${`company:${companyId}`} and action <> 'company.noted' order by entry.created_at desc, entry.id desc`,
  people: companyId => sql`
    select log.id as entry_id, action, actor_name as actor, coalesce(employee.name, '已移除') as subject, detail,
      log.created_at as at
    from employee_log log
    left join employee on employee.company_id = log.company_id and employee.id = log.employee_id
    where log.company_id = ${companyId} order by log.id desc`,
  devices: companyId => sql`
    select log.id as entry_id, action, actor_name as actor, coalesce(device.name, '已移除') as subject, detail,
      log.created_at as at
    from device_log log left join device on device.company_id = log.company_id and device.id = log.device_id
    where log.company_id = ${companyId} and log.action <> 'seen' and log.action <> 'logged_in' order by log.id desc`,
  lines: companyId => sql`
    select log.id as entry_id, action, actor_name as actor, line.name as subject, detail, log.created_at as at
    from line_log log join line on line.company_id = log.company_id and line.id = log.line_id
    where log.company_id = ${companyId} order by log.id desc`,
  groups: companyId => sql`
    select log.id as entry_id, 'permission' as action, actor_name as actor, coalesce(line_group.name, '已删除') as subject,
      detail, log.created_at as at
    from line_group_log log
    left join line_group on line_group.company_id = log.company_id and line_group.id = log.group_id
    where log.company_id = ${companyId} order by log.id desc`,
  // Each kind of act has its range of the index on company and action (functions/newest_of_action.sql).
  trade: (companyId, most) => sql`
    select newest.id as entry_id, newest.action, actor_name as actor, subject_name as subject, detail, at
    from unnest(${tradeActions}::text[]) as trade (action), lateral (
      select * from activity
      where ${companyHash(sql`action`, sql`company_id`)} = ${companyHash(sql`trade.action`, sql`${companyId}::uuid`)}
      order by id desc limit ${most}::integer) as newest
    where newest.company_id = ${companyId} and newest.action = trade.action
    order by newest.id desc`,
  tickets: companyId => sql`
    select entry.id as entry_id, 'ticket.' || kind as action, author_name as actor, ticket.number || ' ' || ticket.subject as subject,
      left(entry.text, 200) as detail, entry.created_at as at
    from ticket_entry entry join ticket on ticket.company_id = entry.company_id and ticket.id = entry.ticket_id
    where entry.company_id = ${companyId} order by entry.id desc`,
  notes: companyId => sql`
    select id as entry_id, 'note.written' as action, author_name as actor, '' as subject, left(text, 200) as detail, created_at as at
    from company_note where company_id = ${companyId} order by id desc`,
  messages: companyId => sql`
    select sent.id as entry_id, 'message.' || sent.purpose as action, '系统' as actor, employee.name as subject,
      sent.phone_masked as detail, sent.created_at as at
    from employee join sms_message sent on sent.account_id = employee.account_id
    where employee.company_id = ${companyId} and ${isJoined} order by sent.created_at desc, sent.id desc`,
}

/** The company's activities that concern its orders, coupons and invoices. */
const tradeActions = Object.keys(activityGroups.交易)

const allSources = keysOf(sources)

/** Returns one page of all sources, or of one. */
export function companyLog(
  system: Database,
  companyId: string,
  source: CompanyLogSource | undefined,
  { limit, offset }: Page,
) {
  const newest = (source ? [source] : allSources).map(
    name =>
      sql`(select *, ${name} as source from (${sources[name](companyId, limit + offset)}) as own limit ${limit + offset}::integer)`,
  )
  return system.rows(logEntry)`
    select ${selectList(logEntry)} from (${join(newest, ' union all ')}) as entry
    order by at desc, entry_id desc limit ${limit} offset ${offset}`
}

/** Counts at most `most`. */
export function countCompanyLog(
  system: Database,
  companyId: string,
  source: CompanyLogSource | undefined,
  most: number,
): Promise<number> {
  const all = (source ? [source] : allSources).map(
    name => sql`(select entry_id from (${sources[name](companyId, most)}) as own limit ${most}::integer)`,
  )
  return countRows(
    system,
    sql`
      (
        select from (${join(all, ' union all ')}) as entry limit ${most}::integer) as counted`,
  )
}
