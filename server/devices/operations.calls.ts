import { countedRows, listedPage, listedTotal } from '../database/listed.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { listOnline } from './online.sql.ts'

export const devicesOperations: OperationHandlersFor<'getOnlineDevices'> = {
  async getOnlineDevices({ system }, { platform, ...page }) {
    const rows = await listOnline(system, { platform, most: countedRows, ...listedPage(page) })
    return {
      list: rows.map(({ found: _, last_seen_at, ...row }) => ({ ...row, last_seen_at: last_seen_at.toISOString() })),
      ...listedTotal(rows[0]?.found ?? 0),
    }
  },
}
