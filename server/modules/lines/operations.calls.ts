import { networkLines } from '#contract/operations/network-lines.ts'
import { networkRows } from '#contract/operations/network-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { listAndTotal, listedPage, listedTotal, pageOf } from '#server/database/listed.ts'
import { together } from '#server/database/together.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { countEntitled } from '#server/modules/access/rights.ts'
import { countFree, findBindable, listFree } from './binding.sql.ts'
import { countLog, logOf } from './lines.sql.ts'
import { extendLine, moveLine } from './moving.ts'
import { resumeLine, suspendLine } from './operating.ts'
import { countOperated, findOperated, isFrequentLine, operatedList } from './operations.sql.ts'

const target = networkLines.getMoveTargets.output.shape.list.element

/** The most free addresses that are paged through and counted. */
const maxFree = 1000

export const linesOperations = {
  async getOperatedLines({ system }, { page, page_size, ...filter }) {
    const frequent = await isFrequentLine(system, filter)
    const [list, total] = await together(system, database => [
      operatedList(database, filter, frequent, listedPage({ page, page_size }, networkRows)),
      countOperated(database, filter, frequent, networkRows),
    ])
    return { list, ...total }
  },

  async getOperatedLine({ system }, { company_id, line_id }) {
    const [line, people] = await together(system, database => [
      findOperated(database, company_id, line_id),
      countEntitled(database, company_id, line_id),
    ])
    if (!line) throw new Refusal(-52001)
    return { ...line, people }
  },

  getOperatedLineLog: ({ system }, { company_id, line_id, page, page_size }) =>
    listAndTotal(system, database => [
      logOf(database, company_id, line_id, pageOf({ page, page_size })),
      countLog(database, company_id, line_id),
    ]),

  async suspendOperatedLine({ services }, { line_id, reason }) {
    await suspendLine(services, { lineId: line_id, reason })
  },

  async resumeOperatedLine({ services }, { line_id }) {
    await resumeLine(services, { lineId: line_id })
  },

  async getMoveTargets({ system }, { company_id, line_id, keyword, page, page_size }) {
    const line = orRefuse(await findBindable(system, company_id, line_id), -52001)
    const [list, found] = await together(system, database => [
      listFree(database, target, line, keyword, pageOf({ page, page_size })),
      countFree(database, line, keyword, maxFree + 1),
    ])
    return { list, ...listedTotal(found, maxFree) }
  },

  moveLine: ({ services }, { company_id, line_id, from_address_id, address_id, old_address, reason }) =>
    moveLine(services, {
      companyId: company_id,
      lineId: line_id,
      fromId: from_address_id,
      addressId: address_id,
      old: old_address,
      reason,
    }),

  async extendLine(context, { request_key: _, ...content }) {
    const { company_id: companyId, line_id: lineId, days, reason } = content
    const inside = { ...context.services, system: context.system }
    const ends_at = await extendLine(inside, { companyId, lineId, reason, days })
    return { ends_at }
  },
} satisfies SomeOperations
