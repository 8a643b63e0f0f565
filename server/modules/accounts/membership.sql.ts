import sql from 'sql-template-tag'
import { holds } from '#server/database/count-rows.ts'
import type { Database } from '#server/database/database.ts'

/** Matches an `employee` who has agreed to belong to the company; a company may list any person. */
export const isJoined = sql`employee.state in ('active', 'disabled')`

/**
 * An SQL condition on `account`: the company's login rules, about new terminals and its own sign-in, do not currently apply to the
 * person. A disabled person reaches nothing of the company, and in a frozen one nobody could approve or sign in.
 */
export const isUnjudged = sql`exists (
  select from employee join company on company.id = employee.company_id
  where employee.account_id = account.id and ${isJoined} and (employee.state = 'disabled' or company.state = 'frozen'))`

/** Reports the same of an account. */
export const belongsUnjudged = (database: Database, accountId: string) =>
  holds(database, sql`exists (select from account where id = ${accountId} and ${isUnjudged})`)
