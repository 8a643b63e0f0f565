import { recordAudit } from '#server/engines/audit/audit.ts'
import { inTransaction, type Reached } from './in-transaction.ts'

interface Run {
  kind: 'backup' | 'rehearsal'
  note: string
  /** What the backup lacks. */
  failure?: string | null
  /** True if it was made by another tool. */
  elsewhere?: boolean
}

/** Records in the audit, and for the page of health, that a backup or a restore rehearsal was completed, and what it lacks. */
export async function recordRun(database: Reached, run: Run): Promise<void> {
  const { kind, note, failure = null, elsewhere = false } = run
  const action = elsewhere ? 'backup.recorded' : 'backup.completed'
  await inTransaction(database, async transaction => {
    await transaction.change`
      insert into backup_run (kind, note, failure)
      values (${kind}, ${note.slice(0, 500)}, ${failure?.slice(0, 500) ?? null})`
    await recordAudit(transaction, { action, target: `backup:${kind}`, after: { note, failure } })
  })
}

/** Records in the audit which older backups were deleted. */
export const recordRemoved = (database: Reached, names: string[]): Promise<void> =>
  inTransaction(database, transaction =>
    recordAudit(transaction, { action: 'backup.removed', target: 'backup:backup', after: { note: names.join('、') } }),
  )
