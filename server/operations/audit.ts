import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '../database/database.ts'

export interface AuditEntry {
  /** `cli:user@host`, `operator:<id>`, `portal`. */
  actor: string
  /** Dotted, never renamed: `verification.approved`, `installer.published`. */
  action: AuditAction
  /** `account:<id>`, `installer:<id>`. */
  target: string
  before?: unknown
  after?: unknown
  ip?: string
}

/** What an operation is accountable for: where it came from, and how many entries it has written. */
interface Accounted {
  ip: string
  requestId: string
  entries: number
}

const accounted = new AsyncLocalStorage<Accounted>()

/** Runs an operation so that its entries carry the address and the request; answers how many it wrote. */
export async function accountFor<Result>(
  from: { ip: string; requestId: string },
  work: () => Promise<Result>,
): Promise<{ result: Result; entries: number }> {
  const account: Accounted = { ...from, entries: 0 }
  const result = await accounted.run(account, work)
  return { result, entries: account.entries }
}

/** A request that is only answered again: its entry was written when it was done. */
export function accountedBefore(): void {
  const account = accounted.getStore()
  if (account) account.entries += 1
}

/** Written in the transaction of what it tells of; the database refuses to change or delete it. Holds no secret and no full phone. */
export async function recordAudit(
  database: Database,
  { actor, action, target, before, after, ip }: AuditEntry,
): Promise<void> {
  const account = accounted.getStore()
  await database.change(sql`
    insert into audit_entry (actor, action, target, before, after, ip, request_id)
    values (${actor}, ${action}, ${target}, ${before === undefined ? null : JSON.stringify(before)}::jsonb,
      ${after === undefined ? null : JSON.stringify(after)}::jsonb, ${ip ?? account?.ip ?? null},
      ${account?.requestId ?? null})`)
  if (account) account.entries += 1
}
