import { AsyncLocalStorage } from 'node:async_hooks'
import sql from 'sql-template-tag'
import type { AuditField } from '#contract/operations/audit-fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import type { Database } from '../database/database.ts'

type AuditValues = Partial<Record<AuditField, unknown>> | readonly unknown[]

/** As given, where every field has a word; `never` at one that has none, so that it does not compile. */
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
export async function recordAudit<Before, After>(
  database: Database,
  { actor, action, target, before, after, ip }: AuditEntry<Before, After>,
): Promise<void> {
  const account = accounted.getStore()
  await database.change(sql`
    insert into audit_entry (actor, action, target, before, after, ip, request_id)
    values (${actor}, ${action}, ${target}, ${before === undefined ? null : JSON.stringify(before)}::jsonb,
      ${after === undefined ? null : JSON.stringify(after)}::jsonb, ${ip ?? account?.ip ?? null},
      ${account?.requestId ?? null})`)
  if (account) account.entries += 1
}
