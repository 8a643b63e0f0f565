import { createHash } from 'node:crypto'
import type { Services } from '#server/engines/services.ts'
import { signedAddress } from './signed-address.ts'
import { insertFile } from './uploads.sql.ts'
import { newKey } from './uploads.ts'

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/**
 * Keeps a sheet that somebody requested as a private file and returns its signed address. It belongs to no account, so
 * that it doesn't count as an upload, and the sweep removes it after a day.
 */
export async function keepExport(
  { config, system, storage }: Pick<Services, 'config' | 'system' | 'storage'>,
  { content, fileName }: { content: Buffer; fileName: string },
): Promise<string> {
  const storage_key = newKey('export', 'xlsx')
  await storage.put(storage_key, content, { contentType: xlsx, size: content.length })
  try {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = { content_type: xlsx, size: content.length, sha256, storage_key, file_name: fileName }
    return signedAddress(config, await insertFile(system, { purpose: 'export', ...file }))
  } catch (error) {
    await storage.remove(storage_key)
    throw error
  }
}
