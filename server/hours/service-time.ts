/** Milliseconds of a person-day. */
export const day = 86_400_000

/** Whole days of service left, rounded up, as every page and call counts them; 0 without any. */
export const remainDays = (endsAt: Date | null | undefined, now = Date.now()): number =>
  endsAt ? Math.max(0, Math.ceil((endsAt.getTime() - now) / day)) : 0

/** Days that nobody has begun to use: what a reclaim gives back. */
export const unusedDays = (endsAt: Date | null | undefined, now: number): number =>
  endsAt ? Math.max(0, Math.floor((endsAt.getTime() - now) / day)) : 0

/** The last millisecond of a day in China, which knows no summer time. `date` is YYYY-MM-DD. */
export const endOfDay = (date: string): Date => new Date(Date.parse(`${date}T00:00:00+08:00`) + day - 1)

/** YYYY-MM-DD of an instant in China. */
export const dayInChina = (at: Date): string => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)

/** Where the service of one person ends after `wanted`, and what that costs; undefined when it ends no earlier anyway. */
export function extension(
  endsAt: Date | null,
  wanted: { days: number } | { until: Date },
  now: number,
): { endsAt: Date; cost: number } | undefined {
  const start = Math.max(now, endsAt?.getTime() ?? 0)
  if ('days' in wanted) return { endsAt: new Date(start + wanted.days * day), cost: wanted.days }
  const cost = Math.ceil((wanted.until.getTime() - start) / day)
  return cost > 0 ? { endsAt: wanted.until, cost } : undefined
}
