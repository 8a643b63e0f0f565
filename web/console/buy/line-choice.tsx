import { useMemo, useRef, useState } from 'react'
import { useSearch } from '#web/data/use-search.ts'
import { useStore } from '#web/data/use-store.ts'
import { anyWhole } from '#web/ui/list/address.ts'
import { toast } from '#web/ui/toast.ts'
import {
  added,
  type BasketItem,
  basketOf,
  readBasket,
  roomFor,
  savedItemsOf,
  whyNotAdded,
  whyNotOrdered,
  writeBasket,
} from './basket.ts'
import { BasketList } from './basket-list.tsx'
import { readChoice, writeChoice } from './choice.ts'
import { CouponPicker } from './coupon-picker.tsx'
import { LineOptions } from './line-options.tsx'
import { LineWishes } from './line-wishes.tsx'
import { chosenLine, type Line } from './offers.ts'
import { OrderItems } from './order-items.tsx'
import { placesOf } from './places.ts'
import { PriceCard } from './price-card.tsx'
import { RegionPicker } from './region-picker.tsx'
import type { Offers } from './use-offers.ts'
import { useOrder } from './use-order.ts'
import { useWishes } from './wishes.ts'

function useBasket(lines: readonly Line[]) {
  const [kept, setKept] = useState(readBasket)
  const items = useMemo(() => basketOf(kept, lines), [kept, lines])
  function change(next: readonly BasketItem[]) {
    writeBasket(savedItemsOf(next))
    setKept(savedItemsOf(next))
  }
  return { items, change }
}

export function LineChoice({ offers, lines, reload }: { offers: Offers; lines: readonly Line[]; reload: () => void }) {
  const [search, changeSearch] = useSearch()
  const place = readChoice(search)
  const quantity = anyWhole(search.get('quantity') ?? '1') ?? 1
  const change = (next: Parameters<typeof writeChoice>[1]) => changeSearch(before => writeChoice(before, next))
  const places = useMemo(() => placesOf(lines, offers.regions), [lines, offers.regions])
  const found = chosenLine(lines, offers.ways, place)
  const { line, pack } = found
  const basket = useBasket(lines)
  const [begun, setBegun] = useState(0)
  const current = line && pack && { line, pack, quantity }
  const room = line ? roomFor(basket.items, line) : 0
  const problem = current && quantity ? whyNotAdded(basket.items, current) : ''
  // With an empty basket, the current selection is ordered.
  const items = basket.items.length ? basket.items : current && quantity && !problem ? [current] : []
  const wrong = basket.items.some(item => whyNotOrdered(basket.items, item))
  const wishes = useWishes(items)
  const chooses = useStore(state => state.duty) === null
  const order = useOrder({
    content: items.length && !wrong ? { kind: 'purchase', items: savedItemsOf(items) } : undefined,
    coupon: place.coupon,
    wishes: chooses ? wishes.wanted : undefined,
    stale: reload,
    ordered() {
      basket.change([])
      wishes.forget()
    },
  })
  const sheets = useRef<HTMLDivElement>(null)
  /** An empty basket is filled again by the next choice: of the line, or first of its city. */
  const toChoice = () =>
    sheets.current?.querySelector<HTMLElement>('.region-picker input, .line-options input:checked')?.focus()
  const short = new Map(order.quote.data?.short.map(({ sku_id, stock }) => [sku_id, stock]))

  function add() {
    if (!current || problem) return
    basket.change(added(basket.items, current))
    change({ quantity: undefined })
    toast.success(`已把 ${quantity} 条${current.line.region.city}专线加入清单`)
  }

  return (
    <div className="buy">
      <div className="sheets" ref={sheets}>
        <RegionPicker
          places={places}
          chosen={line?.region.code}
          choose={region => change({ region, way: undefined, bandwidth: undefined, quantity: undefined })}
          settled={() => setBegun(begun + 1)}
        />
        <LineOptions
          found={found}
          quantity={quantity}
          room={room}
          problem={problem}
          change={change}
          add={add}
          begun={begun}
        />
        {basket.items.length > 0 && (
          <BasketList items={basket.items} short={short} change={basket.change} emptied={toChoice} />
        )}
        {chooses && <LineWishes {...wishes} problem={order.refusedWish} />}
        <CouponPicker
          order={order}
          choice={place.coupon}
          choose={next => change({ coupon: next })}
          ready={items.length > 0 && !wrong}
        />
      </div>
      <PriceCard
        order={order}
        missing={
          wrong
            ? '清单中有数量没有填写，或超出库存或上限'
            : items.length
              ? ''
              : !line
                ? '请先选择国家/地区'
                : problem || (quantity ? '暂时无法下单' : '请填写数量')
        }
        items={<OrderItems items={items} listed={basket.items.length > 0} short={short} />}
      />
    </div>
  )
}
