import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Services } from '#server/engines/services.ts'
import { signedAddress } from './signed-address.ts'
import { insertFile } from './uploads.sql.ts'
import { newKey } from './uploads.ts'

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl',
  pdf: 'application/pdf',
  zip: 'application/zip',
}

/** Keeps a file that was written to the disk, in the same way, and returns its id. */
export async function keepWrittenFile(
  { system, storage }: Pick<Services, 'system' | 'storage'>,
  {
    path,
    fileName,
    type,
    size,
    sha256,
  }: { path: string; fileName: string; type: keyof typeof contentTypes; size: number; sha256: string },
): Promise<string> {
  const storage_key = newKey('export', type)
  await storage.put(storage_key, createReadStream(path), { contentType: contentTypes[type], size })
  try {
    const file = { content_type: contentTypes[type], size, sha256, storage_key, file_name: fileName }
    return await insertFile(system, { purpose: 'export', ...file })
  } catch (error) {
    await storage.remove(storage_key)
    throw error
  }
}

/**
 * Keeps a sheet or another file that somebody requested as a private file and returns its signed address. It belongs to no account, so
 * that it doesn't count as an upload, and the sweep removes it after a day.
 */
export async function keepExport(
  { config, system, storage }: Pick<Services, 'config' | 'system' | 'storage'>,
  { content, fileName, type = 'xlsx' }: { content: Buffer; fileName: string; type?: keyof typeof contentTypes },
): Promise<string> {
  const storage_key = newKey('export', type)
  await storage.put(storage_key, content, { contentType: contentTypes[type], size: content.length })
  try {
    const sha256 = createHash('sha256').update(content).digest('hex')
    const file = { content_type: contentTypes[type], size: content.length, sha256, storage_key, file_name: fileName }
    return signedAddress(config, await insertFile(system, { purpose: 'export', ...file }))
  } catch (error) {
    await storage.remove(storage_key)
    throw error
  }
}
