import { hash } from 'node:crypto'
import { chmod, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import type { Config } from '#server/core/config.ts'
import { type ArchiveTarget, readObject } from './archive-target.ts'
import type { RestoreSource } from './choose-base.ts'
import { openObject } from './envelope.ts'
import { segmentFile, segmentOf, segmentSize } from './log-position.ts'
import { unpackCluster } from './unpack-cluster.ts'

interface Fetching {
  target: ArchiveTarget
  config: Config
  source: RestoreSource
  cluster: string
  own: (path: string) => void
}

/**
 * Writes the base backup and the log into an empty folder, verifying each object's signature or seal. Calls `mayGoOn` before each
 * one, which throws to end the work.
 */
export async function fetchCluster(
  { target, config, source: { base, pieces }, cluster, own }: Fetching,
  mayGoOn: () => Promise<void>,
): Promise<void> {
  await mkdir(cluster, { recursive: true, mode: 0o700 })
  own(cluster)
  const parts = async function* () {
    for (const { key, sha256 } of base.parts) {
      await mayGoOn()
      const sealed = await readObject(target.plain, key)
      if (!sealed) throw new BackupProblem(`基础备份不完整：缺少 ${key}，请选择更早的时刻或找回这个文件`)
      if (hash('sha256', sealed, 'hex') !== sha256)
        throw new BackupProblem(`基础备份已损坏或被改动：${key} 的 SHA-256 与清单不符，请选择更早的时刻或找回这个文件`)
      yield await openObject(config, key, sealed)
    }
  }
  await unpackCluster(Readable.from(parts()).compose(createZstdDecompress()), cluster, own)
  for (const { key, start } of pieces) {
    await mayGoOn()
    const content = await target.get(key)
    if (!content) throw new BackupProblem(`归档里缺少 ${key}：请找回这个文件，或选择更早的时刻`)
    const path = join(cluster, 'pg_wal', segmentFile(base.timeline, segmentOf(start)))
    const file = await open(path, 'a+', 0o600).then(async appending => {
      await appending.close()
      return open(path, 'r+')
    })
    try {
      // The rest stays zeros, where PostgreSQL sees the end of the log.
      await file.truncate(Number(segmentSize))
      await file.write(content, 0, content.length, Number(start - segmentOf(start)))
      await file.sync()
    } finally {
      await file.close()
    }
    await chmod(path, 0o600)
    own(path)
  }
}
