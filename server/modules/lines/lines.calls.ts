import type { ActivityName } from '#contract/activity-names.ts'
import { Refusal } from '#server/core/refusal.ts'
import { pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import { editedInActivity } from '#server/engines/activity/last-edited.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { requireSeen } from '#server/engines/seen.ts'
import { detailOf } from './detail.ts'
import { autoRenewChanged } from './events.ts'
import { changeLines, countLog, lockPresent, logOf, mapOf } from './lines.sql.ts'
import { listedLinesOf } from './listed.ts'

export const linesCalls = {
  getCompanyVplList: ({ company, membership }, input) => listedLinesOf(company, membership.companyId, input),

  async getVplMap({ company, membership: { companyId } }) {
    return { list: await mapOf(company, companyId) }
  },

  async getCompanyVplDetail({ company, membership: { companyId } }, { svp_id }) {
    return detailOf(company, companyId, svp_id)
  },

  async getVplLog({ company, membership: { companyId } }, { svp_id, page, page_size }) {
    const [list, total] = await together(company, database => [
      logOf(database, companyId, svp_id, pageOf({ page, page_size })),
      countLog(database, companyId, svp_id),
    ])
    // Every line's log begins with its purchase.
    if (!total) throw new Refusal(-52001)
    return { list, total }
  },

  async setCompanyVpl({ company, system, membership }, input) {
    const { svp_ids, seen: _, ...changes } = input
    const { companyId } = membership
    const ids = [...new Set(svp_ids)]
    if (changes.name !== undefined && ids.length > 1) throw new Refusal(-52005)
    const lines = await lockPresent(company, companyId, ids)
    if (lines.length < ids.length) throw new Refusal(-52001)
    for (const line of lines)
      await requireSeen(company, input, line, editedInActivity(companyId, line.svp_id, tracesOf))
    const log = await changeLines(company, companyId, ids, changes)
    const entries = log.map(({ action, ...entry }) => ({ ...entry, action: `line.${action}` as const }))
    await recordActivity(company, companyId, entries)
    const lineIds = log.flatMap(({ action, id }) => (action === 'auto_renew' ? [id] : []))
    if (lineIds.length) await autoRenewChanged.publish(system, { companyId, lineIds, on: changes.auto_renew === true })
    return { changed: new Set(log.map(({ id }) => id)).size }
  },
} satisfies SomeHandlers

const tracesOf = (field: string): [ActivityName][] =>
  field === 'name' ? [['line.renamed']] : field === 'remark' ? [['line.remarked']] : [['line.auto_renew']]
