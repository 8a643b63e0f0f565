import { z } from 'zod'
import type { ConnectionFinding, ShopPlatform } from '#contract/connection-names.ts'
import { id } from '#contract/fields.ts'
import type { Config } from '#server/core/config.ts'
import type { Database } from '#server/database/database.ts'
import { countUse, insertConnection } from '#server/modules/connections/connections.sql.ts'
import { closedTextOf, type FactRow, markOf, openedTextOf } from '#server/modules/connections/facts.ts'
import { insertShops } from '#server/modules/shops/shops.sql.ts'

/** The shops of the company whose owner is the demonstration's first manager; the first of them have a line each. */
const shops: [platform: ShopPlatform, name: string, number: string, owner: string][] = [
  ['amazon', '蓝帆北美旗舰店', 'A2VIGQ35RCS4UG', '黄子墨'],
  ['amazon', '蓝帆日本店', 'A1F83G8C2ARO7P', '吴思齐'],
  ['tiktok', '蓝帆家居直播间', '7495120338', '许嘉木'],
  ['shopee', '蓝帆马来西亚店', 'bluesail.my', '徐一诺'],
  ['shopify', 'Bluesail 独立站', 'bluesail-home', '郑博文'],
  ['ebay', '蓝帆清仓店', 'bluesail_outlet', ''],
]
const days = 24

const line = z.object({ company_id: id, line_id: id, address: z.string() })
const user = z.object({ device_id: id, device_name: z.string(), employee_id: id, employee_name: z.string() })

/** Makes shops, and some weeks of connections, of which one should not have been. */
export async function insertConnections(database: Database, config: Config): Promise<void> {
  const lines = await database.rows(line)`
    select line.company_id, line.id as line_id, line.address from line
    join employee owner on owner.company_id = line.company_id and owner.role = 'owner'
    where owner.phone = '13800000001' and line.state = 'active' and line.address is not null
    order by line.created_at, line.id limit 5`
  const [first] = lines
  if (!first) return
  const companyId = first.company_id
  const added = await insertShops(
    database,
    companyId,
    shops.map(([platform, name, shop_number, owner_name], index) => ({
      platform,
      name,
      shop_number,
      owner_name,
      state: 'active' as const,
      svp_id: lines[index]?.line_id ?? null,
    })),
  )
  const users = await database.rows(user)`
    select device.id as device_id, device.name as device_name, employee.id as employee_id, employee.name as employee_name
    from device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
    where device.company_id = ${companyId} and device.audit_state = 'approved' and device.platform in ('windows', 'mac')
      and employee.state = 'active'
    order by device.created_at, device.id limit 10`
  if (!users.length) return
  const insert = async (
    place: number,
    by: number,
    shop: number,
    from: Date,
    hours: number,
    finding?: ConnectionFinding,
  ) => {
    const [at, who, chosen] = [lines[place], users[by % users.length], shops[shop]]
    const shopId = added[shop]?.shop_id
    // A connection that would not have ended yet is left out: nobody would go on reporting it.
    if (!at || !who || !chosen || !shopId || from.getTime() + hours * 3_600_000 > Date.now()) return
    const row: FactRow = {
      connection_id: crypto.randomUUID(),
      svp_id: at.line_id,
      address: at.address,
      shop_id: shopId,
      shop_platform: chosen[0],
      shop_number: chosen[2],
      employee_id: who.employee_id,
      device_id: who.device_id,
      key_id: `demo-${who.device_id}`,
      findings: finding ? [finding] : [],
      started_at: from.toISOString(),
      device_started_at: new Date(from.getTime() - 1_400).toISOString(),
      ended_at: new Date(from.getTime() + hours * 3_600_000).toISOString(),
      end_reason: 'disconnected',
    }
    const opening = {
      row,
      employeeName: who.employee_name,
      deviceName: who.device_name,
      number: 1,
      seenAt: row.started_at,
      openedMark: markOf(config, openedTextOf(row)),
      closedMark: markOf(config, closedTextOf(row)),
      seenMark: null,
    }
    await insertConnection(database, companyId, opening)
    await countUse(database, companyId, opening)
  }
  const morning = new Date()
  // Nine o'clock in China.
  morning.setUTCHours(1, 0, 0, 0)
  for (let before = days; before >= 0; before--)
    for (const [place] of lines.entries()) {
      const from = new Date(morning.getTime() - before * 86_400_000 + ((place * 7 + before * 13) % 40) * 60_000)
      await insert(place, place * 2 + (before % 2), place, from, 8 + ((place + before) % 3) / 2)
    }
  await insert(0, 1, 1, new Date(morning.getTime() - 6 * 86_400_000 + 12 * 3_600_000), 0.4, 'second_shop')
}
