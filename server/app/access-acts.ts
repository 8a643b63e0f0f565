import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { type Difference, differenceOf, isEmpty } from '#server/modules/access/difference.ts'
import { whileCompared } from '#server/modules/access/follow.ts'
import { standingAgain, standingOf } from '#server/modules/access/read-standing.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import type { Scope } from '#server/modules/access/standing.ts'
import { recordAccess } from '#server/modules/lines/access-log.ts'

/** An act that no manager's call makes: an operator's, or a person's own. */
export interface AccessAct {
  companyId: string
  scope: Scope
  /** The actor and the act, as the company reads them. */
  actorName: string
  act: string
  /** Whose names must not be written any more are all written as this. */
  namedAs?: string
}

/** Does an act within a transaction of the system's, and returns its effect on who may use which line. */
export async function comparingAccess<Result>(
  transaction: Database,
  { companyId, scope }: Pick<AccessAct, 'companyId' | 'scope'>,
  work: () => Promise<Result>,
): Promise<{ result: Result; difference: Difference }> {
  const before = await asCompany(transaction, companyId, company => standingOf(company, companyId, scope))
  const result = await whileCompared(transaction, companyId, work)
  const after = await asCompany(transaction, companyId, company => standingAgain(company, companyId, scope, before))
  return { result, difference: differenceOf(before, after) }
}

/** The same for good: what was done is written to the records of the people and the lines. */
export async function recordingAct<Result>(
  transaction: Database,
  { companyId, scope, actorName, act, namedAs }: AccessAct,
  work: () => Promise<Result>,
): Promise<Result> {
  // Guard: of two acts at once each would write down what the other did.
  await asCompany(transaction, companyId, company => lockAccess(company, companyId))
  const { result, difference } = await comparingAccess(transaction, { companyId, scope }, work)
  if (!isEmpty(difference))
    await asCompany(transaction, companyId, company =>
      recordAccess(
        company,
        { companyId, actorName, act },
        namedAs === undefined ? difference : renamed(difference, namedAs),
      ),
    )
  return result
}

function renamed(difference: Difference, name: string): Difference {
  const people = (touched: Difference['lost']) => touched.map(person => ({ ...person, name }))
  const devices = (touched: Difference['connects']) =>
    touched.map(device => ({ ...device, name: '', employeeName: name }))
  const { gained, idle, lost, retimed, joining, connects, disconnects } = difference
  return {
    ...difference,
    gained: people(gained),
    idle: people(idle),
    lost: people(lost),
    retimed: people(retimed),
    joining: people(joining),
    connects: devices(connects),
    disconnects: devices(disconnects),
  }
}
