import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type { Client } from 'pg'
import { readMigrations } from '#server/app/backup/catalogue.sql.ts'
import type { Config } from '#server/core/config.ts'
import { programVersion } from '#server/core/program-version.ts'
import { withClient } from '#server/database/client.ts'
import { superuserAddress } from '#server/database/embedded-cluster.ts'
import type { ArchiveTarget } from './archive-target.ts'
import { type BaseManifest, putManifest, signaturesFirst } from './base-manifest.ts'
import { packCluster, packEnd, packText } from './cluster-stream.ts'
import { baseFolder, type Position, parsePosition } from './log-position.ts'
import { pruneArchive } from './prune.ts'
import { newName } from './runs.ts'

/** Bytes of a part, which is held in memory. */
const partSize = 8 << 20
/** Milliseconds for the log up to the backup's end to reach the archive. */
const longestWait = 300_000

interface BaseRequest {
  config: Config
  url: string
  target: ArchiveTarget
  run: { name: string; timeline: number }
  cluster: string
  stopping: AbortSignal
  /** Returns the position reached by the archive. Throws if the run has ended. */
  reached(): Position
}

/** Copies the running cluster into the archive, waits for the log that makes it consistent, and removes expired objects. */
export async function takeBase(request: BaseRequest): Promise<void> {
  const { config, url, target, run, cluster, stopping, reached } = request
  await withClient(superuserAddress(url), async client => {
    const startedAt = Date.now()
    const base = newName(startedAt)
    const folder = baseFolder(run.name, base)
    await client.query('set statement_timeout = 0')
    const { rows: begun } = await client.query<{ lsn: string }>(`select pg_backup_start($1, true)::text as lsn`, [base])
    let stop = ''
    const files = async function* () {
      yield* packCluster(cluster, stopping)
      const ended = await stopBackup(client)
      stop = ended.lsn
      yield* packText('backup_label', ended.label)
      yield packEnd
    }
    try {
      const parts = await putParts(target, folder, files(), stopping)
      const endedAt = Date.now()
      const about = await readVersions(url)
      for (const until = Date.now() + longestWait; reached() < parsePosition(stop); await sleep(200)) {
        stopping.throwIfAborted()
        if (Date.now() > until) throw new Error('the log of the base backup did not reach the archive')
      }
      await putManifest(target, config, {
        run: run.name,
        base,
        app_version: programVersion,
        ...about,
        timeline: run.timeline,
        start: begun[0]?.lsn ?? '',
        stop,
        started_at: startedAt,
        ended_at: endedAt,
        parts,
      })
    } catch (error) {
      // Otherwise the parts of each failed attempt would fill the archive.
      await removeBase(target, folder).catch(() => {})
      throw error
    }
    await pruneArchive(target, config, run.name, Date.now())
  })
}

/** The signature is removed first: with it the backup would still count, however little of it is left. */
async function removeBase({ list, remove }: ArchiveTarget, folder: string): Promise<void> {
  for (const key of signaturesFirst(await list(folder))) await remove(key)
}

async function stopBackup(client: Client): Promise<{ lsn: string; label: string }> {
  const { rows } = await client.query<{ lsn: string; label: string }>(
    'select lsn::text as lsn, labelfile as label from pg_backup_stop(false)',
  )
  const [row] = rows
  if (!row) throw new Error('the backup was not stopped')
  return row
}

async function readVersions(url: string): Promise<Pick<BaseManifest, 'postgres' | 'migrations'>> {
  return withClient(url, async client => {
    const { rows } = await client.query<{ server_version: string }>('show server_version')
    return { postgres: rows[0]?.server_version ?? '', migrations: await readMigrations(client) }
  })
}

async function putParts(
  target: ArchiveTarget,
  folder: string,
  files: AsyncIterable<Buffer>,
  stopping: AbortSignal,
): Promise<BaseManifest['parts']> {
  const parts: BaseManifest['parts'] = []
  const put = async (content: Buffer) => {
    stopping.throwIfAborted()
    const key = `${folder}part-${String(parts.length).padStart(6, '0')}`
    const { bytes, sealed } = await target.put(key, content)
    parts.push({ key, bytes, sha256: hash('sha256', sealed, 'hex') })
  }
  const packed = Readable.from(files).compose(createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }))
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of packed) {
    waiting.push(chunk)
    size += chunk.length
    if (size < partSize) continue
    await put(Buffer.concat(waiting))
    waiting = []
    size = 0
  }
  if (size) await put(Buffer.concat(waiting))
  return parts
}
