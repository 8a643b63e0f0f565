import './order.css'
import { type OrderState, orderStateNames } from '#contract/shop.ts'
import { count, day, yuan } from '../format.ts'
import type { OrderDetail } from './order.ts'

type Item = OrderDetail['items'][number]

/** Formats as 日本东京 · 住宅原生 IP · 10 Mbps. */
const attributes = ({ region_name, access_way_name, bandwidth }: Item) =>
  [region_name, access_way_name, bandwidth && `${bandwidth} Mbps`].filter(Boolean).join(' · ')

const unitOf = ({ product }: Pick<OrderDetail, 'product'>) => (product === 'hours' ? '人' : '条')

type Contents = Pick<OrderDetail, 'items' | 'product' | 'pays' | 'payable' | 'state'>

export const OrderItems = ({ order }: { order: Contents }) => (
  <ul className="order-items">
    {order.product === 'balance' && <TopUpItems order={order} />}
    {order.items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the items of an order never change
      <li key={index}>
        <div>
          <strong>{item.line_name ?? item.name}</strong>
          {attributes(item) && <span>{attributes(item)}</span>}
          <span>
            {item.days} 天 × {count(item.quantity)} {unitOf(order)}
            {item.discount_percent > 0 && `，套餐优惠 ${item.discount_percent}%`}
          </span>
          {item.old_ends_at && item.new_ends_at && (
            <span>
              到期日 {day(item.old_ends_at)} → {day(item.new_ends_at)}
            </span>
          )}
        </div>
        <div className="order-amount">
          <strong>{yuan(item.amount)}</strong>
          {item.list_amount > item.amount && <s>{yuan(item.list_amount)}</s>}
        </div>
      </li>
    ))}
  </ul>
)

/** An order that was paid or has ended otherwise takes none of a joint payment, which can be paid while another waits. */
function leftOver({ state: joint, pays }: Contents, each: OrderState): string {
  if (joint !== 'pending' || each === 'pending') return ''
  const payable = pays.some(({ state }) => state === 'pending')
  return `${orderStateNames[each]}${payable ? '：付款后，这部分留在余额里' : ''}`
}

/** Shows the purpose of a top-up: the orders that it pays, or the balance. */
const TopUpItems = ({ order }: { order: Contents }) =>
  order.pays.length ? (
    order.pays.map(({ order_id, order_number, subject, payable: amount, state }) => (
      <li key={order_id}>
        <div>
          <strong>{subject}</strong>
          <span>订单 {order_number}</span>
          {leftOver(order, state) && <span>{leftOver(order, state)}</span>}
        </div>
        <div className="order-amount">
          <strong>{yuan(amount)}</strong>
        </div>
      </li>
    ))
  ) : (
    <li>
      <div>
        <strong>存入余额</strong>
        <span>到账后可以支付订单与自动续费</span>
      </div>
      <div className="order-amount">
        <strong>{yuan(order.payable)}</strong>
      </div>
    </li>
  )

type Amounted = Pick<OrderDetail, 'list_amount' | 'package_discount' | 'coupon_discount' | 'payable' | 'paid_at'> & {
  coupon: Pick<NonNullable<OrderDetail['coupon']>, 'name'> | null
}

/** The parts of the price. The total is below them, unless the page shows it elsewhere. */
export function OrderAmounts({ order, total = true }: { order: Amounted; total?: boolean }) {
  const { list_amount, package_discount, coupon_discount, coupon, payable, paid_at } = order
  const rows = [
    ...(list_amount > payable ? [{ label: '原价', value: list_amount }] : []),
    ...(package_discount ? [{ label: '套餐优惠', value: -package_discount }] : []),
    ...(coupon_discount ? [{ label: coupon ? `优惠券（${coupon.name}）` : '优惠券', value: -coupon_discount }] : []),
  ]
  if (!rows.length && !total) return null
  return (
    <dl className="order-amounts">
      {rows.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{yuan(value)}</dd>
        </div>
      ))}
      {total && (
        <div data-total="">
          <dt>{paid_at ? '实付' : '应付'}</dt>
          <dd>{yuan(payable)}</dd>
        </div>
      )}
    </dl>
  )
}
