import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/core/config.ts'
import { DataDirInUse } from '#server/database/data-lock.ts'
import type { Database } from '#server/database/database.ts'
import {
  consentsWithdrawnSince,
  erasedAccounts,
  notErased,
  withdrawAgain,
} from '#server/modules/accounts/erased-later.sql.ts'
import { noteLostPayments, paymentsSince } from '#server/modules/payments/lost-payments.sql.ts'
import { withCluster } from './with-cluster.ts'

/** What was carried over of the changes after a restored point in time, or why the present data could not be read. */
export type LaterChanges =
  | {
      /** The number of payments noted. */
      noted: number
      /** The number of consents withdrawn again. */
      withdrawn: number
      /** The accounts that their holders had erased and that exist again. */
      back: string[]
      /** The names of other data that could not be read. */
      unread: string[]
    }
  | { unreadable: string }

/**
 * Notes in a restored cluster the payments that the present one has from after the restored time, because their orders are missing
 * and the gateways may have been paid. Consents withdrawn since are withdrawn there as well, and the accounts erased since are
 * listed. Throws DataDirInUse while the portal runs.
 */
export async function noteLaterChanges(
  config: Config,
  name: string,
  moment: string | undefined,
): Promise<LaterChanges> {
  const { dataDir } = config
  if (!moment) return { unreadable: '恢复的数据没有写明时刻' }
  if (!existsSync(join(dataDir, 'postgres/PG_VERSION'))) return { unreadable: '没有原来的数据' }
  let later: Awaited<ReturnType<typeof changesSince>>
  try {
    later = await withCluster(config, dataDir, database => changesSince(database, moment))
  } catch (error) {
    if (error instanceof DataDirInUse) throw error
    // A cluster that can't be started, or whose tables are damaged or gone, is often the reason for a restore.
    return { unreadable: error instanceof Error ? error.message : String(error) }
  }
  const { consents, erased } = later
  return withCluster(config, join(dataDir, name), async database => ({
    noted: await noteLostPayments(database, later.payments),
    withdrawn: consents ? await withdrawAgain(database, consents) : 0,
    back: erased ? (await notErased(database, erased)).map(({ id }) => id) : [],
    unread: [...(consents ? [] : ['撤回的同意']), ...(erased ? [] : ['注销的账号'])],
  }))
}

/** The payments matter most: an unreadable table of the other data must not keep them from being queried. */
async function changesSince(database: Database, moment: string) {
  return {
    payments: await paymentsSince(database, moment),
    consents: await consentsWithdrawnSince(database, moment).catch(() => undefined),
    erased: (await erasedAccounts(database).catch(() => undefined))?.map(({ id }) => id),
  }
}
