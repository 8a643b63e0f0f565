import sql from 'sql-template-tag'
import { z } from 'zod'
import { account } from '#contract/records/account.ts'
import { employee } from '#contract/records/employee.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { liveSession } from './accounts.sql.ts'
import { isJoined } from './membership.sql.ts'

const accountId = account.schema.pick({ account_id: true })

/** A `session` is live when it has neither ended nor expired. One that was handed out and never used is not counted beside its former. */
export const isLive = sql`session.ended_at is null and session.takes_over is null and session.expires_at > now()
  and session.last_seen_at > now() - interval '7 days'`

/** Ends one live session for an operator. Returns whose it was. */
export const endOneSession = (database: Database, sessionId: string) =>
  database.row(accountId)`
  update session set ended_at = now(), end_reason = 'operator'
  where id = ${sessionId} and (ended_at is null or ended_at > now()) returning account_id`

/**
 * Ends the sessions of all who belong to the company, including those that still answer for some seconds after they were
 * replaced. Returns how many it ended.
 */
export const endCompanySessions = (database: Database, companyId: string) =>
  database.change`
    update session set ended_at = now(), end_reason = 'operator'
    where id = any(array(
      select session.id from employee join session on session.account_id = employee.account_id
      where company_id = ${companyId} and ${isJoined} and session.ended_at is null
      union all
      select session.id from session join employee on employee.account_id = session.account_id
      where company_id = ${companyId} and ${isJoined} and session.end_reason = 'replaced' and session.ended_at > now()))`

const sessionOfCompany = liveSession
  .extend(employee.schema.pick({ name: true, phone: true }).shape)
  .extend(accountId.shape)

export const liveSessionsOfCompany = (database: Database, companyId: string, { limit, offset }: Page) =>
  database.rows(sessionOfCompany)`
  select ${selectList(liveSession, { session_id: 'id' }, 'session')}, session.account_id, employee.name, employee.phone
  from employee join session on session.account_id = employee.account_id
  where employee.company_id = ${companyId} and ${isJoined} and ${isLive}
  order by session.last_seen_at desc, session.id desc limit ${limit} offset ${offset}`

export const countSessionsOfCompany = (database: Database, companyId: string, most: number) =>
  countRows(
    database,
    sql`
    (
      select from employee join session on session.account_id = employee.account_id
      where employee.company_id = ${companyId} and ${isJoined} and ${isLive} limit ${most}) as counted`,
  )

const employeeSessions = employee.schema.pick({ employee_id: true }).extend({ ...accountId.shape, sessions: z.int() })

/** Returns the account of each employee, and how many live sessions it has. */
export const accountsOfEmployees = (database: Database, companyId: string, employeeIds: string[]) =>
  database.rows(employeeSessions)`
  select employee.id as employee_id, account_id,
    (select count(*)::integer from session where session.account_id = employee.account_id and ${isLive}) as sessions
  from employee where company_id = ${companyId} and id = any(${employeeIds}::uuid[])`
