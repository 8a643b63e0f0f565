import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
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
