const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })
const shanghaiDay = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

const asDate = (instant: string | number) => new Date(instant)

/** Formats as 2026-11-20 09:30 in Shanghai. */
export const dateTime = (instant: string | number) => shanghai.format(asDate(instant))
/** Formats as 2026-11-20 in Shanghai. */
export const day = (instant: string | number) => shanghaiDay.format(asDate(instant))

const steps = [
  { unit: '天', ms: 86_400_000 },
  { unit: '小时', ms: 3_600_000 },
  { unit: '分钟', ms: 60_000 },
]

/** Formats as 3 天后, 2 小时前 or 刚刚. A day that has begun counts among those to come, as in the days that somebody has left. */
export function fromNow(instant: string | number, now = Date.now()): string {
  const distance = asDate(instant).getTime() - now
  const step = steps.find(({ ms }) => Math.abs(distance) >= ms)
  if (!step) return distance > 0 ? '即将' : '刚刚'
  const amount = distance / step.ms
  if (distance < 0) return `${Math.floor(-amount)} ${step.unit}前`
  return `${step.unit === '天' ? Math.ceil(amount) : Math.floor(amount)} ${step.unit}后`
}

/** Formats fen as ¥1,234.50. */
export const yuan = (fen: number) =>
  `${fen < 0 ? '-' : ''}¥${(Math.abs(fen) / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`

/** Formats bytes as 820 KB or 3.4 MB. */
export const fileSize = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`

export const count = (value: number) => value.toLocaleString('en-US')

/** Formats as 美国 · 洛杉矶, but not as 新加坡 · 新加坡 or 中国香港 · 香港. */
export const placeName = ({ country, city }: { country: string; city: string }) =>
  country.endsWith(city) ? country : `${country} · ${city}`
