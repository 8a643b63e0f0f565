import { orRefuse } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { deleteOfficeView, keepOfficeView, listOfficeViews } from './office-views.sql.ts'

export const officeViewOperations = {
  getOfficeViews: async ({ system, operator }, { list }) => ({
    list: await listOfficeViews(system, operator.id, list),
  }),

  addOfficeView: ({ system, operator, actor }, input) =>
    system.transaction(async transaction => {
      const kept = orRefuse(await keepOfficeView(transaction, operator.id, input), -41023)
      const { list, name, query, shared } = input
      const after = { list, name, query, shared }
      await recordAudit(transaction, { actor, action: 'view.saved', target: `view:${kept.view_id}`, after })
      return kept
    }),

  removeOfficeView: ({ system, operator, actor }, { view_id }) =>
    system.transaction(async transaction => {
      const before = orRefuse(await deleteOfficeView(transaction, operator.id, view_id), -53021)
      await recordAudit(transaction, { actor, action: 'view.removed', target: `view:${view_id}`, before })
    }),
} satisfies SomeOperations
