import { listedRows } from '#contract/people.ts'
import type { HandlersFor } from '../http/context.ts'
import { countFree, findBindable, listFree } from './binding.sql.ts'
import { bindLine, requireBindable } from './binding.ts'
import { detailOf } from './view.ts'

export const bindingCalls: HandlersFor<'getVplIpList' | 'bindCompanyVpl'> = {
  async getVplIpList({ system, company, membership: { companyId } }, { svp_id, keyword, page, page_size }) {
    const line = requireBindable(await findBindable(company, companyId, svp_id))
    const offset = (page - 1) * page_size
    const limit = Math.max(0, Math.min(page_size, listedRows - offset))
    const [rows, found] = await Promise.all([
      listFree(system, line, keyword, { limit, offset: Math.min(offset, listedRows) }),
      countFree(system, line, keyword, listedRows + 1),
    ])
    return {
      list: rows.map(({ id, ...row }) => ({ ip_id: id, ...row })),
      total: Math.min(found, listedRows),
      more: found > listedRows,
    }
  },

  async bindCompanyVpl({ system, company, membership }, { svp_id, ip_id }) {
    await system.transaction(transaction => bindLine(transaction, membership, { lineId: svp_id, ipId: ip_id }))
    return detailOf(company, membership.companyId, svp_id)
  },
}
