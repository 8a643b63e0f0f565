import { Link } from 'react-router'
import { orderLabel } from '#contract/shop.ts'
import { Facts } from '#web/ui/facts.tsx'
import { count, dateTime } from '#web/ui/format.ts'
import { OrderEvents } from '#web/ui/order/order-events.tsx'
import { OrderAmounts, OrderItems } from '#web/ui/order/order-items.tsx'
import { OrderState } from '#web/ui/order/order-state.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { invoiceLooks } from '#web/ui/states.ts'
import { CompanyLink } from '../company-link.tsx'
import { invoicesAt, operatedLinePath } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { OrderMoney } from './order-money.tsx'
import { Copied } from './parts.tsx'
import type { SalesOrder } from './sales-order.ts'

export const OrderContents = ({ order }: { order: SalesOrder }) => (
  <div className="sales-order">
    <div>
      <section className="sheet" aria-labelledby="order-facts">
        <h2 id="order-facts">订单信息</h2>
        <Facts list={factsOf(order)} />
      </section>
      <section className="sheet" aria-labelledby="order-items">
        <h2 id="order-items">商品明细</h2>
        <OrderItems order={order} />
        <OrderAmounts order={order} />
      </section>
      <OrderMoney order={order} />
    </div>
    <div>
      {order.lines.length > 0 && (
        <section className="sheet" aria-labelledby="order-lines">
          <h2 id="order-lines">开通的专线（{count(order.lines.length)} 条）</h2>
          <ul className="order-lines">
            {order.lines.map(({ svp_id, name }) => (
              <li key={svp_id}>
                <ReachLink to={operatedLinePath({ company_id: order.company_id, line_id: svp_id })}>{name}</ReachLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="sheet">
        <OrderEvents order={order} />
      </div>
    </div>
  </div>
)

function factsOf(order: SalesOrder) {
  const { order_number, company_id, company_name, buyer_name, hidden, invoice, invoice_number } = order
  const { created_at, paid_at, fulfilled_at, ended_at } = order
  return [
    { label: '订单号', value: <Copied text={order_number} label="订单号" /> },
    { label: '企业', value: <CompanyLink id={company_id} name={company_name} /> },
    { label: '状态', value: <OrderState order={order} /> },
    { label: '类型', value: orderLabel(order) },
    { label: '下单', value: `${dateTime(created_at)} · ${buyer_name}` },
    ...(paid_at ? [{ label: '支付时间', value: dateTime(paid_at) }] : []),
    ...(fulfilled_at ? [{ label: '开通时间', value: dateTime(fulfilled_at) }] : []),
    ...(ended_at ? [{ label: '结束时间', value: dateTime(ended_at) }] : []),
    ...(hidden ? [{ label: '企业侧', value: '已从企业的订单列表中删除' }] : []),
    ...(invoice
      ? [
          {
            label: '发票',
            value: (
              <span className="order-state">
                <StateTag state={invoiceLooks[invoice.state]} />
                <Link to={invoicesAt(invoice_number ?? order_number)}>{invoice_number ?? '查看申请'}</Link>
              </span>
            ),
          },
        ]
      : []),
  ]
}
