import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { LiveSession } from './accounts.sql.ts'

/** Of `session`: neither ended nor out of its time. */
export const isLive = sql`session.ended_at is null and session.expires_at > now()
  and session.last_seen_at > now() - interval '7 days'`

/** One live session, ended by an operator; answers whose it was. */
export const endOneSession = (database: Database, sessionId: string) =>
  database.row<{ account_id: string }>(sql`
    update session set ended_at = now(), end_reason = 'operator'
    where id = ${sessionId} and (ended_at is null or ended_at > now()) returning account_id`)

/** Those of all the company's people, those included that answer for some seconds after they were replaced. Answers how many. */
export const endCompanySessions = (database: Database, companyId: string) =>
  database.change(sql`
    update session set ended_at = now(), end_reason = 'operator'
    where id = any(array(
      select session.id from employee join session on session.account_id = employee.account_id
      where company_id = ${companyId} and session.ended_at is null
      union all
      select session.id from session join employee on employee.account_id = session.account_id
      where company_id = ${companyId} and session.end_reason = 'replaced' and session.ended_at > now()))`)

export const liveSessionsOfCompany = (
  database: Database,
  companyId: string,
  { limit, offset }: { limit: number; offset: number },
) =>
  database.rows<LiveSession & { account_id: string; name: string; phone: string }>(sql`
    select session.id, session.account_id, employee.name, employee.phone, client_name, client_version, ip, user_agent,
      session.created_at, session.last_seen_at
    from employee join session on session.account_id = employee.account_id
    where employee.company_id = ${companyId} and ${isLive}
    order by session.last_seen_at desc, session.id desc limit ${limit} offset ${offset}`)

export const countSessionsOfCompany = async (database: Database, companyId: string, most: number) =>
  (
    await database.row<{ found: number }>(sql`
      select count(*)::integer as found from (
        select from employee join session on session.account_id = employee.account_id
        where employee.company_id = ${companyId} and ${isLive} limit ${most}) as counted`)
  )?.found ?? 0

/** Which account each employee has, and how many live sessions it has. */
export const accountsOfEmployees = (database: Database, companyId: string, employeeIds: string[]) =>
  database.rows<{ employee_id: string; account_id: string; sessions: number }>(sql`
    select employee.id as employee_id, account_id,
      (select count(*)::integer from session where session.account_id = employee.account_id and ${isLive}) as sessions
    from employee where company_id = ${companyId} and id = any(${employeeIds}::uuid[])`)
