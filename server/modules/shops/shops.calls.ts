import type { ActivityName } from '#contract/activity-names.ts'
import { maxShops, shopFields, shopPlatformNames, shopStateNames } from '#contract/connection-names.ts'
import type { OutputOf, ParsedOf } from '#contract/index.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { withChanges } from '#server/core/with-changes.ts'
import type { Database } from '#server/database/database.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { refuseViolation } from '#server/database/violation.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { byPages, type ExportColumn, exportTable } from '#server/engines/sheets/export-table.ts'
import { findConflicts } from './conflicts.sql.ts'
import {
  countShops,
  holdLine,
  insertShops,
  type KeptShop,
  listShops,
  lockShop,
  lockShops,
  type ShopInput,
  updateShop,
} from './shops.sql.ts'

type Shop = OutputOf<'getShopList'>['list'][number]

/** The columns of the import sheet come first. */
const columns: ExportColumn<Shop>[] = [
  { title: shopFields.platform.label, width: 14, value: ({ platform }) => shopPlatformNames[platform] },
  { title: shopFields.name.label, width: 28, value: ({ name }) => name },
  { title: shopFields.shop_number.label, width: 24, value: ({ shop_number }) => shop_number },
  { title: shopFields.owner_name.label, width: 14, value: ({ owner_name }) => owner_name },
  { title: shopFields.line_name.label, width: 24, value: ({ line_name }) => line_name ?? '' },
  { title: '地址', width: 18, value: ({ address }) => address ?? '' },
  { title: shopFields.state.label, width: 10, value: ({ state }) => shopStateNames[state] },
  { title: '最近使用', width: 14, value: ({ last_used_at }) => (last_used_at ? dayInChina(last_used_at) : '') },
  { title: '登记日期', width: 14, value: ({ created_at }) => dayInChina(created_at) },
]

export const shopsCalls = {
  getShopList: ({ company, membership: { companyId } }, { page, page_size, ...filter }) =>
    listAndTotal(company, database => [
      listShops(database, companyId, filter, pageOf({ page, page_size })),
      countShops(database, companyId, filter),
    ]),

  exportShops(context, filter) {
    const { company, membership } = context
    const batches = (database: Database) => byPages(page => listShops(database, membership.companyId, filter, page))
    return exportTable(context, { name: '店铺与账号', columns, from: company, batches })
  },

  async getShopConflicts({ company, membership: { companyId } }, { svp_id, platforms, shop_ids }) {
    const pairs = platforms.map(platform => ({ svp_id, platform }))
    const found = await findConflicts(company, companyId, { pairs, except: shop_ids, isOwner: true }, 20)
    return { list: found.map(({ svp_id: _, ...conflict }) => conflict) }
  },

  async setShop({ company, membership }, input) {
    const { companyId } = membership
    const taken = refuseViolation(constraint => (constraint === 'shop_number_taken' ? new Refusal(-56002) : undefined))
    if (input.shop_id === undefined) return { shop_id: await add(company, companyId, input).catch(taken) }
    const { shop_id, ...changes } = input
    await change(company, companyId, shop_id, changes).catch(taken)
    return { shop_id }
  },
} satisfies SomeHandlers

async function add(company: Database, companyId: string, input: ShopInput): Promise<string> {
  await lineNameOf(company, companyId, input.svp_id)
  await lockShops(company, companyId)
  if ((await countShops(company, companyId, {})) >= maxShops) throw new Refusal(-56003)
  const [added] = await insertShops(company, companyId, [input])
  if (!added) throw new Refusal(-56002)
  await recordActivity(company, companyId, [{ action: 'shop.added', id: added.shop_id, name: nameOf(input) }])
  return added.shop_id
}

/** Returns the name of a chosen line, which is locked against release until the transaction ends. */
async function lineNameOf(
  company: Database,
  companyId: string,
  lineId: string | null | undefined,
): Promise<string | undefined> {
  return !lineId ? undefined : orRefuse(await holdLine(company, companyId, lineId), -52001).name
}

async function change(
  company: Database,
  companyId: string,
  shopId: string,
  input: Omit<ParsedOf<'setShop'>, 'shop_id'>,
): Promise<void> {
  const { seen: _, ...changes } = input
  // The line is locked before the shop, as in its release.
  const lineName = await lineNameOf(company, companyId, changes.svp_id)
  const before = orRefuse(await lockShop(company, companyId, shopId), -56001)
  await requireSeen(company, input, before, editedInActivity(companyId, shopId, tracesOf))
  const after = withChanges<ShopInput>(before, changes)
  const detail = changesOf(before, after, lineName)
  if (detail) await updateShop(company, companyId, shopId, changes)
  const entry = { action: 'shop.changed' as const, id: shopId, name: nameOf(after), detail }
  await recordActivity(company, companyId, detail ? [entry] : [])
}

export const nameOf = ({ platform, name }: Pick<ShopInput, 'platform' | 'name'>) =>
  `${shopPlatformNames[platform]} ${name}`

/** Finds the entry of `changesOf`; those of a state or a line have no label. */
const tracesOf = (field: string): [ActivityName, string?][] => {
  const named = (['name', 'shop_number', 'owner_name', 'platform'] as const).find(name => name === field)
  return [['shop.changed', named && `${shopFields[named].label}：`]]
}

/** Describes the differences in words; empty where there are none. */
export function changesOf(before: KeptShop, after: ShopInput, lineName: string | undefined): string {
  const changes: string[] = []
  for (const field of ['name', 'shop_number', 'owner_name'] as const)
    if (before[field] !== after[field])
      changes.push(`${shopFields[field].label}：${before[field] || '无'} → ${after[field] || '无'}`)
  if (before.platform !== after.platform)
    changes.push(`平台：${shopPlatformNames[before.platform]} → ${shopPlatformNames[after.platform]}`)
  if (before.state !== after.state) changes.push(shopStateNames[after.state])
  if (before.svp_id !== after.svp_id) changes.push(after.svp_id ? `绑定专线 ${lineName ?? ''}` : '解绑专线')
  return changes.join('；')
}
