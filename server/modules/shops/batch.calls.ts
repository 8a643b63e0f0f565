import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { lockSomeShops, updateSomeShops } from './batch.sql.ts'
import { changesOf, nameOf } from './shops.calls.ts'
import { holdLine, type KeptShop } from './shops.sql.ts'

export const shopBatchCalls = {
  async batchSetShop({ company, membership: { companyId } }, { shop_ids, ...changes }) {
    const line = changes.svp_id && orRefuse(await holdLine(company, companyId, changes.svp_id), -52001)
    const shops = await lockSomeShops(company, companyId, shop_ids)
    if (shops.length < new Set(shop_ids).size) throw new Refusal(-56001)
    const entries = shops.flatMap(before => {
      const detail = changesOf(before, withChanges<KeptShop>(before, changes), line ? line.name : undefined)
      return detail ? [{ action: 'shop.changed' as const, id: before.shop_id, name: nameOf(before), detail }] : []
    })
    const changed = entries.map(entry => entry.id)
    if (changed.length) await updateSomeShops(company, companyId, changed, changes)
    await recordActivity(company, companyId, entries)
    return { changed: changed.length }
  },
} satisfies SomeHandlers
