import { existsSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { archiveFolder, archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { nearest, whyUnwritable } from '#server/core/writable-folder.ts'
import { findBinaries } from '#server/database/embedded-system.ts'
import { StartupError, StartupWarning } from './check.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'storage'>

const megabyte = 2 ** 20
/** Space needed for a new database with its demonstration and first log segments, and for starting an existing one. */
const needed = { created: 300 * megabyte, started: 50 * megabyte }
const comfortable = 1024 * megabyte

/**
 * Checks that the data folder is a writable folder or can be created. Large files are drafted there even if the database and the
 * files are elsewhere.
 */
export async function checkFolder({ dataDir }: Place): Promise<string> {
  const { path, trouble } = await whyUnwritable(dataDir)
  if (trouble === 'no folder')
    throw new StartupError(`DATA_DIR=${dataDir} 不能使用，${path} 不是文件夹：请指定另一个目录`)
  if (trouble)
    throw new StartupError(
      trouble === 'read-only'
        ? `数据目录 ${dataDir} 所在的文件系统只读：请用 DATA_DIR 指定可写的目录`
        : path === dataDir
          ? `本用户不能写入 ${dataDir}：请改正它的所有者与权限，或用 DATA_DIR 指定另一个目录`
          : `本用户不能写入 ${path}，建立不了 ${dataDir}：请以 root 执行 install -d -m 0700 -o 门户的用户 -g 它的组 ${dataDir}，或用 DATA_DIR 指定另一个目录`,
    )
  return path === dataDir ? dataDir : `${dataDir}（将会创建）`
}

/** Checks that the disk of the data folder has room. */
export async function checkDisk(place: Place): Promise<string> {
  return judgeDisk((await measureDisk(place)).free, place)
}

/** Returns the free space and the size of the data folder's disk in bytes. */
export async function measureDisk({ dataDir }: Pick<Place, 'dataDir'>): Promise<{ free: number; size: number }> {
  const { bavail, blocks, bsize } = await statfs((await nearest(dataDir)).path)
  return { free: bavail * bsize, size: blocks * bsize }
}

export function judgeDisk(free: number, { dataDir, databaseUrl, storage }: Place): string {
  const isNew = !databaseUrl && !existsSync(join(dataDir, 'postgres/PG_VERSION'))
  // The portal starts without space for drafts, since it keeps running without it, too.
  const isForDrafts = databaseUrl && storage !== 'disk'
  const least = isForDrafts ? 0 : isNew ? needed.created : needed.started
  const left = `数据目录 ${dataDir} 所在的磁盘只剩 ${Math.floor(free / megabyte)} MB`
  if (free < least) throw new StartupError(`${left}，至少需要 ${least / megabyte} MB：请清理或扩容`)
  if (free < comfortable) throw new StartupWarning(`${left}：请尽快清理或扩容`)
  return `剩余 ${(free / 1024 / megabyte).toFixed(1)} GB`
}

/** The major version of the PostgreSQL that npm installs. */
const bundledVersion = '18'

/** Checks that the embedded database is installed and fits the data folder. */
export async function checkEmbedded({ dataDir }: Place): Promise<string> {
  findBinaries()
  const file = join(dataDir, 'postgres/PG_VERSION')
  if (!existsSync(file)) return `PostgreSQL ${bundledVersion}，首次启动时创建`
  const version = readFileSync(file, 'utf8').trim()
  if (version !== bundledVersion)
    throw new StartupError(
      `${dataDir} 里的数据库由 PostgreSQL ${version} 建立，本程序自带 ${bundledVersion}：请用原来的程序备份（npm run backup），再用本程序恢复到新的 DATA_DIR`,
    )
  return `PostgreSQL ${version}`
}

/** Reports whether the archive is on the same disk as the data and would be lost with it. A demonstration has nothing to lose. */
export async function archivesBeside(config: Config): Promise<boolean> {
  if (archiveKind(config) !== 'disk' || config.mode === 'demo') return false
  const [archive, data] = await Promise.all([nearest(archiveFolder(config)), nearest(config.dataDir)])
  return archive.stats.dev === data.stats.dev
}
