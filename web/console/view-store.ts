import { api } from '#web/data/api.ts'
import type { ViewStore } from '#web/ui/list/views.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'

/** The views of a company's manager, kept on the server. */
export const viewStore: ViewStore = {
  async load(list) {
    const answer = await api.getListViews({ list }, { background: true })
    if (answer.ok) return answer.data.list
    tellRefusal(answer)
    return undefined
  },
  async add(list, view) {
    const answer = await api.addListView({ list, ...view })
    if (answer.ok) toast.success(answer.msg)
    else tellRefusal(answer)
    return answer.ok
  },
  async remove(viewId) {
    const answer = await api.removeListView({ view_id: viewId })
    if (!answer.ok) tellRefusal(answer)
    return answer.ok
  },
}
