import { day, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { serviceLooks } from '#web/ui/states.ts'

/** The day on which somebody's service ends, or that it has. */
export function ServiceEnd({ endsAt }: { endsAt: string | null }) {
  if (endsAt === null) return <StateTag state={serviceLooks.none} />
  const over = Date.parse(endsAt) <= Date.now()
  return (
    <span className="two-lines">
      <span>{day(endsAt)}</span>
      <span>{over ? '已到期' : fromNow(endsAt)}</span>
    </span>
  )
}
