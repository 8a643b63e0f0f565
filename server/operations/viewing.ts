import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import { type AuditEntry, accountedBefore, recordAudit } from './audit.ts'

/**
 * That somebody's document was looked at. A page that asks for a fresh address of the same, as it does all the while it is
 * open, adds nothing within the hour.
 */
export async function recordViewing<Before, After>(
  database: Database,
  entry: AuditEntry<Before, After>,
): Promise<void> {
  const { actor, action, target } = entry
  const before = await database.row(sql`
    select from audit_entry where actor = ${actor} and action = ${action} and target = ${target}
      and created_at > now() - interval '1 hour' limit 1`)
  if (before) accountedBefore()
  else await recordAudit(database, entry)
}
