import { inChina } from '#contract/china-time.ts'

// Written without `Intl`, because loading its calendars would take a tenth of the first page's script time.

/** Formats as 2026-11-20 09:30 in Shanghai. */
export const dateTime = (instant: string | number) => inChina(instant).slice(0, 16).replace('T', ' ')
/** Formats as 2026-11-20 in Shanghai. */
export const day = (instant: string | number) => inChina(instant).slice(0, 10)

const steps = [
  { unit: '天', ms: 86_400_000 },
  { unit: '小时', ms: 3_600_000 },
  { unit: '分钟', ms: 60_000 },
]

/** Formats as 3 天后, 2 小时前 or 刚刚. A future day that has begun counts as a whole one, as in the remaining days of service. */
export function fromNow(instant: string | number, now = Date.now()): string {
  const distance = new Date(instant).getTime() - now
  const step = steps.find(({ ms }) => Math.abs(distance) >= ms)
  if (!step) return distance > 0 ? '即将' : '刚刚'
  const amount = distance / step.ms
  if (distance < 0) return `${Math.floor(-amount)} ${step.unit}前`
  return `${step.unit === '天' ? Math.ceil(amount) : Math.floor(amount)} ${step.unit}后`
}

/** Formats bytes as 820 KB or 3.4 MB. */
export const fileSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

export { placeName } from '#contract/place-name.ts'
export { grouped as count, groupedUpTo as countUpTo, money as yuan } from '#contract/prices.ts'
