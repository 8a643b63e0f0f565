import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { checkKey, type Storage, storedSize } from '#server/integrations/storage/storage.ts'
import { BackupProblem, filesSum, hashFile, listedFiles, type Manifest, measure } from './manifest.ts'

interface Stored {
  storage_key: string
  sha256: string
  size: number
}

interface Copying {
  /** A client whose transaction holds the backup's snapshot. */
  client: Client
  storage: Storage
  draft: string
  /** The previous backup, if any. */
  earlier: string | undefined
}

/**
 * Copies the files that the copied rows name, and checks each against its row. A file never changes under its key, so unchanged
 * files are hard-linked from the previous backup. `absent` lists the keys whose files the storage itself lacks, whether or not the
 * backup still has them.
 */
export async function copyFiles({
  client,
  storage,
  draft,
  earlier,
}: Copying): Promise<{ files: Manifest['files']; absent: string[] }> {
  const list = measure()
  const sink = createWriteStream(join(draft, filesSum), { mode: 0o600, flags: 'wx', flush: true })
  let [count, bytes] = [0, 0]
  const missing: string[] = []
  const lost: string[] = []
  async function* lines() {
    for await (const { storage_key: key, sha256, size } of storedFiles(client)) {
      const path = join(draft, 'files', checkKey(key))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const shared = earlier && (await share(join(earlier, 'files', key), path, sha256))
      if (!shared && (await copy(storage, key, path)) !== sha256) {
        // The file was removed after the snapshot, or damaged before it; the rest of the backup is still worth keeping.
        missing.push(key)
        await rm(path, { force: true })
        continue
      }
      if (shared && (await storedSize(storage, key)) !== size) lost.push(key)
      count += 1
      bytes += (await stat(path)).size
      yield Buffer.from(`${sha256}  files/${key}\n`)
    }
  }
  await pipeline(lines, list.stream, sink)
  return { files: { count, bytes, sha256: list.measured().sha256, missing }, absent: [...missing, ...lost] }
}

async function* storedFiles(client: Client): AsyncGenerator<Stored> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<Stored>(
      'select storage_key, sha256, size::double precision as size from stored_file where storage_key > $1 order by storage_key limit 1000',
      [after],
    )
    yield* rows
    const last = rows.at(-1)
    if (!last) return
    after = last.storage_key
  }
}

async function share(from: string, to: string, sha256: string): Promise<boolean> {
  try {
    await link(from, to)
  } catch {
    // The previous backup lacks the file, or the file system has no hard links.
    return false
  }
  if ((await hashFile(to)) === sha256) return true
  await rm(to)
  return false
}

/** Returns the SHA-256 of the copied file; undefined when there is no such file. */
async function copy(storage: Storage, key: string, to: string): Promise<string | undefined> {
  const stored = await storage.get(key)
  if (!stored) return undefined
  const { stream, measured } = measure()
  await pipeline(stored.stream, stream, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }))
  return measured().sha256
}

/** Reports whether the folder already holds another portal's files. */
export async function hasFiles(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'files')).catch(() => [])
  return names.some(name => !name.startsWith('.'))
}

export async function restoreFiles(folder: string, storage: Storage): Promise<void> {
  for await (const file of listedFiles(folder)) await restoreFile(folder, storage, file)
}

/**
 * Restores the files that the rows name and the storage lacks. Files that no row names stay out: their owners may have had them
 * erased since.
 */
export async function restoreAbsent(client: Client, folder: string, storage: Storage) {
  const kept = new Map<string, string>()
  for await (const { key, sha256 } of listedFiles(folder)) kept.set(key, sha256)
  const found = { restored: 0, present: 0, missing: [] as string[] }
  for await (const { storage_key: key, sha256, size } of storedFiles(client)) {
    // A truncated file counts as lost.
    if ((await storedSize(storage, key)) === size) found.present += 1
    else if (kept.get(key) === sha256) {
      await restoreFile(folder, storage, { key, sha256 })
      found.restored += 1
    } else found.missing.push(key)
  }
  return found
}

async function restoreFile(folder: string, storage: Storage, { key, sha256 }: { key: string; sha256: string }) {
  const path = join(folder, 'files', key)
  const { stream, measured } = measure()
  const { size } = await stat(path)
  const source = createReadStream(path)
  source.on('error', error => stream.destroy(error))
  await storage.put(key, source.pipe(stream), { contentType: 'application/octet-stream', size })
  if (measured().sha256 !== sha256) throw new BackupProblem(`恢复期间备份被改动：files/${key}`)
}
