import { connect, type DatabaseLog } from '#server/database/pool.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'

interface Run {
  kind: 'backup' | 'rehearsal'
  note: string
  /** What the backup lacks. */
  failure?: string | null
  /** True if it was made by another tool. */
  elsewhere?: boolean
}

/** Records in the audit, and for the page of health, that a backup or a restore rehearsal was completed, and what it lacks. */
export async function recordRun(database: { url: string; log: DatabaseLog }, run: Run): Promise<void> {
  const { kind, note, failure = null, elsewhere = false } = run
  const action = elsewhere ? 'backup.recorded' : 'backup.completed'
  const pools = connect({ ...database, size: 1 })
  try {
    await pools.system.transaction(async transaction => {
      await transaction.change`
        insert into backup_run (kind, note, failure)
        values (${kind}, ${note.slice(0, 500)}, ${failure?.slice(0, 500) ?? null})`
      await recordAudit(transaction, { action, target: `backup:${kind}`, after: { note, failure } })
    })
  } finally {
    await pools.end()
  }
}

/** Records in the audit which older backups were deleted. */
export async function recordRemoved(database: { url: string; log: DatabaseLog }, names: string[]): Promise<void> {
  const pools = connect({ ...database, size: 1 })
  try {
    await recordAudit(pools.system, {
      action: 'backup.removed',
      target: 'backup:backup',
      after: { note: names.join('、') },
    })
  } finally {
    await pools.end()
  }
}
