import { orRefuse } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { deleteView, keepView, listViews } from './list-views.sql.ts'

export const listViewsCalls = {
  async getListViews({ company, membership }, { list }) {
    return { list: await listViews(company, membership, list) }
  },

  async addListView({ company, membership }, input) {
    return orRefuse(await keepView(company, membership, input), -41023)
  },

  async removeListView({ company, membership }, { view_id }) {
    await deleteView(company, membership, view_id)
  },
} satisfies SomeHandlers
