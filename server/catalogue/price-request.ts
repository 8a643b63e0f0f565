import { z } from 'zod'
import { money } from '../integrations/gateways/yuan.ts'
import type { NewChange } from './pricing.sql.ts'

/** What an operator asks for and another one confirms, as the request keeps it. */
const priceRequest = z.object({
  batch_id: z.uuid(),
  requested_by: z.uuid(),
  publish: z.boolean(),
  /** Null: as soon as it is confirmed. */
  holds_from: z.string().nullable(),
  changes: z.array(
    z.object({
      sku_id: z.uuid().nullable(),
      package_type_id: z.uuid().nullable(),
      name: z.string(),
      old_value: z.int(),
      new_value: z.int(),
      old_list_price: z.int().nullable(),
      new_list_price: z.int().nullable(),
    }),
  ),
})
export type PriceRequest = z.output<typeof priceRequest>
export const readRequest = (payload: unknown): PriceRequest => priceRequest.parse(payload)

export interface NamedChange extends NewChange {
  name: string
}

/** 2026-11-21 08:00, in China, which knows no summer time. */
export const minuteInChina = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** `¥168.00（划线价 ¥208.00）`, `优惠 5%`. */
export const valueText = (value: number, listPrice: number | null): string =>
  listPrice === null
    ? `优惠 ${value}%`
    : `${money(value)}${listPrice === value ? '' : `（划线价 ${money(listPrice)}）`}`

/** Of many the list prices are left out: they are shown when it is decided upon. */
function changeText({ name, ...change }: NamedChange, alone: boolean): string {
  const text = (value: number, list: number | null) => valueText(value, list === null || alone ? list : value)
  const before = text(change.old_value, change.old_list_price)
  const after = text(change.new_value, change.new_list_price)
  return before === after ? `${name} ${after}` : `${name} ${before} → ${after}`
}

/** Changes that a summary spells out; all of them are shown when it is decided upon. */
const spelledOut = 2

export function summaryOf({ publish, holds_from, changes }: Omit<PriceRequest, 'batch_id' | 'requested_by'>): string {
  const shown = changes
    .slice(0, spelledOut)
    .map(change => changeText(change, changes.length === 1))
    .join('；')
  const more = changes.length > spelledOut ? ` 等共 ${changes.length} 项${rangeText(changes)}` : ''
  const from = holds_from ? `，${minuteInChina(new Date(holds_from))} 起生效` : ''
  return `${publish ? '上架并定价' : '调价'}：${shown}${more}${from}`
}

/** How far the prices move, where there are too many to spell out. */
function rangeText(changes: readonly NamedChange[]): string {
  const moves = changes
    .filter(({ old_list_price, old_value }) => old_list_price !== null && old_value > 0)
    .map(({ old_value, new_value }) => Math.round(((new_value - old_value) / old_value) * 1000) / 10)
  if (!moves.length) return ''
  const signed = (value: number) => `${value > 0 ? '+' : ''}${value}%`
  const [least, most] = [Math.min(...moves), Math.max(...moves)]
  return least === most ? `（价格 ${signed(least)}）` : `（价格 ${signed(least)} 至 ${signed(most)}）`
}
