import { createWriteStream } from 'node:fs'
import { link, mkdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Client } from 'pg'
import { checkKey, type Storage, storedSize } from '#server/integrations/storage/storage.ts'
import { hashFile, measure } from './digest.ts'
import { encrypting } from './encryption.ts'
import { filesSum, type Manifest, suffixOf } from './manifest.ts'

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
  /** The folder of the previous backup, if any. */
  earlier: string | undefined
  /** For an encrypted backup: its public keys, and the checksums of the previous backup's files that it may share. */
  encryption: { recipients: readonly string[]; shared: ReadonlyMap<string, string> } | undefined
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
  encryption,
}: Copying): Promise<{ files: Manifest['files']; absent: string[] }> {
  const list = measure()
  const sink = createWriteStream(join(draft, filesSum), { mode: 0o600, flags: 'wx', flush: true })
  const suffix = suffixOf({ recipients: encryption?.recipients })
  let [count, bytes] = [0, 0]
  const missing: string[] = []
  const lost: string[] = []
  async function* lines() {
    for await (const { storage_key: key, sha256, size } of storedFiles(client)) {
      const name = `files/${checkKey(key)}${suffix}`
      const path = join(draft, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const expected = encryption ? encryption.shared.get(key) : sha256
      const shared = earlier && expected && (await share(join(earlier, name), path, expected)) ? expected : undefined
      const kept = shared ?? (await copy(storage, { storage_key: key, sha256, size }, path, encryption?.recipients))
      if (!kept) {
        // The file was removed after the snapshot, or damaged before it; the rest of the backup is still worth keeping.
        missing.push(key)
        await rm(path, { force: true })
        continue
      }
      if (shared && (await storedSize(storage, key)) !== size) lost.push(key)
      count += 1
      bytes += (await stat(path)).size
      yield Buffer.from(`${kept}  ${name}\n`)
    }
  }
  await pipeline(lines, list.stream, sink)
  return { files: { count, bytes, sha256: list.measured().sha256, missing }, absent: [...missing, ...lost] }
}

/** Yields the files that the rows name, in the order of their keys. */
export async function* storedFiles(client: Client): AsyncGenerator<Stored> {
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

/** Returns the SHA-256 of the copy; undefined when there is no such file, or another than the row describes. */
async function copy(
  storage: Storage,
  { storage_key, sha256 }: Stored,
  to: string,
  recipients: readonly string[] | undefined,
): Promise<string | undefined> {
  const stored = await storage.get(storage_key)
  if (!stored) return undefined
  const [content, kept] = [measure(), measure()]
  const sink = createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true })
  await pipeline(stored.stream, content.stream, encrypting(recipients), kept.stream, sink)
  return content.measured().sha256 === sha256 ? kept.measured().sha256 : undefined
}
