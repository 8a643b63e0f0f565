import { isOpenTo } from '#contract/duty-calls.ts'
import { callOfList } from '#contract/list-calls.ts'
import { orRefuse } from '#server/core/refusal.ts'
import type { Membership, SomeHandlers } from '#server/engines/context.ts'
import { deleteView, keepView, listViews } from './list-views.sql.ts'

export const listViewsCalls = {
  async getListViews({ company, membership }, { list }) {
    return { list: await listViews(company, membership, { list, others: mayReadAll(membership, list) }) }
  },

  async addListView({ company, membership }, input) {
    return orRefuse(await keepView(company, membership, input), -41023)
  },

  async removeListView({ company, membership }, { view_id }) {
    await deleteView(company, membership, view_id)
  },
} satisfies SomeHandlers

/**
 * A shared view names whom and what it filters by, so only people who may read the whole list see it: its filters can name people
 * outside of the departments that a person is limited to.
 */
function mayReadAll({ duty, departments }: Membership, list: string): boolean {
  if (departments) return false
  const call = callOfList(list)
  return !duty || (call !== undefined && isOpenTo(duty, call, false))
}
