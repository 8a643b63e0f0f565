import { day, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { serviceLooks } from '#web/ui/states.ts'
import { serviceOf } from './employee.ts'

/** The day a person's service ends, with the remaining time where it matters. */
export function ServiceEnd({ endsAt }: { endsAt: string | null }) {
  const state = serviceOf(endsAt)
  if (endsAt === null) return <StateTag state={state} />
  if (state === serviceLooks.in_service) return day(endsAt)
  return (
    <span className="service-end">
      {day(endsAt)}
      <StateTag state={{ tone: state.tone, word: state === serviceLooks.ended ? '已到期' : fromNow(endsAt) }} />
    </span>
  )
}
