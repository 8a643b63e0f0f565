import { serverNow } from '#web/data/server-time.ts'
import { day, fromNow } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { serviceLooks } from '#web/ui/states.ts'
import { TwoLines } from '#web/ui/two-lines.tsx'

/** The day on which a person's service ends, or a note that it has ended. */
export function ServiceEnd({ endsAt }: { endsAt: string | null }) {
  if (endsAt === null) return <StateTag state={serviceLooks.none} />
  const over = Date.parse(endsAt) <= serverNow()
  return <TwoLines first={day(endsAt)} second={over ? '已到期' : fromNow(endsAt)} />
}
