import type { Answered } from '#web/data/answers.ts'
import { showRefusal } from '../show-refusal.ts'
import { toast } from '../toast.ts'
import type { ListView, ViewStore } from './views.tsx'

type Saved = Parameters<ViewStore['add']>[1]

/** An app's own calls. */
interface ViewCalls {
  load: (input: { list: string }, options: { background: true }) => Promise<Answered<{ list: ListView[] }>>
  add: (input: Saved & { list: string }) => Promise<Answered<unknown>>
  remove: (input: { view_id: string }) => Promise<Answered<unknown>>
}

/** The views of the logged-in user, stored on the server. */
export const viewStoreOf = (calls: ViewCalls): ViewStore => ({
  async load(list) {
    const answer = await calls.load({ list }, { background: true })
    if (answer.ok) return answer.data.list
    showRefusal(answer)
    return undefined
  },
  async add(list, view) {
    const answer = await calls.add({ list, ...view })
    if (answer.ok) toast.success(answer.msg)
    else showRefusal(answer)
    return answer.ok
  },
  async remove(viewId) {
    const answer = await calls.remove({ view_id: viewId })
    if (!answer.ok) showRefusal(answer)
    // A view that no longer exists leaves the menu as well.
    return answer.ok || answer.code === -53021
  },
})
