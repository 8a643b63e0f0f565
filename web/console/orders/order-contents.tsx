import { Link } from 'react-router'
import { linePath, paths } from '#web/paths.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime, day, yuan } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { invoiceLooks } from '#web/ui/states.ts'
import { type OrderDetail, whatOf } from './order.ts'
import { OrderState } from './order-columns.tsx'

type Item = OrderDetail['items'][number]

/** What was bought, for how much, and what came of it. */
export function OrderContents({ order }: { order: OrderDetail }) {
  return (
    <>
      <Facts list={factsOf(order)} />
      <section aria-labelledby="order-items">
        <h2 id="order-items">商品明细</h2>
        <Items order={order} />
        <Amounts order={order} />
      </section>
      {order.lines.length > 0 && (
        <section aria-labelledby="order-lines">
          <h2 id="order-lines">专线（{count(order.lines.length)} 条）</h2>
          <ul className="order-lines">
            {order.lines.map(({ svp_id, name }) => (
              <li key={svp_id}>
                <Link to={linePath(svp_id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function factsOf(order: OrderDetail) {
  const { buyer_name, created_at, paid_at, fulfilled_at, ended_at, invoice } = order
  return [
    { label: '状态', value: <OrderState order={order} /> },
    { label: '类型', value: whatOf(order) },
    { label: '下单', value: `${dateTime(created_at)} · ${buyer_name}` },
    ...(paid_at ? [{ label: '支付时间', value: dateTime(paid_at) }] : []),
    ...(fulfilled_at ? [{ label: '开通时间', value: dateTime(fulfilled_at) }] : []),
    ...(ended_at ? [{ label: '结束时间', value: dateTime(ended_at) }] : []),
    ...(invoice
      ? [
          {
            label: '发票',
            value: (
              <span className="order-state">
                <StateTag state={invoiceLooks[invoice.state]} />
                <Link to={`${paths.orderRecord}?tab=invoices`}>查看发票</Link>
              </span>
            ),
          },
        ]
      : []),
  ]
}

/** 日本东京 · 住宅原生 IP · 10 Mbps */
const attributes = ({ region_name, access_way_name, bandwidth }: Item) =>
  [region_name, access_way_name, bandwidth && `${bandwidth} Mbps`].filter(Boolean).join(' · ')

const unitOf = ({ product }: Pick<OrderDetail, 'product'>) => (product === 'hours' ? '人' : '条')

export const Items = ({ order }: { order: Pick<OrderDetail, 'items' | 'product'> }) => (
  <ul className="order-items">
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

type Amounted = Pick<
  OrderDetail,
  'list_amount' | 'package_discount' | 'coupon_discount' | 'coupon' | 'payable' | 'paid_at'
>

/** How the price came about; what is to be paid stands below it, unless it stands elsewhere. */
export function Amounts({ order, total = true }: { order: Amounted; total?: boolean }) {
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
