import { useState } from 'react'
import type { InputOf } from '#contract/index.ts'
import { wishesPerOrder } from '#contract/shop.ts'
import { readDraft, writeDraft } from '#web/data/draft.ts'
import { placeName } from '#web/ui/format.ts'
import { type BasketItem, keyOf } from './basket.ts'

/** The buyer's wish for one line. */
export interface Wish {
  name?: string
  ip_id?: string
  /** The text of the address, of which only the id is sent. */
  address?: string
  group_id?: string
}

/** The keys are the item and the line's number within it, so that adding another item affects none of them. */
type Wishes = Record<string, Wish>

export interface WishedLine {
  key: string
  /** The number of the line within the order, counted from one. */
  position: number
  label: string
  sku_id: string
  wish: Wish
}

const draft = 'line-wishes'
const isWishes = (value: unknown): value is Wishes =>
  typeof value === 'object' && value !== null && Object.values(value).every(each => typeof each === 'object')

/** The lines of the order with the buyer's choices, which survive a reload. */
export function useWishes(items: readonly BasketItem[]) {
  const [wishes, setWishes] = useState<Wishes>(() => {
    const kept = readDraft(draft)
    return isWishes(kept) ? kept : {}
  })
  const lines = linesOf(items, wishes)
  function keep(next: Wishes) {
    setWishes(next)
    writeDraft(draft, Object.keys(next).length ? next : undefined)
  }
  return {
    lines: lines.slice(0, wishesPerOrder),
    /** The number of lines without a choice. */
    others: Math.max(0, lines.length - wishesPerOrder),
    wanted: requestedWishes(lines.slice(0, wishesPerOrder)),
    change: (key: string, wish: Wish) => keep({ ...wishes, [key]: wish }),
    forget: () => keep({}),
  }
}

function linesOf(items: readonly BasketItem[], wishes: Wishes): WishedLine[] {
  return items
    .flatMap(item =>
      Array.from({ length: item.quantity }, (_, index) => ({
        key: `${keyOf(item)} ${index + 1}`,
        label: `${placeName(item.line.region)} ${item.pack.days} 天${item.quantity > 1 ? `，第 ${index + 1} 条` : ''}`,
        sku_id: item.line.sku.sku_id,
      })),
    )
    .map((line, index) => ({ ...line, position: index + 1, wish: wishes[line.key] ?? {} }))
}

/** Returns undefined if nothing was chosen. */
function requestedWishes(lines: readonly WishedLine[]): InputOf<'createOrder'>['line_wishes'] {
  const requested = lines.flatMap(({ position, wish: { name, ip_id, group_id } }) => {
    const text = name?.trim()
    if (!text && !ip_id && !group_id) return []
    return [{ position, ...(text && { name: text }), ...(ip_id && { ip_id }), ...(group_id && { group_id }) }]
  })
  return requested.length ? requested : undefined
}
