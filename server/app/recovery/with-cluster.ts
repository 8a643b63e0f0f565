import { createLog } from '#server/app/open-database.ts'
import { keptForArchive } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { connect } from '#server/database/pool.ts'

export const log = createLog({ logLevel: 'warn' })

/** Milliseconds. The tables read here may be large. */
const statementTimeout = 3_600_000

/**
 * Runs work on the cluster of a data folder that no portal uses. The log is still retained for the archive: otherwise the archive's
 * run would end here.
 */
export async function withCluster<Result>(
  config: Config,
  dataDir: string,
  work: (database: Database, url: string) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbedded({ dataDir, log, archiveBacklog: keptForArchive(config) })
  try {
    const pools = connect({ url: server.url, log, size: 1, statementTimeout })
    try {
      return await work(pools.system, server.url)
    } finally {
      await pools.end()
    }
  } finally {
    await server.stop()
  }
}
