import { inChina } from '#contract/china-time.ts'
/** Milliseconds of a person-day. */
export const day = 86_400_000

// Instants are ISO 8601 text, as in rows and answers. A clock's value may also be in milliseconds.

/** Returns the instant the given number of days later, or earlier if negative. */
export const daysAfter = (at: string | number, days: number): string =>
  new Date(new Date(at).getTime() + days * day).toISOString()

/** Returns the whole days of service left, rounded up, as every page and call counts them; 0 without service. */
export const remainDays = (endsAt: string | null | undefined, now = Date.now()): number =>
  endsAt ? Math.max(0, Math.ceil((Date.parse(endsAt) - now) / day)) : 0

/** Returns the days not yet begun, which a reclaim returns to the balance. */
export const unusedDays = (endsAt: string | null | undefined, now: number): number =>
  endsAt ? Math.max(0, Math.floor((Date.parse(endsAt) - now) / day)) : 0

/** Returns the last millisecond of a day in China, which has no daylight saving time. `date` is YYYY-MM-DD. */
export const endOfDay = (date: string): string => new Date(Date.parse(`${date}T00:00:00+08:00`) + day - 1).toISOString()

/** Returns the day of an instant in China, YYYY-MM-DD. */
export const dayInChina = (at: string | number): string => inChina(at).slice(0, 10)

/**
 * Computes where a person's service ends after an extension, and its cost in person-days; undefined when the service already
 * lasts that long.
 */
export function extension(
  endsAt: string | null,
  term: { days: number } | { until: string },
  now: number,
): { endsAt: string; cost: number } | undefined {
  const start = Math.max(now, endsAt ? Date.parse(endsAt) : 0)
  if ('days' in term) return { endsAt: daysAfter(start, term.days), cost: term.days }
  const cost = Math.ceil((Date.parse(term.until) - start) / day)
  return cost > 0 ? { endsAt: term.until, cost } : undefined
}
