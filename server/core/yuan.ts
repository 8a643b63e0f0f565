import { inChina } from '#contract/china-time.ts'
import { money } from '#contract/prices.ts'

export { money }

/** Formats 1234 fen as `12.34`, the way Alipay writes amounts, and minus one fen as `-0.01`. */
export function yuan(fen: number): string {
  const amount = Math.abs(fen)
  return `${fen < 0 ? '-' : ''}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** Formats a change of an amount, `+¥12.00` or `−¥12.00`. */
export const moneyChange = (fen: number): string => `${fen < 0 ? '' : '+'}${money(fen)}`

/** Returns fen, computed without floating point; undefined unless the text is an amount with at most two decimals. */
export function parseYuan(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** Formats a time in China as `2026-11-20 09:30:00`, the way Alipay writes it. */
export const formatTimeInChina = (at: string): string => inChina(at).slice(0, 19).replace('T', ' ')

export function parseTimeInChina(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
