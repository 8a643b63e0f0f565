import { useEffect, useState } from 'react'
import { serverNow } from '#web/server-time.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** 29:58, 02:59:58, 2 天 23:59:58. */
export function clockOf(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const [days, hours] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24]
  const clock = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
  return `${days ? `${days} 天 ` : ''}${days || hours ? `${two(hours)}:` : ''}${clock}`
}

/** Milliseconds until then by the server's clock, never below 0; drawn anew each second. */
export function useTimeLeft(until: string): number {
  const left = () => Math.max(0, Date.parse(until) - serverNow())
  const [, setRound] = useState(0)
  const over = left() === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: another end begins anew
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setRound(before => before + 1), 1000)
    return () => clearInterval(timer)
  }, [over, until])
  return left()
}
