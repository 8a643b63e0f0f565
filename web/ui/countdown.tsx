import { useEffect, useState } from 'react'
import { serverNow } from '#web/data/server-time.ts'

const twoDigits = (value: number) => String(value).padStart(2, '0')

/** Formats a duration: 29:58, 02:59:58, 2 天 23:59:58. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  const clock = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`
  return `${days ? `${days} 天 ` : ''}${days || hours ? `${twoDigits(hours)}:` : ''}${clock}`
}

/** Returns the milliseconds until `until` by the server's clock, never below 0; re-renders each second. */
export function useTimeLeft(until: string): number {
  const left = () => Math.max(0, Date.parse(until) - serverNow())
  const [, rerender] = useState(0)
  const over = left() === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new end restarts the timer
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => rerender(before => before + 1), 1000)
    return () => clearInterval(timer)
  }, [over, until])
  return left()
}
