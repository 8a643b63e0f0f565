import { CommandUsage } from '#server/core/command-usage.ts'

/** Reads a time in China, `2026-11-22 14:03:07`, as milliseconds since 1970. */
export function parseChinaTime(text: string, option = '--to'): number {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})$/.exec(text.trim()) ?? []
  const at = Date.parse(`${day}T${time}+08:00`)
  if (!day || Number.isNaN(at) || chinaTime(at) !== `${day} ${time}`)
    throw new CommandUsage(
      `${option} 写北京时间，如 "2026-11-22 14:03:07"${option === '--to' ? '；恢复到归档的最后写 latest' : ''}`,
    )
  return at
}

/** Formats a time as `parseChinaTime` parses it. */
export const chinaTime = (at: number): string =>
  new Date(at + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
