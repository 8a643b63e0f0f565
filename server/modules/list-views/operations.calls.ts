import { orRefuse } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { deleteOfficeView, keepOfficeView, listOfficeViews } from './office-views.sql.ts'

export const officeViewOperations = {
  getOfficeViews: async ({ system, operator }, { list }) => ({
    list: await listOfficeViews(system, operator.id, list),
  }),

  async addOfficeView({ system, operator }, input) {
    const kept = orRefuse(await keepOfficeView(system, operator.id, input), -41023)
    const { list, name, query, shared } = input
    const after = { list, name, query, shared }
    await recordAudit(system, { action: 'view.saved', target: `view:${kept.view_id}`, after })
    return kept
  },

  async removeOfficeView({ system, operator }, { view_id }) {
    const before = orRefuse(await deleteOfficeView(system, operator.id, view_id), -53021)
    await recordAudit(system, { action: 'view.removed', target: `view:${view_id}`, before })
  },
} satisfies SomeOperations
