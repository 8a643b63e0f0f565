import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Client } from 'pg'
import { type Storage, storedSize } from '#server/integrations/storage/storage.ts'
import { measure } from './digest.ts'
import { contentSha256, contentSize, decrypting, type Identities } from './encryption.ts'
import { storedFiles } from './files.ts'
import { type ListedFile, listedFiles } from './listed-files.ts'
import { BackupProblem, type Manifest } from './manifest.ts'

/** Reports whether the folder already holds another portal's files. */
export async function hasFiles(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'files')).catch(() => [])
  return names.some(name => !name.startsWith('.'))
}

interface Opened {
  folder: string
  manifest: Manifest
  identities: Identities
}

export async function restoreFiles({ folder, manifest, identities }: Opened, storage: Storage): Promise<void> {
  for await (const file of listedFiles(folder, manifest)) await restoreFile(file, identities, storage)
}

/**
 * Restores the files that the rows name and the storage lacks. Files that no row names stay out: their owners may have had them
 * erased since.
 */
export async function restoreAbsent(client: Client, { folder, manifest, identities }: Opened, storage: Storage) {
  const kept = new Map<string, ListedFile>()
  for await (const file of listedFiles(folder, manifest)) kept.set(file.key, file)
  const found = { restored: 0, present: 0, missing: [] as string[] }
  for await (const { storage_key: key, sha256, size } of storedFiles(client)) {
    const file = kept.get(key)
    // A truncated file counts as lost.
    if ((await storedSize(storage, key)) === size) found.present += 1
    else if (file && (await contentSha256(file.path, identities)) === sha256) {
      await restoreFile(file, identities, storage)
      found.restored += 1
    } else found.missing.push(key)
  }
  return found
}

async function restoreFile({ key, sha256, path }: ListedFile, identities: Identities, storage: Storage): Promise<void> {
  const { stream, measured } = measure()
  const size = await contentSize(path, identities)
  const source = createReadStream(path)
  source.on('error', error => stream.destroy(error))
  const content = Readable.from(decrypting(identities)(source.pipe(stream)), { objectMode: false })
  await storage.put(key, content, { contentType: 'application/octet-stream', size })
  if (measured().sha256 !== sha256) throw new BackupProblem(`恢复期间备份被改动：files/${key}`)
}
