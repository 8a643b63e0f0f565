import type { HealthState } from '#contract/operations/health-names.ts'

/** The alerts already sent about one problem, in milliseconds since 1970. */
export interface Alert {
  badSince: number
  /** Null while it is bad. */
  wellSince: number | null
  /** True from the first telling until it is told that it is mended. */
  open: boolean
  notifiedAt: number | null
  notifiedCount: number
}

export type Telling = 'bad' | 'reminder' | 'mended'

export interface Decision {
  /** Undefined: there is nothing to remember any more. */
  alert: Alert | undefined
  telling?: Telling
}

const minute = 60_000
const hour = 60 * minute
/**
 * The minimum distances between the first, second, … alert about a problem and the next; also when it returns after it was
 * resolved.
 */
const distances = [30 * minute, 2 * hour, 8 * hour, 24 * hour]
const longest = Math.max(...distances)
const distance = (notifiedCount: number) => distances[notifiedCount - 1] ?? longest

/** Milliseconds that a state must last before it is told, unless the check says otherwise. */
export const lastsFor = 2 * minute

/**
 * Decides what to remember and whether to send an alert, from the remembered state and the new one. A problem that comes and goes
 * is reported as rarely as one that stays: the distances go on growing until it has been well for a day.
 */
export function decide(alert: Alert | undefined, state: HealthState, now: number, after = lastsFor): Decision {
  // An unknown state is no sign that the problem is resolved, and none that it is bad.
  if (state === 'unknown') return { alert }
  // What has vanished is not mended: an open alert waits until there is something to measure again.
  if (state === 'absent' && alert?.open) return { alert }
  return state === 'bad' ? decideBad(alert, now, after) : decideWell(alert, now, after)
}

function decideBad(alert: Alert | undefined, now: number, after: number): Decision {
  const fresh: Alert = { badSince: now, wellSince: null, open: false, notifiedAt: null, notifiedCount: 0 }
  // A trouble that was told as mended and comes back begins anew, but its distance does not.
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
