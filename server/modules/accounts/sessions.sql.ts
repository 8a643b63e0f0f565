import sql from 'sql-template-tag'
import { z } from 'zod'
import { account } from '#contract/records/account.ts'
import { employee } from '#contract/records/employee.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'
import type { Page } from '#server/database/listed.ts'
import { selectList } from '#server/database/select-list.ts'
import { liveSession } from './accounts.sql.ts'
import { endFamilies } from './endings.sql.ts'
import { isJoined } from './membership.sql.ts'

const accountId = account.schema.pick({ account_id: true })

/** A `session` is live when it has neither ended nor expired. A sid that was never used is not counted beside its former. */
export const isLive = sql`session.ended_at is null and session.takes_over is null and session.expires_at > now()
  and session.last_seen_at > now() - interval '7 days'`

const loginOf = accountId.extend({ family_id: z.string() })

/** Ends the login of a session for an operator. Returns its account; undefined where it is over. */
export const endOneLogin = (database: Database, sessionId: string) =>
  database.transaction(async transaction => {
    const login = await transaction.row(loginOf)`select account_id, family_id from session where id = ${sessionId}`
    const ended = login && (await endFamilies(transaction, sql`select ${login.family_id}::uuid`, 'operator'))
    return ended ? login : undefined
  })

/** Ends the logins of all members of the company. Returns how many it ended. */
export const endCompanySessions = (database: Database, companyId: string): Promise<number> =>
  endFamilies(
    database,
    sql`
      select family_id from employee join session on session.account_id = employee.account_id
      where company_id = ${companyId} and ${isJoined} and session.ended_at is null`,
    'operator',
  )

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
