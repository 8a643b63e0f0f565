import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import { addressOf } from '#server/database/embedded-cluster.ts'
import { readPostmaster } from '#server/database/embedded-postmaster.ts'
import { requireStartable } from './checks/before-start.ts'
import { StartupError } from './checks/check.ts'
import { folderCheck, serverCheck } from './checks/checks.ts'
import { createLog, openDatabase } from './open-database.ts'

export interface ReachedDatabase {
  log: Logger
  url: string
  stop(): Promise<void>
}

/** Provides a command with a running portal's database, or with one started for this command. Only a restore may create it. */
export async function reachDatabase(config: Config, { mayCreate = false } = {}): Promise<ReachedDatabase> {
  const log = createLog({ logLevel: 'warn' })
  const { databaseUrl, dataDir } = config
  // Without the portal's environment a command would succeed on an empty demonstration.
  if (!mayCreate && !databaseUrl && !existsSync(join(dataDir, 'postgres/PG_VERSION')))
    throw new StartupError(`${dataDir} 里没有门户的数据库：命令须以门户的用户、在门户的环境变量下运行，请检查 DATA_DIR`)
  await requireStartable(databaseUrl ? [serverCheck(databaseUrl)] : [folderCheck(config)], log)
  try {
    return { log, ...(await openDatabase(config, log)) }
  } catch (error) {
    const cluster = join(config.dataDir, 'postgres')
    const running = error instanceof DataDirInUse ? readPostmaster(cluster) : undefined
    if (!running?.ready) throw error
    return { log, url: addressOf(running, cluster), stop: async () => {} }
  }
}

/** Reaches the database for one piece of work. */
export async function withReached(
  config: Config,
  work: (database: ReachedDatabase) => Promise<void>,
  choices: { mayCreate?: boolean } = {},
): Promise<void> {
  const database = await reachDatabase(config, choices)
  try {
    await work(database)
  } finally {
    await database.stop()
  }
}
