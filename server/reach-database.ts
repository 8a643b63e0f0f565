import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { DataDirInUse } from './database/data-lock.ts'
import { addressOf } from './database/embedded-cluster.ts'
import { readPostmaster } from './database/embedded-postmaster.ts'
import { createLog, openDatabase } from './open-database.ts'

export interface ReachedDatabase {
  log: Logger
  url: string
  stop(): Promise<void>
}

/** For commands: the database of a running portal, or one started for this command alone. */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  const log = createLog({ logLevel: 'warn' })
  try {
    return { log, ...(await openDatabase(config, log)) }
  } catch (error) {
    const cluster = join(config.dataDir, 'postgres')
    const running = error instanceof DataDirInUse ? readPostmaster(cluster) : undefined
    if (!running?.ready) throw error
    return { log, url: addressOf(running, cluster), stop: async () => {} }
  }
}
