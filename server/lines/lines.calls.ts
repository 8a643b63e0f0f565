import { actorOf } from '../employees/people.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { changeLines, countLog, logOf, mapOf, presentLines } from './lines.sql.ts'
import { listedLinesOf } from './listed.ts'
import { detailOf } from './view.ts'

export const linesCalls: HandlersFor<
  'getCompanyVplList' | 'getVplMap' | 'getCompanyVplDetail' | 'getVplLog' | 'setCompanyVpl'
> = {
  getCompanyVplList: ({ company, membership }, input) => listedLinesOf(company, membership.companyId, input),

  async getVplMap({ company, membership: { companyId } }) {
    return { list: await mapOf(company, companyId) }
  },

  async getCompanyVplDetail({ company, membership: { companyId } }, { svp_id }) {
    return detailOf(company, companyId, svp_id)
  },

  async getVplLog({ company, membership: { companyId } }, { svp_id, page, page_size }) {
    const [rows, total] = await Promise.all([
      logOf(company, companyId, svp_id, { limit: page_size, offset: (page - 1) * page_size }),
      countLog(company, companyId, svp_id),
    ])
    // Every line's log begins with its purchase.
    if (!total) throw new Refusal(-52001)
    return { list: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })), total }
  },

  async setCompanyVpl({ company, membership }, { svp_ids, ...given }) {
    const { companyId } = membership
    const ids = [...new Set(svp_ids)]
    if (given.name !== undefined && ids.length > 1) throw new Refusal(-52005)
    return company.transaction(async transaction => {
      const actor = await actorOf(transaction, membership)
      if ((await presentLines(transaction, companyId, ids)).length < ids.length) throw new Refusal(-52001)
      const changed = await changeLines(transaction, companyId, ids, given, actor.name)
      return { changed: changed?.changed ?? 0 }
    })
  },
}
