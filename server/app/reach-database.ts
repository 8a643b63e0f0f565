import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#server/core/config.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import { addressOf } from '#server/database/embedded-cluster.ts'
import { readPostmaster } from '#server/database/embedded-postmaster.ts'
import { refuseTrouble } from './checks/before-start.ts'
import { serverCheck } from './checks/checks.ts'
import { createLog, openDatabase } from './open-database.ts'

export interface ReachedDatabase {
  log: Logger
  url: string
  stop(): Promise<void>
}

/** Gives a command the database of a running portal, or one started for this command alone. */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  const log = createLog({ logLevel: 'warn' })
  if (config.databaseUrl) await refuseTrouble([serverCheck(config.databaseUrl)], log)
  try {
    return { log, ...(await openDatabase(config, log)) }
  } catch (error) {
    const cluster = join(config.dataDir, 'postgres')
    const running = error instanceof DataDirInUse ? readPostmaster(cluster) : undefined
    if (!running?.ready) throw error
    return { log, url: addressOf(running, cluster), stop: async () => {} }
  }
}
