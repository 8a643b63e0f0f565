import type { ViewStore } from '#web/ui/list/views.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { api } from './api.ts'

/** The views of an operator, kept on the server. */
export const officeViewStore: ViewStore = {
  async load(list) {
    const answer = await api.getOfficeViews({ list }, { background: true })
    if (answer.ok) return answer.data.list
    tellRefusal(answer)
    return undefined
  },
  async add(list, view) {
    const answer = await api.addOfficeView({ list, ...view })
    if (answer.ok) toast.success(answer.msg)
    else tellRefusal(answer)
    return answer.ok
  },
  async remove(viewId) {
    const answer = await api.removeOfficeView({ view_id: viewId })
    if (!answer.ok) tellRefusal(answer)
    return answer.ok
  },
}
