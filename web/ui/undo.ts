import { sentence } from '#web/data/answers.ts'
import { api } from '#web/data/api.ts'
import { mayCall } from '#web/data/may.ts'
import { readRemainDays } from '#web/data/remain-days.ts'
import { type ToastAction, toast } from './toast.ts'

/** Offers to undo an act that has just succeeded, if its answer names the activity, to users whose role may undo it. */
export function undoOf(data: unknown, done: (() => void) | undefined): ToastAction | undefined {
  if (!data || typeof data !== 'object' || !('activity_id' in data) || typeof data.activity_id !== 'string') return
  if (!mayCall('undoActivity')) return
  const activity_id = data.activity_id
  return {
    label: '撤销',
    undo: true,
    async run() {
      const answer = await api.undoActivity({ activity_id })
      if (answer.ok) toast.success('已撤销')
      else toast.error(sentence(answer))
      done?.()
      // Days may have returned to the company's balance.
      await readRemainDays()
    },
  }
}
