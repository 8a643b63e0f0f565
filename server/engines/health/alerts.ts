import type { HealthState } from '#contract/operations/health-names.ts'

/** The alerts already sent about one problem, in milliseconds since 1970. */
export interface Alert {
  badSince: number
  /** Null while the state is bad. */
  wellSince: number | null
  /** True from the first alert until its recovery is reported. */
  open: boolean
  notifiedAt: number | null
  notifiedCount: number
}

export type AlertEvent = 'bad' | 'reminder' | 'mended'

export interface Decision {
  /** Undefined if there is nothing left to remember. */
  alert: Alert | undefined
  telling?: AlertEvent
}

const minute = 60_000
const hour = 60 * minute
/**
 * The minimum intervals between the first, second, … alert about a problem and the next, even if it recurs after it was resolved.
 */
const distances = [30 * minute, 2 * hour, 8 * hour, 24 * hour]
const longest = Math.max(...distances)
const distance = (notifiedCount: number) => distances[notifiedCount - 1] ?? longest

/** Milliseconds that a state must last before it is reported, unless the check specifies otherwise. */
export const lastsFor = 2 * minute

/**
 * Decides what to remember and whether to send an alert, from the remembered state and the new one. An intermittent problem is
 * reported as rarely as a permanent one: the intervals keep growing until the state has been good for a day.
 */
export function decide(alert: Alert | undefined, state: HealthState, now: number, after = lastsFor): Decision {
  // An unknown state shows neither that the problem is resolved nor that it is bad.
  if (state === 'unknown') return { alert }
  // A vanished subject is not a recovery: an open alert waits until there is something to measure again.
  if (state === 'absent' && alert?.open) return { alert }
  return state === 'bad' ? decideBad(alert, now, after) : decideWell(alert, now, after)
}

function decideBad(alert: Alert | undefined, now: number, after: number): Decision {
  const fresh: Alert = { badSince: now, wellSince: null, open: false, notifiedAt: null, notifiedCount: 0 }
  // A recurring problem whose recovery was reported begins anew, but its interval does not.
  const begins = alert && alert.wellSince !== null && !alert.open
  const current = alert ? { ...alert, wellSince: null, badSince: begins ? now : alert.badSince } : fresh
  const { badSince, notifiedAt, notifiedCount, open } = current
  const lasted = open || now - badSince >= after
  const due = lasted && (notifiedAt === null || now - notifiedAt >= distance(notifiedCount))
  if (!due) return { alert: current }
  return {
    alert: { ...current, open: true, notifiedAt: now, notifiedCount: notifiedCount + 1 },
    telling: open ? 'reminder' : 'bad',
  }
}

function decideWell(alert: Alert | undefined, now: number, after: number): Decision {
  if (!alert || alert.notifiedAt === null) return { alert: undefined }
  const wellSince = alert.wellSince ?? now
  if (!alert.open)
    return now - Math.max(alert.notifiedAt, wellSince) >= longest
      ? { alert: undefined }
      : { alert: { ...alert, wellSince } }
  if (now - wellSince < after) return { alert: { ...alert, wellSince } }
  return { alert: { ...alert, wellSince, open: false }, telling: 'mended' }
}

export const isSame = (one: Alert | undefined, other: Alert | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
