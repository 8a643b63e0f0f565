import { mkdir, readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupProblem } from '#server/app/backup/manifest.ts'
import type { Config } from '#server/core/config.ts'
import { formatValue } from '#server/engines/health/health-check.ts'
import type { RestoreSource } from './choose-base.ts'
import { segmentOf, segmentSize } from './log-position.ts'

/** Bytes of the disk that a restore leaves to the database and the uploads beside it. */
const reserved = 2 ** 30

/**
 * Refuses a restore for which the data folder's disk has no space, and returns a function that checks again during the restore.
 * Without a present database the restored size is unknown and nothing else needs the space: then the compressed parts of the base
 * backup are the minimum, and nothing is reserved.
 */
export async function requireDiskSpace(config: Config, { base, pieces }: RestoreSource): Promise<() => Promise<void>> {
  // The machine may be new.
  await mkdir(config.dataDir, { recursive: true })
  const present = await sizeOf(join(config.dataDir, 'postgres'))
  const least = base.parts.reduce((sum, { bytes }) => sum + bytes, 0)
  const log = new Set(pieces.map(({ start }) => segmentOf(start))).size * Number(segmentSize)
  const kept = present ? reserved : 0
  const free = async () => {
    const { bavail, bsize } = await statfs(config.dataDir)
    return bavail * bsize
  }
  const needed = Math.max(present, least) + log + kept
  const found = await free()
  if (found < needed)
    throw new BackupProblem(
      `数据目录的磁盘只剩 ${formatValue('bytes', found)}，恢复约需 ${formatValue('bytes', needed)}（数据库 ${formatValue('bytes', Math.max(present, least))}、日志 ${formatValue('bytes', log)}，另给门户留 ${formatValue('bytes', kept)}）：请清理或扩容后重试`,
    )
  return async () => {
    if ((await free()) < kept)
      throw new BackupProblem(
        `恢复途中数据目录的磁盘只剩不到 ${formatValue('bytes', kept)}，没有继续，已恢复的部分已删除：请清理或扩容后重试`,
      )
  }
}

/** Returns the bytes of all files in a folder, or 0 if it does not exist. pg_wal is left out: a restore brings its own log. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let size = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) size += entry.name === 'pg_wal' ? 0 : await sizeOf(path)
    // A running database removes files at any time.
    else size += (await stat(path).catch(() => undefined))?.size ?? 0
  }
  return size
}
