import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { createLog } from '#server/app/open-database.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { startEmbedded } from '#server/database/embedded.ts'
import { EmbeddedError } from '#server/database/embedded-system.ts'
import { connect } from '#server/database/pool.ts'
import { noteLostPayments, paymentsSince } from '#server/modules/payments/lost-payments.sql.ts'

const log = createLog({ logLevel: 'warn' })
const restored = z.object({ at: z.string() })

/**
 * Writes into a restored cluster which payments the present one has from after its moment, because their orders are
 * missing then and the gateways may have been paid. Returns how many; undefined when the present data can't be read.
 * Throws DataDirInUse while the portal runs.
 */
export async function noteLaterPayments({ dataDir }: Config, name: string): Promise<number | undefined> {
  const moment = await withCluster(join(dataDir, name), async database => {
    const row = await database.row(restored)`select max(restored_to)::text as at from restoration`
    return row?.at
  })
  if (!moment || !existsSync(join(dataDir, 'postgres/PG_VERSION'))) return undefined
  const later = await withCluster(dataDir, database => paymentsSince(database, moment)).catch(error => {
    // A cluster that can't be started any more is often the reason for a restore.
    if (!(error instanceof EmbeddedError)) throw error
    return undefined
  })
  return later && withCluster(join(dataDir, name), database => noteLostPayments(database, later))
}

/** Runs work with the cluster of a data folder that no portal uses. */
export async function withCluster<Result>(
  dataDir: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const server = await startEmbedded({ dataDir, log })
  const pools = connect({ url: server.url, log, size: 1 })
  try {
    return await work(pools.system)
  } finally {
    await pools.end()
    await server.stop()
  }
}
