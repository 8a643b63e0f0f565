import type { DeferredOperationsFor } from '#server/engines/approvals/deferred-operations.ts'
import { findOperated } from './operations.sql.ts'

export const deferredLineOperations: DeferredOperationsFor<'extendLine'> = {
  extendLine: {
    async describe(database, { company_id, line_id, days, reason }) {
      const line = await findOperated(database, company_id, line_id)
      if (!line) return undefined
      return {
        target: `line:${line_id}`,
        summary: `${line.company}的专线“${line.name}”延期 ${days} 天：${reason}`,
        value: days,
      }
    },
    outcome: () => ({ result: '已延期' }),
  },
}
