import { z } from 'zod'
import type { Database } from '#server/database/database.ts'
import { auditActor, countEntry } from '#server/engines/activity/context.ts'
import { type AuditEntry, recordAudit } from './audit.ts'

const nothing = z.object({})

/**
 * Records that a person's document was viewed. While open, a page keeps requesting a fresh URL of the same document, which adds no
 * further entry within the hour.
 */
export async function recordViewing<Before, After>(
  database: Database,
  entry: AuditEntry<Before, After>,
): Promise<void> {
  const { action, target } = entry
  const before = await database.row(nothing)`
    select from audit_entry where actor = ${auditActor()} and action = ${action} and target = ${target}
      and created_at > now() - interval '1 hour' limit 1`
  if (before) countEntry('audit')
  else await recordAudit(database, entry)
}
