import './times.css'
import { describeTimes, type GrantTimes } from '#contract/access-times.ts'

/** Shows the limits of a grant, or nothing if it always holds. `holds` is false outside its hours. */
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
