import { z } from 'zod'
import { id } from '#contract/fields.ts'
import { wantedChange } from '#contract/operations/prices.ts'
import { money } from '#server/core/yuan.ts'
import type { EvidenceOf } from '#server/engines/approvals/evidence.ts'

/** A change of prices that one operator requests and another one confirms, as the request stores it. */
const priceRequest = z.object({
  batch_id: id,
  requested_by: id,
  publish: z.boolean(),
  /** When null, the prices apply as soon as they are confirmed. */
  holds_from: z.string().nullable(),
  changes: z.array(wantedChange),
})
export type PriceRequest = z.output<typeof priceRequest>
export const readRequest = (payload: unknown): PriceRequest => priceRequest.parse(payload)

export type NamedChange = z.output<typeof wantedChange>

/** Formats a time in China as 2026-11-21 08:00; China has no summer time. */
export const minuteInChina = (at: string): string =>
  new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')

/** Formats `¥168.00（划线价 ¥208.00）` or `优惠 5%`. */
export const valueText = (value: number, listPrice: number | null): string =>
  listPrice === null
    ? `优惠 ${value}%`
    : `${money(value)}${listPrice === value ? '' : `（划线价 ${money(listPrice)}）`}`

/** A text about many changes omits the list prices, because the decision's page shows them. */
function changeText({ name, ...change }: NamedChange, alone: boolean): string {
  const text = (value: number, list: number | null) => valueText(value, list === null || alone ? list : value)
  const before = text(change.old_value, change.old_list_price)
  const after = text(change.new_value, change.new_list_price)
  return before === after ? `${name} ${after}` : `${name} ${before} → ${after}`
}

/** Every price of a request, so that the second operator sees each change. */
export const priceEvidence: EvidenceOf<unknown> = async (_, payload) => {
  const { publish, holds_from, changes } = readRequest(payload)
  const isOver = holds_from !== null && Date.parse(holds_from) <= Date.now()
  return [
    {
      label: '生效',
      value: `${publish ? '上架，' : ''}${holds_from ? `${minuteInChina(holds_from)} 起` : '确认后立即'}${isOver ? '：时间已过，不能再确认，请驳回' : ''}`,
      ...(isOver && { tone: 'danger' as const }),
    },
    { label: '共', value: `${changes.length} 项${rangeText(changes)}` },
    ...changes.map(change => {
      const { name } = change
      const move = moveOf(change)
      const before = valueText(change.old_value, change.old_list_price)
      const after = valueText(change.new_value, change.new_list_price)
      return {
        label: name,
        value: before === after ? `${after}，不变` : `${before} → ${after}${move ? `（${signed(move)}）` : ''}`,
        // A price that falls to less than half is probably a slip; the requester's form warns of it as well.
        ...(move !== undefined && move < -50 && { tone: 'danger' as const }),
      }
    }),
  ]
}

/** The most changes that a summary spells out; the decision's page shows all of them. */
const spelledOut = 2

export function summaryOf({ publish, holds_from, changes }: Omit<PriceRequest, 'batch_id' | 'requested_by'>): string {
  const shown = changes
    .slice(0, spelledOut)
    .map(change => changeText(change, changes.length === 1))
    .join('；')
  const more = changes.length > spelledOut ? ` 等共 ${changes.length} 项${rangeText(changes)}` : ''
  const from = holds_from ? `，${minuteInChina(holds_from)} 起生效` : ''
  return `${publish ? '上架并定价' : '调价'}：${shown}${more}${from}`
}

/** Returns the percent by which a price moves; undefined for a discount percentage, and for what was free. */
const moveOf = ({ old_list_price, old_value, new_value }: NamedChange): number | undefined =>
  old_list_price === null || old_value === 0 ? undefined : Math.round(((new_value - old_value) / old_value) * 1000) / 10
const signed = (value: number) => `${value > 0 ? '+' : ''}${value}%`

/**
 * Returns the size of a request in percent: for each price the larger of its moves from the current price and list price, summed
 * up, since moving ten prices is more than moving one. Infinity where something was free.
 */
export const percentOf = ({ changes }: Pick<PriceRequest, 'changes'>): number =>
  changes.reduce((sum, change) => {
    const { old_value, new_value, old_list_price, new_list_price } = change
    if (old_list_price === null) return sum + stepOf(100 - old_value, 100 - new_value)
    return sum + Math.max(stepOf(old_value, new_value), stepOf(old_list_price, new_list_price ?? old_list_price))
  }, 0)

/** Rounds up, so that a step below one percent counts. */
const stepOf = (before: number, after: number): number =>
  before === after ? 0 : before === 0 ? Number.POSITIVE_INFINITY : Math.ceil((Math.abs(after - before) / before) * 100)

/** Summarizes the range of the changes where there are too many to list. */
function rangeText(changes: readonly NamedChange[]): string {
  const moves = changes.flatMap(change => moveOf(change) ?? [])
  if (!moves.length) return ''
  const [least, most] = [Math.min(...moves), Math.max(...moves)]
  return least === most ? `（价格 ${signed(least)}）` : `（价格 ${signed(least)} 至 ${signed(most)}）`
}
