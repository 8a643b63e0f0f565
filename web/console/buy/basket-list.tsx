import { DeleteOutlined } from '@ant-design/icons'
import { priceOf } from '#contract/prices.ts'
import { itemsPerOrder } from '#contract/shop.ts'
import { Button } from '#web/ui/button.tsx'
import { count, placeName, yuan } from '#web/ui/format.ts'
import { type BasketItem, keyOf, quantityOf, whyNotOrdered } from './basket.ts'
import { LateQuantity } from './late-quantity.ts'

const nameOf = ({ line: { region, way, bandwidth } }: BasketItem) =>
  `${placeName(region)} · ${way.name} · ${bandwidth} Mbps`

interface BasketListProps {
  items: readonly BasketItem[]
  /** The SKUs with less stock than requested: sku → available quantity. */
  short: ReadonlyMap<string, number>
  change: (items: readonly BasketItem[]) => void
  /** Called before the list disappears with its last item, and with the focus in it. */
  emptied: () => void
}

export function BasketList({ items, short, change, emptied }: BasketListProps) {
  /** The item disappears together with its button, so the focus moves to the next one. */
  function takeOut(button: HTMLElement, item: BasketItem): void {
    const row = button.closest('li')
    const next = row?.nextElementSibling ?? row?.previousElementSibling
    if (next) next.querySelector<HTMLElement>(':scope > button')?.focus()
    else emptied()
    change(items.filter(each => each !== item))
  }
  return (
    <section className="sheet" aria-labelledby="basket-title">
      <div className="sheet-head">
        <h2 id="basket-title">清单</h2>
        <span className="quiet">
          {count(items.length)} 种，共 {count(quantityOf(items))} 条；一个订单最多 {itemsPerOrder} 种
        </span>
        <Button
          look="link"
          size="small"
          onClick={() => {
            emptied()
            change([])
          }}
        >
          清空
        </Button>
      </div>
      <ul className="lines basket">
        {items.map(item => {
          const { line, pack, quantity } = item
          const { payable } = priceOf({
            price: line.sku.price,
            days: pack.days,
            discountPercent: pack.discount_percent,
            quantity,
          })
          const left = short.get(line.sku.sku_id)
          const problem =
            left === undefined ? whyNotOrdered(items, item) : `库存只剩 ${count(left)} 条，请减少数量或移除`
          return (
            <li className="line" key={keyOf(item)}>
              <div>
                <h3>{placeName(line.region)}</h3>
                <p className="figures">
                  {line.way.name} · {line.bandwidth} Mbps · {pack.days} 天
                  {pack.discount_percent > 0 && ` · 优惠 ${pack.discount_percent}%`}
                </p>
                {problem && (
                  <p className="stock-none" role="alert">
                    {problem}
                  </p>
                )}
              </div>
              <LateQuantity
                label={`${nameOf(item)} ${pack.days} 天的数量`}
                value={quantity}
                unit="条"
                wrong={problem !== ''}
                change={next => change(items.map(each => (each === item ? { ...each, quantity: next } : each)))}
              />
              <b className="basket-sum">{yuan(payable)}</b>
              <Button
                look="text"
                icon={<DeleteOutlined />}
                aria-label={`移除 ${nameOf(item)} ${pack.days} 天`}
                onClick={({ currentTarget }) => takeOut(currentTarget, item)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
