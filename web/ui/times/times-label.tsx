import './times.css'
import { describeTimes, type GrantTimes } from '#contract/access-times.ts'

/** Shows when a grant holds; nothing where it always does. `holds` is false outside of its hours. */
export function TimesLabel({ times, holds = true }: { times: GrantTimes; holds?: boolean }) {
  const words = describeTimes(times)
  if (!words) return null
  return (
    <span className="quiet times-label" data-off={!holds}>
      {words}
      {!holds && '（现在不在时段内）'}
    </span>
  )
}
