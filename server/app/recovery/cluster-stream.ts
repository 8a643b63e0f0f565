import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
/**
 * A cluster as one stream: for each file the length of a header (4 bytes), the header in JSON, and the content. A header of length
 * 0 ends the stream.
 */
export const headerSchema = z.object({ path: z.string(), size: z.int().min(0).nullable() })
type Header = z.output<typeof headerSchema>

/** Directories whose content PostgreSQL recreates; the log is archived separately. */
const emptied = [
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]
const omitted =
  /(^|\/)(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label.*|tablespace_map.*|recovery\.signal)$/
const control = 'global/pg_control'
export const chunkSize = 1 << 20

const headerOf = (header: Header) => {
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, text])
}

/** Yields the files of a running cluster between the start and the stop of a base backup, `pg_control` last. */
export async function* packCluster(cluster: string, stopping: AbortSignal): AsyncGenerator<Buffer> {
  for (const name of emptied) yield headerOf({ path: name, size: null })
  for await (const path of filesOf(cluster, '')) {
    stopping.throwIfAborted()
    if (path !== control) yield* packFile(cluster, path)
  }
  yield* packFile(cluster, control)
}

export function* packText(path: string, text: string): Generator<Buffer> {
  const content = Buffer.from(text)
  yield headerOf({ path, size: content.length })
  yield content
}

export const packEnd = Buffer.alloc(4)

async function* filesOf(cluster: string, folder: string): AsyncGenerator<string> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    const path = folder ? `${folder}/${entry.name}` : entry.name
    if (omitted.test(path) || emptied.includes(path)) continue
    if (entry.isDirectory()) yield* filesOf(cluster, path)
    else if (entry.isFile()) yield path
  }
  // Empty folders must be recreated, too.
  if (folder && !entries?.length) yield `${folder}/`
}

async function* packFile(cluster: string, path: string): AsyncGenerator<Buffer> {
  if (path.endsWith('/')) {
    yield headerOf({ path: path.slice(0, -1), size: null })
    return
  }
  // A table may be dropped meanwhile; the log drops it again.
  const file = await open(join(cluster, path)).catch(ignoreMissing)
  if (!file) return
  try {
    const { size } = await file.stat()
    yield headerOf({ path, size })
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(chunkSize, size - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      // A part truncated meanwhile is filled with zeros; replaying the log truncates it again.
      at += bytesRead || chunk.length
      yield bytesRead ? chunk.subarray(0, bytesRead) : chunk
    }
  } finally {
    await file.close()
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
