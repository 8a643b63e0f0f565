import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createLog } from '#server/app/open-database.ts'
import { keptForArchive } from '#server/core/archive-settings.ts'
import type { Config } from '#server/core/config.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { connect } from '#server/database/pool.ts'
import { type LostPayment, noteLostPayments, paymentsSince } from '#server/modules/payments/lost-payments.sql.ts'

const log = createLog({ logLevel: 'warn' })
const restored = z.object({ at: z.string() })

/** How many payments were noted, or why the present data could not be read. */
export type LaterPayments = { noted: number } | { unreadable: string }

/**
 * Writes into a restored cluster which payments the present one has from after its moment, because their orders are
 * missing then and the gateways may have been paid. Throws DataDirInUse while the portal runs.
 */
export async function noteLaterPayments(config: Config, name: string): Promise<LaterPayments> {
  const { dataDir } = config
  const restoredDir = join(dataDir, name)
  const moment = await withCluster(config, restoredDir, async database => {
    const row = await database.row(restored)`select max(restored_to)::text as at from restoration`
    return row?.at
  })
  if (!moment) return { unreadable: '恢复的数据没有写明时刻' }
  if (!existsSync(join(dataDir, 'postgres/PG_VERSION'))) return { unreadable: '没有原来的数据' }
  let later: LostPayment[]
  try {
    later = await withCluster(config, dataDir, database => paymentsSince(database, moment))
  } catch (error) {
    if (error instanceof DataDirInUse) throw error
    // A cluster that can't be started, or whose tables are damaged or gone, is often the reason for a restore.
    return { unreadable: error instanceof Error ? error.message : String(error) }
  }
  return { noted: await withCluster(config, restoredDir, database => noteLostPayments(database, later)) }
}

/**
 * Runs work with the cluster of a data folder that no portal uses. The log goes on being kept for the archive: without
 * that its run would end here.
 */
export async function withCluster<Result>(
  config: Config,
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbedded({ dataDir, log, archiveBacklog: keptForArchive(config) })
  try {
    const pools = connect({ url: server.url, log, size: 1 })
    try {
      return await work(pools.system)
    } finally {
      await pools.end()
    }
  } finally {
    await server.stop()
  }
}
