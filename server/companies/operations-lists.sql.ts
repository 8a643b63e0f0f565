import sql, { join, type Sql } from 'sql-template-tag'
import type { CompanyLogSource } from '#contract/operations/companies-names.ts'
import type { Database } from '../database/database.ts'

export interface Page {
  limit: number
  offset: number
}

export interface SentNotice {
  id: string
  account_id: string
  name: string
  kind: string
  title: string
  text: string
  read: boolean
  created_at: Date
}

/** A page of what all of them have, of which each gives its newest: no index has a company's notices together. */
const ofEach = (companyId: string, { limit, offset }: Page, newest: Sql) => sql`
  select found.*, employee.name, employee.account_id from employee cross join lateral (
    ${newest} order by created_at desc, id desc limit ${limit + offset}::integer
  ) as found
  where employee.company_id = ${companyId}
  order by found.created_at desc, found.id desc limit ${limit} offset ${offset}`

export const noticesOfCompany = (system: Database, companyId: string, page: Page) =>
  system.rows<SentNotice>(
    ofEach(
      companyId,
      page,
      sql`select id, kind, title, text, read_at is not null as read, created_at from notice
        where notice.account_id = employee.account_id`,
    ),
  )

export interface SentMessage {
  id: string
  account_id: string
  name: string
  purpose: string
  phone_masked: string
  state: 'waiting' | 'sent' | 'failed'
  failure: string | null
  created_at: Date
}

export const messagesOfCompany = (system: Database, companyId: string, page: Page) =>
  system.rows<SentMessage>(
    ofEach(
      companyId,
      page,
      sql`select id, purpose, phone_masked, state, failure, created_at from sms_message
        where sms_message.account_id = employee.account_id`,
    ),
  )

/** Up to `most`. */
export const countOfCompany = async (
  system: Database,
  companyId: string,
  what: 'notice' | 'sms_message',
  most: number,
): Promise<number> => {
  const table = what === 'notice' ? sql`notice` : sql`sms_message`
  const row = await system.row<{ found: number }>(sql`
    select count(*)::integer as found from (
      select from employee join ${table} as sent on sent.account_id = employee.account_id
      where employee.company_id = ${companyId} limit ${most}) as counted`)
  return row?.found ?? 0
}

export interface LogRow {
  id: string
  source: CompanyLogSource
  action: string
  actor: string
  subject: string
  detail: string
  created_at: Date
}

/** By its key: compared as a text, each account would have to be read. */
const accountOf = (actor: Sql) => sql`
  case when ${actor} ~ '^account:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then split_part(${actor}, ':', 2)::uuid end`

/** Each with its index in the order of ids, which is that of time. That a device was seen is no news: its own log has it. */
const sources: Record<CompanyLogSource, (companyId: string) => Sql> = {
  audit: companyId => sql`
    select entry.id, action, coalesce(operator.display_name, account.display_name, entry.actor) as actor, '' as subject,
      jsonb_strip_nulls(jsonb_build_object('before', before, 'after', after))::text as detail, entry.created_at
    from audit_entry entry
    left join operator on entry.actor = 'operator:' || operator.id
    left join account on account.id = ${accountOf(sql`entry.actor`)}
    where target = ${`company:${companyId}`} order by entry.created_at desc, entry.id desc`,
  people: companyId => sql`
    select log.id, action, actor_name as actor, coalesce(employee.name, '已移除') as subject, detail, log.created_at
    from employee_log log
    left join employee on employee.company_id = log.company_id and employee.id = log.employee_id
    where log.company_id = ${companyId} order by log.id desc`,
  devices: companyId => sql`
    select log.id, action, actor_name as actor, coalesce(device.name, '已移除') as subject, detail, log.created_at
    from device_log log left join device on device.company_id = log.company_id and device.id = log.device_id
    where log.company_id = ${companyId} and log.action <> 'seen' order by log.id desc`,
  lines: companyId => sql`
    select log.id, action, actor_name as actor, line.name as subject, detail, log.created_at
    from line_log log join line on line.company_id = log.company_id and line.id = log.line_id
    where log.company_id = ${companyId} order by log.id desc`,
  groups: companyId => sql`
    select log.id, 'permission' as action, actor_name as actor, coalesce(line_group.name, '已删除') as subject, detail,
      log.created_at
    from line_group_log log
    left join line_group on line_group.company_id = log.company_id and line_group.id = log.group_id
    where log.company_id = ${companyId} order by log.id desc`,
}

/** One page of all sources, or of one. */
export function companyLog(
  system: Database,
  companyId: string,
  source: CompanyLogSource | undefined,
  { limit, offset }: Page,
): Promise<LogRow[]> {
  // Object.keys forgets which keys they are.
  const asked = source ? [source] : (Object.keys(sources) as CompanyLogSource[])
  const newest = asked.map(
    name =>
      sql`(select *, ${name} as source from (${sources[name](companyId)}) as own limit ${limit + offset}::integer)`,
  )
  return system.rows<LogRow>(sql`
    select * from (${join(newest, ' union all ')}) as entry
    order by created_at desc, id desc limit ${limit} offset ${offset}`)
}

/** Up to `most`. */
export async function countCompanyLog(
  system: Database,
  companyId: string,
  source: CompanyLogSource | undefined,
  most: number,
): Promise<number> {
  const asked = source ? [source] : (Object.keys(sources) as CompanyLogSource[])
  const all = asked.map(name => sql`(select id from (${sources[name](companyId)}) as own limit ${most}::integer)`)
  const row = await system.row<{ found: number }>(sql`
    select count(*)::integer as found from (
      select from (${join(all, ' union all ')}) as entry limit ${most}::integer) as counted`)
  return row?.found ?? 0
}
