import type { Config } from '#server/core/config.ts'
import { backupsCheck } from './backups.ts'
import type { Check } from './check.ts'
import { checkCompanyLogin } from './company-login.ts'
import { databaseTlsCheck } from './database-tls.ts'
import { checkDisk, checkEmbedded, checkFolder } from './folder.ts'
import { checkListening } from './listening.ts'
import { proxyCheck } from './proxy.ts'
import { checkServer } from './server.ts'

interface Variant {
  /** Doctor passes another check, because the portal may be running. */
  listening?: typeof checkListening
  /** The address of the embedded database, if it runs. */
  running?: string | undefined
}

/** Returns all checks that precede a start, in doctor's order of output. */
export function checksOf(config: Config, { listening = checkListening, running }: Variant = {}): Check[] {
  const { databaseUrl, databaseCompanyUrl } = config
  const url = databaseUrl ?? running
  return [
    { name: '监听地址', run: () => listening(config) },
    ...proxyCheck(config),
    ...backupsCheck(config),
    ...databaseTlsCheck(config),
    folderCheck(config),
    { name: '磁盘空间', run: () => checkDisk(config) },
    ...(databaseUrl ? [] : [{ name: '内置数据库', run: () => checkEmbedded(config) }]),
    ...(url ? [serverCheck(url, config)] : []),
    ...(databaseUrl && databaseCompanyUrl
      ? [{ name: '企业的登录', run: () => checkCompanyLogin({ databaseUrl, databaseCompanyUrl }) }]
      : []),
  ]
}

export const folderCheck = (config: Config): Check => ({ name: '数据目录', run: () => checkFolder(config) })

/** Without `config`, as in commands that back up or restore, any database content is accepted. */
export const serverCheck = (url: string, config?: Config): Check => ({
  name: '数据库',
  run: () => checkServer(url, config),
})
