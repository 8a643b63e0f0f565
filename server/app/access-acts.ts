import { asCompany } from '#server/database/as-company.ts'
import type { Database } from '#server/database/database.ts'
import { type Difference, differenceOf, isEmpty } from '#server/modules/access/difference.ts'
import { whileCompared } from '#server/modules/access/follow.ts'
import { standingAgain, standingOf } from '#server/modules/access/read-standing.ts'
import { lockAccess } from '#server/modules/access/standing.sql.ts'
import type { Scope } from '#server/modules/access/standing.ts'
import { recordAccess } from '#server/modules/lines/access-log.ts'

/** An access change that no manager's call makes: it comes from an operator or from the person concerned. */
export interface AccessAct {
  companyId: string
  scope: Scope
  /** The name of the act, as shown to the company. */
  act: string
  /** Replaces every person's name in the record, for people whose names may no longer be stored. */
  namedAs?: string
}

/** Runs an act within a system transaction and returns its effect on who may use which line. */
export async function runAndDiffAccess<Result>(
  transaction: Database,
  { companyId, scope }: Pick<AccessAct, 'companyId' | 'scope'>,
  work: () => Promise<Result>,
): Promise<{ result: Result; difference: Difference }> {
  const before = await asCompany(transaction, companyId, company => standingOf(company, companyId, scope))
  const result = await whileCompared(transaction, companyId, work)
  const after = await asCompany(transaction, companyId, company => standingAgain(company, companyId, scope, before))
  return { result, difference: differenceOf(before, after) }
}

/** Like `runAndDiffAccess`, and writes the effect to the records of the people and lines. */
export async function runAndRecordAccess<Result>(
  transaction: Database,
  { companyId, scope, act, namedAs }: AccessAct,
  work: () => Promise<Result>,
): Promise<Result> {
  // Guard: the company's access lock. Without it each of two concurrent acts would record the other's effect as well.
  await asCompany(transaction, companyId, company => lockAccess(company, companyId))
  const { result, difference } = await runAndDiffAccess(transaction, { companyId, scope }, work)
  if (!isEmpty(difference))
    await asCompany(transaction, companyId, company =>
      recordAccess(company, { companyId, act }, namedAs === undefined ? difference : renamed(difference, namedAs)),
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
