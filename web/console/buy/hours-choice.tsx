import { useEffect } from 'react'
import { seatsPerItem } from '#contract/shop.ts'
import { session } from '#web/data/session.ts'
import { useCall } from '#web/data/use-call.ts'
import { useSearch } from '#web/data/use-search.ts'
import { useStore } from '#web/data/use-store.ts'
import { count, yuan } from '#web/ui/format.ts'
import { anyWhole } from '#web/ui/list/address.ts'
import { readChoice, writeChoice } from './choice.ts'
import { CouponPicker } from './coupon-picker.tsx'
import { chosenPackage, type HoursOffer } from './offers.ts'
import { PackagePicker } from './package-picker.tsx'
import { PriceCard } from './price-card.tsx'
import { QuantityField } from './quantity-field.tsx'
import { useOrder } from './use-order.ts'

export function HoursChoice({ offer, reload }: { offer: HoursOffer; reload: () => void }) {
  const [search, changeSearch] = useSearch()
  const { days, coupon } = readChoice(search)
  const quantity = anyWhole(search.get('quantity') ?? '1') ?? 1
  const tooMany = quantity > seatsPerItem ? `一次最多购买 ${count(seatsPerItem)} 人` : ''
  const missing = quantity ? tooMany : '请填写购买人数，为大于 0 的整数'
  const pack = chosenPackage(offer.packages, days)
  const change = (next: Parameters<typeof writeChoice>[1]) => changeSearch(before => writeChoice(before, next))
  const order = useOrder({
    content:
      pack && !missing
        ? {
            kind: 'purchase',
            items: [{ sku_id: offer.sku.sku_id, package_type_id: pack.package_type_id, quantity }],
          }
        : undefined,
    coupon,
    stale: reload,
  })
  const balance = useCall('getServiceBalance', {})
  useEffect(() => {
    if (balance.data) session.setRemainDays(balance.data.balance)
  }, [balance.data])
  const inService = balance.data?.employees_in_service ?? 0
  const usual = [5, 10, 20, 50]
  const [item] = order.quote.data?.items ?? []
  return (
    <div className="buy">
      <div className="sheets">
        <section className="sheet" aria-labelledby="seats-title">
          <h2 id="seats-title">人数与时长</h2>
          <div className="field">
            <label htmlFor="seats">购买人数</label>
            <QuantityField
              id="seats"
              value={quantity}
              unit="人"
              wrong={missing !== ''}
              change={next => change({ quantity: next })}
            />
            {usual.map(each => (
              <button key={each} type="button" className="chip" onClick={() => change({ quantity: each })}>
                {each} 人
              </button>
            ))}
            {inService > 0 && !usual.includes(inService) && (
              <button type="button" className="chip" onClick={() => change({ quantity: inService })}>
                服务中的 {count(inService)} 人
              </button>
            )}
          </div>
          {missing && (
            <p className="stock-none" role="alert">
              {missing}
            </p>
          )}
          <PackagePicker
            packages={offer.packages}
            chosen={pack}
            choose={next => change({ days: next.days })}
            price={offer.sku.price}
            unit="人"
          />
        </section>
        <CouponPicker
          order={order}
          choice={coupon}
          choose={next => change({ coupon: next })}
          ready={Boolean(pack) && !missing}
        />
      </div>
      <PriceCard
        order={order}
        missing={missing}
        items={
          pack && !missing ? (
            <ul className="order-items">
              <li>
                <span>
                  员工时长 {pack.days} 天<small>{item ? `${yuan(item.unit_price)} / 人` : ''}</small>
                </span>
                <span>× {count(quantity)} 人</span>
              </li>
            </ul>
          ) : null
        }
        effect={pack && <BalanceAfter days={quantity * pack.days} />}
      />
    </div>
  )
}

/** The present balance, as in the bar above, and the balance after the purchase. */
function BalanceAfter({ days }: { days: number }) {
  const balance = useStore(state => state.remainDays)
  return (
    <dl className="effect">
      <div>
        <dt>本次购买</dt>
        <dd>{count(days)} 人天</dd>
      </div>
      {balance !== null && (
        <div>
          <dt>企业时长</dt>
          <dd>
            {count(balance)} → <b>{count(balance + days)}</b> 人天
          </dd>
        </div>
      )}
    </dl>
  )
}
