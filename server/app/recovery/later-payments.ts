import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import { type LostPayment, noteLostPayments, paymentsSince } from '#server/modules/payments/lost-payments.sql.ts'
import { withCluster } from './with-cluster.ts'

/** How many payments were noted, or why the present data could not be read. */
export type LaterPayments = { noted: number } | { unreadable: string }

/**
 * Writes into a restored cluster which payments the present one has from after its moment, because their orders are
 * missing then and the gateways may have been paid. Throws DataDirInUse while the portal runs.
 */
export async function noteLaterPayments(
  config: Config,
  name: string,
  moment: string | undefined,
): Promise<LaterPayments> {
  const { dataDir } = config
  const restoredDir = join(dataDir, name)
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
