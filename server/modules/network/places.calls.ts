import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { archiveWay, countWays, insertWay, lockWay, updateWay, wayList, wayNames } from './access-ways.sql.ts'
import {
  countRegions,
  insertRegion,
  lockRegion,
  publishRegion,
  regionList,
  regionNames,
  updateRegion,
} from './places.sql.ts'

const fixedCode = () => new Refusal(-41003, 'code', '代码创建后不能修改')

export const placesOperations = {
  async getNetworkPlaces({ system }) {
    const [regions, access_ways] = await together(system, database => [regionNames(database), wayNames(database)])
    return { regions, access_ways }
  },

  getNetworkRegions: ({ system }, { page, page_size, ...filter }) =>
    listAndTotal(system, database => [
      regionList(database, filter, pageOf({ page, page_size })),
      countRegions(database, filter),
    ]),

  setRegion: ({ system, actor }, { region_id, ...profile }) =>
    system.transaction(async transaction => {
      const before = region_id ? await lockRegion(transaction, region_id) : undefined
      if (region_id && !before) throw new Refusal(-53021)
      if (before && before.code !== profile.code) throw fixedCode()
      if (region_id) await updateRegion(transaction, region_id, profile)
      const id = region_id ?? (await insertRegion(transaction, profile))?.region_id
      if (!id) throw new Refusal(-53600)
      const { published: _, ...was } = before ?? {}
      await recordAudit(transaction, {
        actor,
        action: before ? 'region.changed' : 'region.added',
        target: `region:${profile.code}`,
        ...(before && { before: was }),
        after: profile,
      })
      return { region_id: id }
    }),

  setRegionPublished: ({ system, actor }, { region_id, published }) =>
    system.transaction(async transaction => {
      const before = orRefuse(await lockRegion(transaction, region_id), -53021)
      await publishRegion(transaction, region_id, published)
      await recordAudit(transaction, {
        actor,
        action: published ? 'region.published' : 'region.unpublished',
        target: `region:${before.code}`,
        before: { published: before.published },
        after: { published },
      })
    }),

  async getNetworkAccessWays({ system }, paging) {
    const [list, total] = await together(system, database => [wayList(database, pageOf(paging)), countWays(database)])
    return { list, total }
  },

  setAccessWay: ({ system, actor }, { access_way_id, ...profile }) =>
    system.transaction(async transaction => {
      const before = access_way_id ? await lockWay(transaction, access_way_id) : undefined
      if (access_way_id && !before) throw new Refusal(-53021)
      if (before && before.code !== profile.code) throw fixedCode()
      if (access_way_id) await updateWay(transaction, access_way_id, profile)
      const id = access_way_id ?? (await insertWay(transaction, profile))?.access_way_id
      if (!id) throw new Refusal(-53601)
      const { archived: _, ...was } = before ?? {}
      await recordAudit(transaction, {
        actor,
        action: before ? 'access_way.changed' : 'access_way.added',
        target: `access_way:${profile.code}`,
        ...(before && { before: was }),
        after: profile,
      })
      return { access_way_id: id }
    }),

  setAccessWayArchived: ({ system, actor }, { access_way_id, archived }) =>
    system.transaction(async transaction => {
      const before = orRefuse(await lockWay(transaction, access_way_id), -53021)
      await archiveWay(transaction, access_way_id, archived)
      await recordAudit(transaction, {
        actor,
        action: archived ? 'access_way.archived' : 'access_way.restored',
        target: `access_way:${before.code}`,
        before: { archived: before.archived },
        after: { archived },
      })
    }),
} satisfies SomeOperations
