import { inChina } from './china-time.ts'
/**
 * The hours and end of a grant: their wording and their evaluation. Browser and server share this file, so it must not import zod.
 */

/** The time limits of a grant: an end, certain hours, or both. Null means no limit. */
export interface GrantTimes {
  until: string | null
  /** See `hoursPattern`. */
  hours: string | null
}

export const always: GrantTimes = { until: null, hours: null }

/**
 * Weekdays in order, from Monday (1), and a span of the day in Beijing, such as `12345 09:00-18:00`. A span whose end is not later
 * than its start runs into the next day: `12345 22:00-06:00` ends on Saturday morning, and `67 00:00-00:00` is the weekend.
 */
export const hoursPattern =
  /^(?:12?3?4?5?6?7?|23?4?5?6?7?|34?5?6?7?|45?6?7?|56?7?|67?|7) (?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/

export interface WorkingHours {
  /** Monday is 1. */
  days: number[]
  /** HH:MM in Beijing. */
  from: string
  to: string
}

export function parseHours(hours: string): WorkingHours {
  const [days = '', span = ''] = hours.split(' ')
  const [from = '', to = ''] = span.split('-')
  return { days: [...days].map(Number), from, to }
}

export const formatHours = ({ days, from, to }: WorkingHours): string =>
  `${[...new Set(days)].sort((one, other) => one - other).join('')} ${from}-${to}`

const dayLength = 86_400_000
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Returns the spans that begin between one day before and one week after an instant, in milliseconds and in order. */
function spansAround(hours: string, at: number): { from: number; to: number }[] {
  const { days, from, to } = parseHours(hours)
  const [begin, end] = [minutesOf(from), minutesOf(to)]
  // China has no daylight saving time, so every day has 24 hours.
  const today = Math.floor((at + 8 * 3_600_000) / dayLength)
  return Array.from({ length: 9 }, (_, index) => today - 1 + index)
    .filter(day => days.includes(((day + 3) % 7) + 1))
    .map(day => {
      const midnight = day * dayLength - 8 * 3_600_000
      return { from: midnight + begin * 60_000, to: midnight + (end > begin ? end : end + 1440) * 60_000 }
    })
}

export const isEnded = ({ until }: Pick<GrantTimes, 'until'>, at: number): boolean =>
  until !== null && Date.parse(until) <= at

/** Reports whether a grant holds at an instant. */
export const holdsAt = (times: GrantTimes, at: number): boolean =>
  !isEnded(times, at) &&
  (times.hours === null || spansAround(times.hours, at).some(({ from, to }) => from <= at && at < to))

/** Returns the next instant at which a grant may begin or cease to hold, or Infinity if there is none. */
export function nextChange(times: GrantTimes, at: number): number {
  if (isEnded(times, at)) return Infinity
  const end = times.until === null ? Infinity : Date.parse(times.until)
  if (times.hours === null) return end
  const edges = spansAround(times.hours, at).flatMap(({ from, to }) => [from, to])
  return Math.min(end, ...edges.filter(edge => edge > at))
}

/** Leaves out grants that another grant of the same line covers. */
export const effectiveTimes = (grants: readonly GrantTimes[]): GrantTimes[] =>
  grants.filter((one, place) =>
    grants.every((other, at) => at === place || !covers(other, one) || (covers(one, other) && place < at)),
  )

/**
 * Reports whether a grant makes another of the same line redundant: it ends no sooner, and holds at all hours or at the same hours.
 */
export const covers = (one: GrantTimes, other: GrantTimes): boolean =>
  (one.hours === null || one.hours === other.hours) &&
  (one.until === null || (other.until !== null && Date.parse(one.until) >= Date.parse(other.until)))

export const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
const dayNames: Record<string, string> = {
  '1234567': '每天',
  '12345': '周一至周五',
  '123456': '周一至周六',
  '67': '周末',
}

/** Describes hours for display, such as 周一至周五 09:00–18:00. */
export function describeHours(hours: string): string {
  const { days, from, to } = parseHours(hours)
  const names = dayNames[days.join('')] ?? days.map(day => weekdays[day - 1]).join('、')
  if (from === to) return from === '00:00' ? `${names}全天` : `${names} ${from}–次日 ${to}`
  return `${names} ${from}–${to < from ? '次日 ' : ''}${to}`
}

/** YYYY-MM-DD HH:MM in Beijing. */
export const clockInChina = (at: string | number): string => inChina(at).slice(0, 16).replace('T', ' ')

/** Describes the limits for display; empty when nothing limits the grant. */
export const describeTimes = ({ until, hours }: GrantTimes): string =>
  [hours && describeHours(hours), until && `${clockInChina(until)} 止`].filter(Boolean).join('，')
