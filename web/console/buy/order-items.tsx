import { count, placeName } from '#web/ui/format.ts'
import { type BasketItem, keyOf, quantityOf } from './basket.ts'

/** The number of items that fits beside the price; the list shows all of them. */
const shown = 5

interface OrderItemsProps {
  items: readonly BasketItem[]
  /** True for the items of the basket; otherwise there is one item, the current selection. */
  listed: boolean
  short: ReadonlyMap<string, number>
}

export function OrderItems({ items, listed, short }: OrderItemsProps) {
  if (!items.length) return null
  const [only] = items
  const left = !listed && only ? short.get(only.line.sku.sku_id) : undefined
  return (
    <>
      <ul className="order-items">
        {items.slice(0, shown).map(item => (
          <li key={keyOf(item)}>
            <span>
              {placeName(item.line.region)}
              <small>
                {item.line.way.name} · {item.line.bandwidth} Mbps · {item.pack.days} 天
              </small>
            </span>
            <span>× {count(item.quantity)} 条</span>
          </li>
        ))}
      </ul>
      {items.length > shown && (
        <p className="quiet">
          等 {count(items.length)} 种，共 {count(quantityOf(items))} 条
        </p>
      )}
      {left !== undefined && (
        <p className="price-problem" role="alert">
          库存只剩 {count(left)} 条，请减少数量
        </p>
      )}
      {!listed && <p className="quiet order-hint">还要其他地区或时长？先“加入清单”，再一起下单。</p>}
    </>
  )
}
