import { z } from 'zod'
import { holdsAt } from '#contract/access-times.ts'
import type { ConnectionFinding, ShopPlatform } from '#contract/connection-names.ts'
import { id, instant } from '#contract/fields.ts'
import type { Config } from '#server/core/config.ts'
import { day } from '#server/core/service-time.ts'
import type { Database } from '#server/database/database.ts'
import { countUse, insertConnection } from '#server/modules/connections/connections.sql.ts'
import { closedTextOf, type FactRow, markOf, openedTextOf } from '#server/modules/connections/facts.ts'
import { insertShops } from '#server/modules/shops/shops.sql.ts'
import { groups } from './line-groups.ts'

interface Shop {
  platform: ShopPlatform
  name: string
  number: string
  owner: string
  line?: string
}

const [america, japan]: [Shop, Shop] = [
  {
    platform: 'amazon',
    name: '蓝帆北美旗舰店',
    number: 'A2VIGQ35RCS4UG',
    owner: '黄子墨',
    line: '北美主店-洛杉矶01',
  },
  { platform: 'amazon', name: '蓝帆日本店', number: 'A1F83G8C2ARO7P', owner: '何雅琪', line: '日本站-东京01' },
]
/** The shops of the company that the demonstration's first manager owns. */
const shops: Shop[] = [
  america,
  japan,
  { platform: 'tiktok', name: '蓝帆家居直播间', number: '7495120338', owner: '许嘉木', line: '美区直播-纽约01' },
  { platform: 'shopee', name: '蓝帆马来西亚店', number: 'bluesail.my', owner: '徐一诺', line: '备用-洛杉矶04' },
  { platform: 'shopify', name: 'Bluesail 独立站', number: 'bluesail-home', owner: '郑博文', line: '广告投放-洛杉矶03' },
  { platform: 'ebay', name: '蓝帆清仓店', number: 'bluesail_outlet', owner: '' },
]

/** The devices that connect to each line in turn; the line groups (line-groups.ts) permit them. */
const uses: { line: string; devices: [string, string] }[] = [
  { line: '北美主店-洛杉矶01', devices: ['黄子墨的 MacBook Pro 14', '吴思齐的 Dell XPS 13'] },
  { line: '北美主店-洛杉矶02', devices: ['吴思齐的 Dell XPS 13', '孙浩然的 华硕天选'] },
  { line: '广告投放-洛杉矶03', devices: ['郑博文的投放主机 1', '罗婉清的 MacBook Air'] },
  { line: '备用-洛杉矶04', devices: ['徐一诺的 ThinkPad T14', '孙浩然的 华硕天选'] },
  { line: '日本站-东京01', devices: ['何雅琪的 Surface Laptop', '朱梓轩的 联想小新 Pro'] },
  { line: '美区直播-纽约01', devices: ['直播间 A 主机', '韩雨薇的 机械革命'] },
]
const days = 24

const line = z.object({ company_id: id, line_id: id, name: z.string(), address: z.string() })
const user = z.object({
  device_id: id,
  device_name: z.string(),
  employee_id: id,
  employee_name: z.string(),
  last_seen_at: instant,
})

interface Use {
  line: string
  shop: Shop | undefined
  device: string
  from: Date
  hours: number
  finding?: ConnectionFinding
}

/** Creates shops and some weeks of connections, one of which was not permitted. */
export async function insertConnections(database: Database, config: Config): Promise<void> {
  const found = await database.rows(line)`
    select line.company_id, line.id as line_id, line.name, line.address from line
    join employee owner on owner.company_id = line.company_id and owner.role = 'owner'
    where owner.phone = '13800000001' and line.state = 'active' and line.address is not null`
  const lines = new Map(found.map(each => [each.name, each]))
  const companyId = found[0]?.company_id ?? ''
  const added = await insertShops(
    database,
    companyId,
    shops.map(({ platform, name, number, owner, line }) => ({
      platform,
      name,
      shop_number: number,
      owner_name: owner,
      state: 'active' as const,
      svp_id: (line && lines.get(line)?.line_id) ?? null,
    })),
  )
  const shopIds = new Map(shops.map((shop, place) => [shop, added[place]?.shop_id]))
  const users = await database.rows(user)`
    select device.id as device_id, device.name as device_name, employee.id as employee_id, employee.name as employee_name,
      device.last_seen_at
    from device join employee on employee.company_id = device.company_id and employee.id = device.employee_id
    where device.company_id = ${companyId}`
  const userOf = new Map(users.map(each => [each.device_name, each]))
  const insert = async ({ line, shop, device, from, hours, finding }: Use) => {
    const [at, who] = [lines.get(line), userOf.get(device)]
    if (!at || !who) throw new Error(`the demonstration has no ${at ? device : line}`)
    const until = new Date(from.getTime() + hours * 3_600_000)
    // Omits connections that would not have ended yet, and those after the device was last seen: nobody would have reported them.
    if (until.getTime() > Math.min(Date.now(), Date.parse(who.last_seen_at))) return
    const row: FactRow = {
      connection_id: crypto.randomUUID(),
      svp_id: at.line_id,
      address: at.address,
      shop_id: (shop && shopIds.get(shop)) ?? null,
      shop_platform: shop?.platform ?? null,
      shop_number: shop?.number ?? null,
      employee_id: who.employee_id,
      device_id: who.device_id,
      key_id: `demo-${who.device_id}`,
      findings: finding ? [finding] : [],
      started_at: from.toISOString(),
      device_started_at: new Date(from.getTime() - 1_400).toISOString(),
      ended_at: until.toISOString(),
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
    for (const [place, { line, devices }] of uses.entries()) {
      const from = new Date(morning.getTime() - before * day + ((place * 7 + before * 13) % 40) * 60_000)
      const hours = groups.find(group => group.lines.includes(line))?.hours ?? null
      if (!holdsAt({ until: null, hours }, from.getTime())) continue
      const shop = shops.find(each => each.line === line)
      await insert({
        line,
        shop,
        device: devices[before % 2] ?? devices[0],
        from,
        hours: 8 + ((place + before) % 3) / 2,
      })
    }
  await insert({
    line: america.line ?? '',
    shop: japan,
    device: uses[0]?.devices[1] ?? '',
    from: new Date(morning.getTime() - 6 * day + 12 * 3_600_000),
    hours: 0.4,
    finding: 'second_shop',
  })
}
