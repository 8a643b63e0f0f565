import { hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { Services } from '#server/engines/services.ts'
import { removeUnlessWritten } from './remove-unless-written.ts'
import { signedAddress } from './signed-address.ts'
import { insertFile } from './uploads.sql.ts'
import { newKey } from './uploads.ts'

const contentTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl',
  pdf: 'application/pdf',
  zip: 'application/zip',
}

interface ExportedFile {
  fileName: string
  type: keyof typeof contentTypes
  size: number
  sha256: string
}

/**
 * Stores a requested file as a private one and returns its id. It belongs to no account, so that it does not count as an upload,
 * and the sweep removes it after a day.
 */
async function keep(
  { system, storage }: Pick<Services, 'system' | 'storage'>,
  content: Buffer | Readable,
  { fileName, type, size, sha256 }: ExportedFile,
): Promise<string> {
  const [storage_key, content_type] = [newKey('export', type), contentTypes[type]]
  await storage.put(storage_key, content, { contentType: content_type, size })
  return removeUnlessWritten({ system, storage }, storage_key, async written => {
    const file = { purpose: 'export', content_type, size, sha256, storage_key, file_name: fileName }
    const id = await insertFile(system, file)
    written()
    return id
  })
}

/** Keeps a file that was written to the disk and returns its id. */
export const keepWrittenFile = (
  services: Pick<Services, 'system' | 'storage'>,
  { path, ...file }: ExportedFile & { path: string },
): Promise<string> => keep(services, createReadStream(path), file)

/** Keeps a sheet or another file and returns its signed address. */
export async function keepExport(
  services: Pick<Services, 'config' | 'system' | 'storage'>,
  { content, fileName, type = 'xlsx' }: { content: Buffer; fileName: string; type?: keyof typeof contentTypes },
): Promise<string> {
  const sha256 = hash('sha256', content, 'hex')
  const id = await keep(services, content, { fileName, type, size: content.length, sha256 })
  return signedAddress(services.config, id)
}
