import sql from 'sql-template-tag'
import type { AccessCallName } from '#contract/access.ts'
import type { Database } from '#server/database/database.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { type Difference, differenceOf } from './difference.ts'
import { standingAgain, standingOf } from './read-standing.ts'
import { scopeOf } from './scopes.ts'
import type { Scope } from './standing.ts'

interface Act {
  companyId: string
  name: AccessCallName
  /** The input as the call's schema has parsed it. */
  input: unknown
}

/**
 * Performs an act within a transaction and returns its effect on who may use which line. The same code serves the act and its plan,
 * whose transaction is rolled back.
 */
export async function followAccess<Result>(
  company: Database,
  { companyId, name, input }: Act,
  work: () => Promise<Result>,
): Promise<{ result: Result; difference: Difference }> {
  const requested = { company, companyId }
  const scope = await scopeOf(requested, name, input)
  const before = await standingOf(company, companyId, scope)
  const result = await whileCompared(company, companyId, work)
  // People whom the act adds are only found afterwards; before it, they could use nothing.
  const adds = name === 'addCompanyUser' || name === 'commitEmployeeImport'
  const after = adds
    ? await standingOf(company, companyId, await scopeOf(requested, name, input))
    : await standingAgain(company, companyId, scope, before)
  return { result, difference: differenceOf(before, after) }
}

/** Does the same for changes that no call makes, such as an end that is reached. */
export async function compareAccess<Result>(
  company: Database,
  companyId: string,
  scope: Scope,
  work: () => Promise<Result>,
): Promise<{ result: Result; difference: Difference }> {
  const before = await standingOf(company, companyId, scope)
  const result = await whileCompared(company, companyId, work)
  return { result, difference: differenceOf(before, await standingAgain(company, companyId, scope, before)) }
}

const uuidLength = 36

/**
 * Marks for the database that the effect of `work` on a company's access is being compared. In the test databases every change of
 * access fails without this mark (server/testing/access-guard.sql), so that no comparison can be forgotten. A nested comparison, of
 * a second company, adds its own mark; a rollback removes it.
 */
export async function whileCompared<Result>(
  transaction: Database,
  companyId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const compared = sql`coalesce(current_setting('portal.compared', true), '')`
  await queueStatement(transaction, sql`select set_config('portal.compared', ${compared} || ${companyId}::text, true)`)
  const result = await work()
  await queueStatement(
    transaction,
    sql`select set_config('portal.compared', left(${compared}, ${-uuidLength}::integer), true)`,
  )
  return result
}
