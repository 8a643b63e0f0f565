import { gatewayNames } from '#contract/shop.ts'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { orderLooks, paymentLooks, refundLooks } from '#web/ui/states.ts'
import { Timeline } from '#web/ui/timeline.tsx'
import type { OrderDetail } from './order.ts'

/** How the money went, and what happened when. */
export const OrderHistory = ({ order }: { order: OrderDetail }) => (
  <>
    {order.payments.length > 0 && <Payments order={order} />}
    {order.refunds.length > 0 && <Refunds order={order} />}
    <Events order={order} />
  </>
)

const Payments = ({ order }: { order: OrderDetail }) => (
  <section aria-labelledby="order-payments">
    <h2 id="order-payments">支付</h2>
    <ul className="order-money">
      {order.payments.map(({ payment_id, gateway, state, amount, out_trade_no, created_at, paid_at }) => (
        <li key={payment_id}>
          <p>
            <strong>{gatewayNames[gateway]}</strong>
            <StateTag state={paymentLooks[state]} />
            <b>{yuan(amount)}</b>
          </p>
          <p className="quiet">
            {paid_at ? `${dateTime(paid_at)} 支付` : `${dateTime(created_at)} 发起`} · 支付单号{' '}
            <span className="copied-number">
              {out_trade_no}
              <CopyButton text={out_trade_no} label="支付单号" />
            </span>
          </p>
        </li>
      ))}
    </ul>
  </section>
)

const Refunds = ({ order }: { order: OrderDetail }) => (
  <section aria-labelledby="order-refunds">
    <h2 id="order-refunds">退款</h2>
    <ul className="order-money">
      {order.refunds.map(({ refund_id, state, amount, reason, note, asked_at, done_at }) => (
        <li key={refund_id}>
          <p>
            <strong>{reason}</strong>
            <StateTag state={refundLooks[state]} />
            <b>{yuan(amount)}</b>
          </p>
          <p className="quiet">
            {dateTime(asked_at)} 申请{done_at && ` · ${dateTime(done_at)} 办结`}
          </p>
          {note && <p className="quiet">{note}</p>}
        </li>
      ))}
    </ul>
  </section>
)

export const Events = ({ order }: { order: Pick<OrderDetail, 'events'> }) => (
  <section aria-labelledby="order-events">
    <h2 id="order-events">经过</h2>
    <Timeline
      aria-labelledby="order-events"
      entries={order.events.map(({ from, to, actor_name, note, at }) => ({
        what: from === null ? '提交订单' : orderLooks[to].word,
        tone: orderLooks[to].tone,
        detail: note,
        by: actor_name,
        at,
      }))}
    />
  </section>
)
