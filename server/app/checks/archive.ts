import { existsSync } from 'node:fs'
import { access, constants, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expectSameArchive } from '#server/app/recovery/archive-mark.ts'
import { archivePlace, openArchiveTarget } from '#server/app/recovery/archive-target.ts'
import { archiveFolder, archiveKind } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { nearest } from '#server/core/writable-folder.ts'
import { type Check, StartupWarning } from './check.ts'
import { archivesBeside } from './folder.ts'

/** Doctor's check of the archive. Startup skips it, because the portal works without the archive for a while. */
export const archiveCheck = (config: Config): Check[] =>
  archiveKind(config) === 'off' ? [] : [{ name: '归档', run: () => tryArchive(config) }]

/** Writes, reads and removes one object. Does not create the folder, whose owner might not be the portal's user. */
async function tryArchive(config: Config): Promise<string> {
  const place = archivePlace(config)
  const folder = archiveKind(config) === 'disk' ? archiveFolder(config) : undefined
  try {
    const beside = (await archivesBeside(config))
      ? '；它与数据在同一块硬盘上，会一起丢失：宜用 ARCHIVE_DIR 指向另一块'
      : ''
    if (folder && !existsSync(folder)) {
      await access((await nearest(folder)).path, constants.W_OK | constants.X_OK)
      return `${place}（将会创建）${beside}`
    }
    const target = await openArchiveTarget(config)
    await expectSameArchive(target, config)
    const trial = `doctor-${crypto.randomUUID()}`
    const key = `${trial}/object`
    try {
      await target.put(key, Buffer.from(trial))
      if ((await target.get(key))?.toString() !== trial) throw new Error('读到的与写入的不同')
    } finally {
      await target.remove(key)
      if (folder) await rmdir(join(folder, trial)).catch(() => {})
    }
    return `${place} 能写入、读取与删除${beside}`
  } catch (error) {
    throw new StartupWarning(
      `归档 ${place} 不能用：${error instanceof Error ? error.message : error}。请核对路径、权限、空间或 S3_ 各项；systemd 单元须写 ReadWritePaths`,
    )
  }
}
