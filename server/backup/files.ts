import { createReadStream, createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { checkKey, type Storage } from '../integrations/storage/storage.ts'
import { BackupProblem, filesSum, listedFiles, type Manifest, measure, sumOf } from './manifest.ts'

interface Stored {
  storage_key: string
  sha256: string
}

interface Copying {
  /** Sees the moment of the backup. */
  client: Client
  storage: Storage
  draft: string
  /** The backup before this one, if any. */
  earlier: string | undefined
}

/**
 * The files that the copied rows name, each as its row says it is. Files never change under their key, so those of the backup
 * before are shared with it (a hard link) rather than written again.
 */
export async function copyFiles({ client, storage, draft, earlier }: Copying): Promise<Manifest['files']> {
  const list = measure()
  const sink = createWriteStream(join(draft, filesSum), { mode: 0o600, flags: 'wx', flush: true })
  let [count, bytes] = [0, 0]
  const missing: string[] = []
  async function* lines() {
    for await (const { storage_key: key, sha256 } of storedFiles(client)) {
      const path = join(draft, 'files', checkKey(key))
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const shared = earlier && (await share(join(earlier, 'files', key), path, sha256))
      if (!shared && (await copy(storage, key, path)) !== sha256) {
        // Removed since the backup's moment, or damaged before it: the rest is worth keeping all the same.
        missing.push(key)
        await rm(path, { force: true })
        continue
      }
      count += 1
      bytes += (await stat(path)).size
      yield Buffer.from(`${sha256}  files/${key}\n`)
    }
  }
  await pipeline(lines, list.stream, sink)
  return { count, bytes, sha256: list.measured().sha256, missing }
}

async function* storedFiles(client: Client): AsyncGenerator<Stored> {
  for (let after = ''; ; ) {
    const { rows } = await client.query<Stored>(
      'select storage_key, sha256 from stored_file where storage_key > $1 order by storage_key limit 1000',
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
    // Not there, or a file system without links.
    return false
  }
  if ((await sumOf(to)) === sha256) return true
  await rm(to)
  return false
}

/** Answers the SHA-256 of what was copied; undefined when there is no such file. */
async function copy(storage: Storage, key: string, to: string): Promise<string | undefined> {
  const stored = await storage.get(key)
  if (!stored) return undefined
  const { stream, measured } = measure()
  await pipeline(stored.stream, stream, createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true }))
  return measured().sha256
}

/** Whether somebody's files are there already. */
export async function hasFiles(dataDir: string): Promise<boolean> {
  const names = await readdir(join(dataDir, 'files')).catch(() => [])
  return names.some(name => !name.startsWith('.'))
}

export async function restoreFiles(folder: string, storage: Storage): Promise<void> {
  for await (const { key, sha256 } of listedFiles(folder)) {
    const path = join(folder, 'files', key)
    const { stream, measured } = measure()
    const { size } = await stat(path)
    const source = createReadStream(path)
    source.on('error', error => stream.destroy(error))
    await storage.put(key, source.pipe(stream), { contentType: 'application/octet-stream', size })
    if (measured().sha256 !== sha256) throw new BackupProblem(`恢复期间备份被改动：files/${key}`)
  }
}
