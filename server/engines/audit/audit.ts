import sql from 'sql-template-tag'
import type { AuditField } from '#contract/operations/audit-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '#server/database/database.ts'
import { sendAhead } from '#server/database/transaction.ts'
import { countEntry, requestContext } from '#server/engines/activity/context.ts'

type AuditValues = Partial<Record<AuditField, unknown>> | readonly unknown[]

/** Keeps the type of the fields if every field has a word. A field that has none becomes `never`, so that it does not compile. */
type InWords<Values> = Values extends readonly (infer Item)[]
  ? readonly InWords<Item>[]
  : Values extends object
    ? { [Field in keyof Values]: Field extends AuditField ? Values[Field] : never }
    : Values

export interface AuditEntry<Before = AuditValues, After = AuditValues> {
  /** `cli:user@host`, `operator:<id>`, `portal`. */
  actor: string
  /** Dotted, never renamed: `verification.approved`, `installer.published`. */
  action: AuditAction
  /** `account:<id>`, `installer:<id>`. */
  target: string
  before?: InWords<Before> | undefined
  after?: InWords<After> | undefined
  ip?: string
}

/**
 * Writes an entry in the transaction of what it reports; the database refuses to change or delete it. It must hold no
 * secret and no full phone.
 */
export async function recordAudit<Before, After>(
  database: Database,
  { actor, action, target, before, after, ip }: AuditEntry<Before, After>,
): Promise<void> {
  const request = requestContext()
  const content = request?.approval && !Array.isArray(after) ? { ...after, approval: request.approval } : after
  await sendAhead(
    database,
    sql`
    insert into audit_entry (actor, action, target, before, after, ip, request_id)
    values (${actor}, ${action}, ${target}, ${before === undefined ? null : JSON.stringify(before)}::jsonb,
      ${content === undefined ? null : JSON.stringify(content)}::jsonb, ${ip ?? request?.ip ?? null},
      ${request?.requestId ?? null})`,
  )
  countEntry('audit')
}
