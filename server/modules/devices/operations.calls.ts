import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { deviceMatches } from './matches.sql.ts'
import { listOnline } from './online.sql.ts'

export const devicesOperations = {
  async getOnlineDevices({ system }, { platform, ...page }) {
    const rows = await listOnline(system, { platform, most: countedRows, ...listedPage(page) })
    return {
      list: rows.map(({ found: _, ...device }) => device),
      ...listedTotal(rows[0]?.found ?? 0),
    }
  },

  async getDeviceMatches({ system }, { keyword }) {
    return { list: await deviceMatches(system, keyword) }
  },
} satisfies SomeOperations
