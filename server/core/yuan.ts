import { inChina } from '#contract/china-time.ts'
/** `12.34` for 1234 fen, as Alipay writes money, and `-0.01` for a fen less than nothing. */
export function yuan(fen: number): string {
  const amount = Math.abs(fen)
  return `${fen < 0 ? '-' : ''}${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}

/** `¥1,234.50`, as people read it on the pages. */
export const money = (fen: number): string =>
  yuan(fen)
    .replace(/\d/, '¥$&')
    .replace(/\B(?=(\d{3})+\.)/g, ',')

/** `+¥12.00` or `−¥12.00`: what is added to an amount or taken from it. */
export const moneyChange = (fen: number): string => `${fen < 0 ? '−' : '+'}${money(Math.abs(fen))}`

/** Returns fen, without floating point on the way; undefined unless the text is an amount of at most two decimals. */
export function parseYuan(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,11})(?:\.(\d{1,2}))?$/.exec(text) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** `2026-11-20 09:30:00` in China, as Alipay writes time. */
export const formatTimeInChina = (at: string): string => inChina(at).slice(0, 19).replace('T', ' ')

export function parseTimeInChina(text: string): string | undefined {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined
  const at = new Date(`${text.replace(' ', 'T')}+08:00`)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}
