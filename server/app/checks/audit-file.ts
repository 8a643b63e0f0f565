import { access, constants, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { type Check, StartupWarning } from './check.ts'

/** Doctor's check of the audit file. Startup skips it, because audit entries are kept until they can be written. */
export const auditFileCheck = ({ auditFile }: Pick<Config, 'auditFile'>): Check[] =>
  auditFile === undefined ? [] : [{ name: '审计文件', run: () => tryFile(auditFile) }]

/** Opens the file as the portal would, without writing. Does not create it, as its owner might not be the portal's user. */
async function tryFile(path: string): Promise<string> {
  try {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND).catch(
      async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        await access(dirname(path), constants.W_OK | constants.X_OK)
      },
    )
    await file?.close()
    return file ? path : `${path}（将会创建）`
  } catch (error) {
    throw new StartupWarning(
      `审计文件 ${path} 不能写（${(error as NodeJS.ErrnoException).code}）：请核对路径与权限；systemd 单元须写 ReadWritePaths 它所在的文件夹`,
    )
  }
}
