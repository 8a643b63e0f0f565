import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import { archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { findBinaries, findRunner } from '#server/database/embedded-system.ts'
import { migrate } from '#server/database/migrate.ts'
import type { DatabaseLog } from '#server/database/pool.ts'
import { archivePlace, openArchiveTarget } from './archive-target.ts'
import { chooseBase } from './choose-base.ts'
import { requireDiskSpace } from './disk-space.ts'
import { fetchCluster } from './fetch-cluster.ts'
import { examineRestored, type Findings, recordRestoration } from './findings.ts'
import { replay } from './replay.ts'
import { requireKeysOfRestored } from './require-usable.ts'

interface RestoreRequest {
  config: Config
  to: number | 'latest'
  /** A new folder; the cluster is made in its subfolder `postgres`. */
  folder: string
  log: DatabaseLog
  besidePortal?: boolean
  /** Accepts the loss of keys, without which the data would be refused. */
  lostKey?: boolean | undefined
  /** Ends the restore and removes its folder. */
  stopping?: AbortSignal | undefined
}

/** Restores the database of one point in time into a new folder and examines it. Nothing else is changed. */
export async function restoreTo(request: RestoreRequest): Promise<Findings> {
  const { config, to, folder, log, besidePortal = false, lostKey, stopping } = request
  if (archiveKind(config) === 'off')
    throw new BackupProblem(
      config.databaseUrl
        ? '数据库不是内置的：请用它自己的工具恢复到某一时刻（见运营文档）'
        : '没有打开归档（ARCHIVE），不能恢复到某一时刻：请设置 ARCHIVE 与 ARCHIVE_DIR，或用 npm run restore -- <备份> 恢复一份备份',
    )
  const target = await openArchiveTarget(config)
  try {
    const source = await chooseBase(target, config, to)
    const cluster = join(folder, 'postgres')
    const present = join(config.dataDir, 'postgres')
    const { own } = findRunner(existsSync(present) ? present : cluster, [findBinaries(), config.dataDir], false)
    const hasRoom = await requireDiskSpace(config, source)
    await mkdir(folder, { recursive: true })
    await fetchCluster({ target, config, source, cluster, own }, async () => {
      stopping?.throwIfAborted()
      await hasRoom()
    })
    return await replay({ folder, to, log, own, besidePortal, stopping }, async url => {
      // The restored time may precede an upgrade.
      await migrate({ url, log })
      if (!lostKey) await requireKeysOfRestored(url, config)
      await recordRestoration(url, log, to === 'latest' ? source.asOf : to)
      return examineRestored(url, log)
    })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    stopping?.throwIfAborted()
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC')
      throw new BackupProblem('磁盘空间不足，没有恢复，现有的数据没有改动：请清理或扩容后重试')
    if (error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'ENOTDIR'))
      throw new BackupProblem(`读不到归档（${archivePlace(config)}）：请核对路径与权限`)
    throw error
  }
}
