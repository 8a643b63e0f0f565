import { getVplIpList } from '#contract/lines.ts'
import { countedRows, listedPage, listedTotal } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { countFree, findBindable, listFree } from './binding.sql.ts'
import { bindLine, requireBindable } from './binding.ts'
import { detailOf } from './detail.ts'

const freeAddress = getVplIpList.output.shape.list.element

export const bindingCalls = {
  async getVplIpList({ system, company, membership: { companyId } }, { svp_id, keyword, page, page_size }) {
    const line = requireBindable(await findBindable(company, companyId, svp_id))
    const [list, found] = await together(system, database => [
      listFree(database, freeAddress, line, keyword, listedPage({ page, page_size })),
      countFree(database, line, keyword, countedRows),
    ])
    return { list, ...listedTotal(found) }
  },

  async bindCompanyVpl({ system, company, membership }, { svp_id, ip_id }) {
    const binding = { lineId: svp_id, addressId: ip_id }
    const activity_id = await bindLine(system, membership, binding)
    return { ...(await detailOf(company, membership.companyId, svp_id)), activity_id }
  },
} satisfies SomeHandlers
