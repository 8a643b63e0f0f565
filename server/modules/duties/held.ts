import sql from 'sql-template-tag'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { requireThat, unmet } from '#server/database/insist.ts'
import { beforeCommit, queueStatement } from '#server/database/transaction.ts'
import type { Membership } from '#server/engines/context.ts'
import { heldDuty } from './duties.sql.ts'

/**
 * Refuses an act by a duty that was revoked or replaced after the request was admitted. It runs last in the transaction of the
 * change: disabling a person locks them before the duty, as an act on their devices does. Guard: the lock of the duty, for which
 * its revocation waits.
 */
export async function requireHeldDuty(
  company: Database,
  { companyId, employeeId, duty, departments }: Membership,
): Promise<void> {
  const held = orRefuse(await heldDuty(company, companyId, employeeId), -41017)
  if (held.duty !== duty || String(held.dept_ids ?? '') !== String(departments ?? '')) throw new Refusal(-41024)
}

/** The error of a change by a person who no longer manages the company. */
const notManager = 'manager'

/**
 * Makes a manager's change fail if the role was revoked after the request was admitted. The check is sent with the commit: it costs
 * no round trip, and as it takes no lock, two managers who change each other's rows can't deadlock because of it.
 */
export const requireRoleAtCommit = (company: Database, { companyId, employeeId }: Membership): void =>
  beforeCommit(company, last =>
    queueStatement(
      last,
      requireThat(
        sql`exists (
          select from employee
          where company_id = ${companyId} and id = ${employeeId} and state = 'active' and role <> 'employee')`,
        notManager,
      ),
    ),
  )

/** Converts the failure of such a change to its refusal. */
export const rethrowRoleRevoked = (error: unknown): never => {
  throw unmet(error) === notManager ? new Refusal(-41017) : error
}
