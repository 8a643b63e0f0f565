import sql from 'sql-template-tag'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { insistThat, unmet } from '#server/database/insist.ts'
import { beforeCommit, sendAhead } from '#server/database/transaction.ts'
import type { Membership } from '#server/engines/context.ts'
import { heldDuty } from './duties.sql.ts'

/**
 * Refuses what somebody does by a duty that was taken back or exchanged after the request was admitted. It runs last in the
 * transaction of the change: whoever disables a person locks them before the duty, as an act on their devices does.
 * Guard: the lock of the duty, for which whoever takes it back waits.
 */
export async function requireHeldDuty(
  company: Database,
  { companyId, employeeId, duty, departments }: Membership,
): Promise<void> {
  const held = orRefuse(await heldDuty(company, companyId, employeeId), -41017)
  if (held.duty !== duty || String(held.dept_ids ?? '') !== String(departments ?? '')) throw new Refusal(-41024)
}

/** The error of a change by somebody who does not manage the company any more. */
const notManager = 'manager'

/**
 * Lets a manager's change fail whose role was taken away after the request was admitted. The look goes with the commit: it costs no
 * trip, and as it locks nothing, two managers who change each other's rows can't wait for each other because of it.
 */
export const insistOnRole = (company: Database, { companyId, employeeId }: Membership): void =>
  beforeCommit(company, last =>
    sendAhead(
      last,
      insistThat(
        sql`exists (
          select from employee
          where company_id = ${companyId} and id = ${employeeId} and state = 'active' and role <> 'employee')`,
        notManager,
      ),
    ),
  )

/** Turns the failure of such a change into its refusal. */
export const roleIsGone = (error: unknown): never => {
  throw unmet(error) === notManager ? new Refusal(-41017) : error
}
