import { count, day, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { serviceLooks } from '#web/ui/states.ts'
import { type Employee, serviceOf } from './employee.ts'

/** The day a person's service ends, with the remaining time where it matters. */
export function ServiceEnd({
  employee: { service_ends_at: endsAt, reserved_days },
}: {
  employee: Pick<Employee, 'service_ends_at' | 'reserved_days'>
}) {
  if (reserved_days) return <StateTag state={{ tone: 'busy', word: `已预留 ${count(reserved_days)} 天，待加入` }} />
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
