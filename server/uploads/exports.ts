import { createHash } from 'node:crypto'
import sql from 'sql-template-tag'
import type { Database } from '../database/database.ts'
import type { Storage } from '../integrations/storage/storage.ts'
import type { Services } from '../services.ts'
import { signedAddress } from './signed-address.ts'
import { newKey } from './uploads.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Keeps a sheet that somebody asked for as a private file and answers its signed address. It belongs to no account, so
 * that it doesn't count as an upload, and is removed after a day by `removeOldExports`.
 */
export async function keepExport(
  { config, system, storage }: Pick<Services, 'config' | 'system' | 'storage'>,
  { content, fileName }: { content: Buffer; fileName: string },
): Promise<string> {
  const key = newKey('export', 'xlsx')
  await storage.put(key, content, { contentType: xlsx, size: content.length })
  try {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = await system.row<{ id: string }>(sql`
      insert into stored_file (purpose, content_type, size, sha256, storage_key, file_name)
      values ('export', ${xlsx}, ${content.length}, ${sha256}, ${key}, ${fileName}) returning id`)
    if (!file) throw new Error('stored_file answered no row')
    return signedAddress(config, file.id)
  } catch (error) {
    await storage.remove(key)
    throw error
  }
}

/** Removes exports of more than a day, file first: a row whose file is gone is found again and removed the next time. */
export async function removeOldExports(system: Database, storage: Storage, stopping: AbortSignal): Promise<number> {
  let removed = 0
  while (!stopping.aborted) {
    const old = await system.rows<{ id: string; storage_key: string }>(sql`
      select id, storage_key from stored_file
      where purpose = 'export' and created_at < now() - interval '1 day' limit 100`)
    if (!old.length) break
    for (const { storage_key } of old) await storage.remove(storage_key)
    removed += await system.change(sql`delete from stored_file where id = any(${old.map(({ id }) => id)})`)
  }
  return removed
}
