import { Link } from 'react-router'
import { linePath, paths } from '#contract/paths.ts'
import { orderLabel } from '#contract/shop.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { OrderAmounts, OrderItems } from '#web/ui/order/order-items.tsx'
import { OrderState } from '#web/ui/order/order-state.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { invoiceLooks } from '#web/ui/states.ts'

/** The ordered items, their price and what became of them. */
export function OrderContents({ order }: { order: OrderDetail }) {
  return (
    <>
      <Facts list={factsOf(order)} />
      <section aria-labelledby="order-items">
        <h2 id="order-items">商品明细</h2>
        <OrderItems order={order} />
        <OrderAmounts order={order} />
      </section>
      {order.lines.length > 0 && (
        <section aria-labelledby="order-lines">
          <h2 id="order-lines">专线（{count(order.lines.length)} 条）</h2>
          <ul className="order-lines">
            {order.lines.map(({ svp_id, name, address, unkept }) => (
              <li key={svp_id}>
                <Link to={linePath(svp_id)}>{name}</Link>
                {address && <code>{address}</code>}
                {unkept && <span className="order-unkept">{unkept}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {order.wishes.length > 0 && order.state === 'pending' && (
        <section aria-labelledby="order-wishes">
          <h2 id="order-wishes">付款后设置</h2>
          <ul className="order-lines">
            {order.wishes.map(({ position, name, address, group_name }) => (
              <li key={position}>
                第 {position} 条：{[name, address, group_name && `专线组「${group_name}」`].filter(Boolean).join(' · ')}
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
    { label: '类型', value: orderLabel(order) },
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
