import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { withChanges } from '#server/core/with-changes.ts'
import { listAndTotal, pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { editedInAudit } from '#server/engines/audit/last-saved.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { requireSeen } from '#server/engines/seen.ts'
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

  async setRegion({ system }, input) {
    if (input.region_id === undefined) {
      const { region_id: _, ...profile } = input
      const { region_id } = orRefuse(await insertRegion(system, profile), -53600)
      const target = `region:${profile.code}`
      await recordAudit(system, { action: 'region.added', target, after: profile })
      return { region_id }
    }
    const { region_id, seen: _seen, ...changes } = input
    const { published: _, ...before } = orRefuse(await lockRegion(system, region_id), -53021)
    const target = `region:${before.code}`
    await requireSeen(system, input, before, editedInAudit(target))
    const after = withChanges(before, changes)
    if (before.code !== after.code) throw fixedCode()
    await updateRegion(system, region_id, changes)
    await recordAudit(system, { action: 'region.changed', target, before, after })
    return { region_id }
  },

  async setRegionPublished({ system }, { region_id, published }) {
    const before = orRefuse(await lockRegion(system, region_id), -53021)
    await publishRegion(system, region_id, published)
    await recordAudit(system, {
      action: published ? 'region.published' : 'region.unpublished',
      target: `region:${before.code}`,
      before: { published: before.published },
      after: { published },
    })
  },

  async getNetworkAccessWays({ system }, paging) {
    const [list, total] = await together(system, database => [wayList(database, pageOf(paging)), countWays(database)])
    return { list, total }
  },

  async setAccessWay({ system }, input) {
    if (input.access_way_id === undefined) {
      const { access_way_id: _, ...profile } = input
      const { access_way_id } = orRefuse(await insertWay(system, profile), -53601)
      const target = `access_way:${profile.code}`
      await recordAudit(system, { action: 'access_way.added', target, after: profile })
      return { access_way_id }
    }
    const { access_way_id, seen: _seen, ...changes } = input
    const { archived: _, ...before } = orRefuse(await lockWay(system, access_way_id), -53021)
    const target = `access_way:${before.code}`
    await requireSeen(system, input, before, editedInAudit(target))
    const after = withChanges(before, changes)
    if (before.code !== after.code) throw fixedCode()
    await updateWay(system, access_way_id, changes)
    await recordAudit(system, { action: 'access_way.changed', target, before, after })
    return { access_way_id }
  },

  async setAccessWayArchived({ system }, { access_way_id, archived }) {
    const before = orRefuse(await lockWay(system, access_way_id), -53021)
    await archiveWay(system, access_way_id, archived)
    await recordAudit(system, {
      action: archived ? 'access_way.archived' : 'access_way.restored',
      target: `access_way:${before.code}`,
      before: { archived: before.archived },
      after: { archived },
    })
  },
} satisfies SomeOperations
