import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'

export interface AuditEntry {
  /** `cli:user@host`, later `operator:<id>`. */
  actor: string
  /** Dotted, never renamed: `verification.approved`, `installer.published`. */
  action: string
  /** `account:<id>`, `installer:<id>`. */
  target: string
  before?: unknown
  after?: unknown
  ip?: string
}

/** Written in the transaction of what it tells of; the database refuses to change or delete it. */
export const recordAudit = (database: Database, { actor, action, target, before, after, ip }: AuditEntry) =>
  database.change(sql`
    insert into audit_entry (actor, action, target, before, after, ip)
    values (${actor}, ${action}, ${target}, ${before === undefined ? null : JSON.stringify(before)}::jsonb,
      ${after === undefined ? null : JSON.stringify(after)}::jsonb, ${ip ?? null})`)
