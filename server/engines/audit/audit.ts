import sql from 'sql-template-tag'
import type { AuditField } from '#contract/operations/audit-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import { maskPhone } from '#contract/rules.ts'
import { maskPhones } from '#server/core/mask-phones.ts'
import type { Database } from '#server/database/database.ts'
import { queueStatement } from '#server/database/transaction.ts'
import { auditActor, countEntry, executionContext } from '#server/engines/activity/context.ts'
import { notifyOperatorOfOwnSecurity } from './own-security.ts'

type AuditValues = Partial<Record<AuditField, unknown>> | readonly unknown[]

/** Preserves the type if every field has a translation. A field without one becomes `never`, so that it does not compile. */
type InWords<Values> = Values extends readonly (infer Item)[]
  ? readonly InWords<Item>[]
  : Values extends object
    ? { [Field in keyof Values]: Field extends AuditField ? Values[Field] : never }
    : Values

export interface AuditEntry<Before = AuditValues, After = AuditValues> {
  /** Dotted, never renamed: `verification.approved`, `installer.published`. */
  action: AuditAction
  /** `account:<id>`, `installer:<id>`, and so on. */
  target: string
  before?: InWords<Before> | undefined
  after?: InWords<After> | undefined
}

/** Numbers of banks and tax offices may look like a phone, and are evidence. */
const numbers: ReadonlySet<string> = new Set<AuditField>(['number', 'reference', 'serial'])
const phones: ReadonlySet<string> = new Set<AuditField>(['phone', 'contact_phone'])

/** A phone number could never be removed from the log, so none is stored in full, whatever field it was written to. */
const withoutPhones = (field: string, value: unknown) =>
  typeof value !== 'string' || numbers.has(field) ? value : phones.has(field) ? maskPhone(value) : maskPhones(value)

const asJson = (values: unknown) => (values === undefined ? null : JSON.stringify(values, withoutPhones))

/**
 * Writes an entry within the transaction it reports on; the database refuses to change or delete it. It names the actor of the
 * present context, and fails outside of one. It must not contain secrets. Phone numbers are masked here.
 */
export async function recordAudit<Before, After>(
  database: Database,
  { action, target, before, after }: AuditEntry<Before, After>,
): Promise<void> {
  const context = executionContext()
  const content = context?.approval && !Array.isArray(after) ? { ...after, approval: context.approval } : after
  await queueStatement(
    database,
    sql`
    insert into audit_entry (actor, action, target, before, after, ip, request_id)
    values (${auditActor()}, ${action}, ${target}, ${asJson(before)}::jsonb, ${asJson(content)}::jsonb, ${context?.ip ?? null},
      ${context?.requestId ?? null})`,
  )
  countEntry('audit')
  await notifyOperatorOfOwnSecurity(database, action, target)
}
