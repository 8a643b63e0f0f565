import type { AccessCallName } from '#contract/access.ts'
import type { Database } from '#server/database/database.ts'
import { type Difference, differenceOf } from './difference.ts'
import { scopeOf } from './scopes.ts'
import { type Scope, standingOf } from './standing.ts'

interface Act {
  companyId: string
  name: AccessCallName
  /** The input as the call's schema has parsed it. */
  input: unknown
}

/**
 * Does an act within a transaction and returns its effect on who may use which line. The same code serves the act and its plan,
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
  const result = await work()
  // Those whom the act has added are found by it afterwards; before, they could use nothing.
  const adds = name === 'addCompanyUser' || name === 'commitEmployeeImport'
  const added = adds ? await scopeOf(requested, name, input) : scope
  return { result, difference: differenceOf(before, await standingOf(company, companyId, added)) }
}

/** The same of what no call does: an end that comes by itself, say. */
export async function compareAccess<Result>(
  company: Database,
  companyId: string,
  scope: Scope,
  work: () => Promise<Result>,
): Promise<{ result: Result; difference: Difference }> {
  const before = await standingOf(company, companyId, scope)
  const result = await work()
  return { result, difference: differenceOf(before, await standingOf(company, companyId, scope)) }
}
