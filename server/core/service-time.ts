import { inChina } from '#contract/china-time.ts'
/** Milliseconds of a person-day. */
export const day = 86_400_000

// An instant is ISO 8601 text, as in rows and answers. A clock's value may be milliseconds as well.

/** The instant so many days later, or earlier when negative. */
export const daysAfter = (at: string | number, days: number): string =>
  new Date(new Date(at).getTime() + days * day).toISOString()

/** Whole days of service left, rounded up, as every page and call counts them; 0 without any. */
export const remainDays = (endsAt: string | null | undefined, now = Date.now()): number =>
  endsAt ? Math.max(0, Math.ceil((Date.parse(endsAt) - now) / day)) : 0

/** A reclaim gives back the days that nobody has begun to use. */
export const unusedDays = (endsAt: string | null | undefined, now: number): number =>
  endsAt ? Math.max(0, Math.floor((Date.parse(endsAt) - now) / day)) : 0

/** The last millisecond of a day in China, which knows no summer time. `date` is YYYY-MM-DD. */
export const endOfDay = (date: string): string => new Date(Date.parse(`${date}T00:00:00+08:00`) + day - 1).toISOString()

/** YYYY-MM-DD of an instant in China. */
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
