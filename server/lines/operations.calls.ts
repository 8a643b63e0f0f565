import { rebindsPerMonth } from '#contract/line-names.ts'
import { networkRows } from '#contract/operations/network-names.ts'
import { Refusal } from '../http/envelope.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { once } from '../operations/once.ts'
import { countEntitled } from './access.ts'
import { countFree, findBindable, listFree } from './binding.sql.ts'
import { countLog, findLine, logOf } from './lines.sql.ts'
import { extendLine, moveLine } from './moving.ts'
import { resumeLine, suspendLine } from './operating.ts'
import { countOperated, findOperated, type OperatedRow, operatedList } from './operations.sql.ts'
import { graceEnd, shownState } from './state.ts'

const viewOf = (row: OperatedRow) => ({
  ...row,
  state: shownState(row),
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
})

/** Free addresses are paged through, and counted, up to here. */
const mostFree = 1000

export const linesOperations: OperationHandlersFor<
  | 'getOperatedLines'
  | 'getOperatedLine'
  | 'getOperatedLineLog'
  | 'suspendOperatedLine'
  | 'resumeOperatedLine'
  | 'getMoveTargets'
  | 'moveLine'
  | 'extendLine'
> = {
  async getOperatedLines({ system }, { page, page_size, ...filter }) {
    const offset = Math.min((page - 1) * page_size, networkRows)
    const limit = Math.min(page_size, networkRows - offset)
    const [rows, found] = await Promise.all([
      operatedList(system, filter, { limit, offset }),
      countOperated(system, filter, networkRows + 1),
    ])
    return { list: rows.map(viewOf), total: Math.min(found, networkRows), more: found > networkRows }
  },

  async getOperatedLine({ system }, { company_id, line_id }) {
    const [line, details, people] = await Promise.all([
      findOperated(system, company_id, line_id),
      findLine(system, company_id, line_id),
      countEntitled(system, company_id, line_id),
    ])
    if (!line || !details) throw new Refusal(-52001)
    return {
      ...viewOf(line),
      remark: details.remark,
      gateway: details.gateway,
      bound_at: details.bound_at?.toISOString() ?? null,
      created_at: details.created_at.toISOString(),
      grace_ends_at: graceEnd(line)?.toISOString() ?? null,
      auto_renew: details.auto_renew,
      rebinds_left: Math.max(0, rebindsPerMonth - details.rebinds),
      people,
      groups: details.groups.length,
      order_number: details.order_number,
    }
  },

  async getOperatedLineLog({ system }, { company_id, line_id, page, page_size }) {
    const [rows, total] = await Promise.all([
      logOf(system, company_id, line_id, { limit: page_size, offset: (page - 1) * page_size }),
      countLog(system, company_id, line_id),
    ])
    return { list: rows.map(({ created_at, ...row }) => ({ ...row, created_at: created_at.toISOString() })), total }
  },

  async suspendOperatedLine({ system, actor }, { line_id, reason }) {
    await suspendLine(system, { lineId: line_id, actor, reason })
    return {}
  },

  async resumeOperatedLine({ system, actor }, { line_id }) {
    await resumeLine(system, { lineId: line_id, actor })
    return {}
  },

  async getMoveTargets({ system }, { company_id, line_id, keyword, page, page_size }) {
    const line = await findBindable(system, company_id, line_id)
    if (!line) throw new Refusal(-52001)
    const [rows, found] = await Promise.all([
      listFree(system, line, keyword, { limit: page_size, offset: (page - 1) * page_size }),
      countFree(system, line, keyword, mostFree + 1),
    ])
    return {
      list: rows.map(({ id, ...row }) => ({ address_id: id, ...row })),
      total: Math.min(found, mostFree),
      more: found > mostFree,
    }
  },

  moveLine: ({ services, actor }, { company_id, line_id, address_id, old_address, reason }) =>
    moveLine(services, { companyId: company_id, lineId: line_id, ipId: address_id, old: old_address, actor, reason }),

  extendLine: (context, { request_key, ...content }) =>
    once(context, { operation: 'extendLine', request_key, content }, async transaction => {
      const { company_id: companyId, line_id: lineId, days, reason } = content
      const endsAt = await extendLine(transaction, { companyId, lineId, actor: context.actor, reason, days })
      return { ends_at: endsAt.toISOString() }
    }),
}
