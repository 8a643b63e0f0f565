import type { Database } from '#server/database/database.ts'
import { auditedAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { RunningJob } from '#server/engines/jobs/task.ts'
import type { Services } from '#server/engines/services.ts'
import { insertAddresses } from '#server/modules/catalogue/import-stock.sql.ts'
import { alreadyThere, problemOf } from '#server/modules/catalogue/import-stock.ts'
import { failAddressImport, lockAddressImport, recordRows, rowsFrom } from './import.sql.ts'

/** Rows in one transaction: few enough that a purchase of one of these places waits only briefly for their stock's locks. */
const batch = 500

/**
 * Writes the valid rows of an import. A batch and the count of written rows are one transaction, so after a killed run the next
 * continues behind the last batch, and each row takes effect once.
 */
export async function importAddresses(
  { system }: Pick<Services, 'system'>,
  { import_id: id, actor }: { import_id: string; actor: string },
  { stopping, lastAttempt, log }: Pick<RunningJob, 'stopping' | 'lastAttempt' | 'log'>,
): Promise<void> {
  try {
    // The operator who confirmed the import made the change, not the job.
    while (await auditedAs(actor, () => system.transaction(transaction => writeBatch(transaction, id))))
      if (stopping.aborted) throw new Error('the portal stops; the import goes on with its next start')
  } catch (error) {
    if (lastAttempt) {
      log.error({ err: error }, '地址导入失败')
      await failAddressImport(system, id)
    }
    throw error
  }
}

/** Returns false when there is nothing left to write. */
async function writeBatch(transaction: Database, id: string): Promise<boolean> {
  const found = await lockAddressImport(transaction, id)
  if (found?.state !== 'running') return false
  const rows = await rowsFrom(transaction, id, found.done, batch)
  const existing = await insertAddresses(transaction, rows)
  const added = rows.length - existing.length
  const failed = existing.map(place => problemOf(rows[place], alreadyThere))
  await recordRows(transaction, id, { done: rows.length, added, failed })
  if (found.done + rows.length < found.total) return true
  await recordAudit(transaction, {
    action: 'stock.imported',
    target: `address_import:${id}`,
    after: {
      file: found.file_name,
      added: found.added + added,
      refused: found.bad + found.failed.length + failed.length,
    },
  })
  return false
}
