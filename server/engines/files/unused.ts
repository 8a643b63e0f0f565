import sql, { type Sql } from 'sql-template-tag'
import { id } from '#contract/fields.ts'
import type { Services } from '#server/engines/services.ts'
import { storedFile } from './uploads.sql.ts'

/** An operator's browser keeps an article that is not saved yet, with the addresses of its pictures, for as long as it takes to write. */
const oldEnough = sql`
  created_at < now() - interval '1 day' and (purpose <> 'article' or created_at < now() - interval '30 days')`

/**
 * The references that keep a file: a row that refers to it (a test walks the foreign keys), a text that shows it, and a rejected
 * voucher, which the audit log names.
 */
const isUsed = sql`
  exists (select from identity_verification where licence_file_id = stored_file.id)
  or exists (select from payment where voucher_file_id = stored_file.id)
  or exists (select from invoice where file_id = stored_file.id)
  or exists (select from red_invoice where file_id = stored_file.id)
  or exists (select from installer where file_id = stored_file.id)
  or exists (select from ticket_file where file_id = stored_file.id)
  or exists (select from settlement where file_id = stored_file.id)
  or purpose = 'voucher' and exists (
    select from audit_entry where action = 'payment.rejected' and before ->> 'file' = stored_file.id::text)
  or purpose = 'article' and exists (
    select from article where markdown like '%' || stored_file.id || '%'
    union all select from article_version where markdown like '%' || stored_file.id || '%'
    union all select from terms_version where markdown like '%' || stored_file.id || '%')`

const removable = storedFile.pick({ storage_key: true }).extend({ id })
const batch = 20

/**
 * Removes files that nothing refers to. The row is deleted first and committed last: a file whose removal fails or is interrupted
 * is found again. A row that is about to be referenced is locked, and left alone.
 */
async function removeUnused({ system, storage }: Pick<Services, 'system' | 'storage'>, which: Sql): Promise<number> {
  return system.transaction(async transaction => {
    const found = await transaction.rows(removable)`
      select id, storage_key from stored_file where ${which} and not (${isUsed})
      limit ${batch} for update skip locked`
    // The condition is checked once more under the lock, for a reference that was committed meanwhile.
    const removed = await transaction.rows(removable)`
      delete from stored_file where id = any(${found.map(file => file.id)}::uuid[]) and not (${isUsed})
      returning id, storage_key`
    for (const { storage_key } of removed) await storage.remove(storage_key)
    return removed.length
  })
}

/** Removes unreferenced files uploaded more than a day ago, and articles' pictures after 30 days. Returns their number. */
export async function removeUnusedFiles(
  services: Pick<Services, 'system' | 'storage'>,
  stopping: AbortSignal,
): Promise<number> {
  let removed = 0
  while (!stopping.aborted) {
    const count = await removeUnused(services, oldEnough)
    removed += count
    if (count < batch) break
  }
  return removed
}

/** Removes an account's own files that are no longer needed, or one file, however new they are. */
export async function removeFilesOf(
  services: Pick<Services, 'system' | 'storage'>,
  which: { account_id: string } | { file_id: string },
): Promise<void> {
  const condition = 'file_id' in which ? sql`id = ${which.file_id}` : sql`account_id = ${which.account_id}`
  while ((await removeUnused(services, condition)) === batch);
}
