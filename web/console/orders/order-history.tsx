import { gatewayNames, refundKindNames } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { ExportButton } from '#web/ui/list/export-button.tsx'
import { May } from '#web/ui/may.tsx'
import { arrivalOf } from '#web/ui/order/arrival.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { OrderEvents } from '#web/ui/order/order-events.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { paymentLooks, refundLooks, withdrawnRefundLook } from '#web/ui/states.ts'
import type { OrderQuestion } from './order-actions.tsx'

interface OrderHistoryProps {
  order: OrderDetail
  ask: (question: OrderQuestion) => void
}

export const OrderHistory = ({ order, ask }: OrderHistoryProps) => (
  <>
    {order.payments.length > 0 && <Payments order={order} />}
    {order.refunds.length > 0 && <Refunds order={order} ask={ask} />}
    <OrderEvents order={order} />
  </>
)

const Payments = ({ order }: { order: OrderDetail }) => (
  <section aria-labelledby="order-payments">
    <h2 id="order-payments">支付</h2>
    <ul className="order-money">
      {order.payments.map(payment => (
        <li key={payment.payment_id}>
          <Attempt payment={payment} />
        </li>
      ))}
    </ul>
  </section>
)

function Attempt({ payment }: { payment: OrderDetail['payments'][number] }) {
  const { gateway, state, amount, out_trade_no, created_at, paid_at } = payment
  const arrival = arrivalOf(payment)
  return (
    <>
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
      {arrival && <p>{arrival}</p>}
    </>
  )
}

const Refunds = ({ order, ask }: OrderHistoryProps) => (
  <section aria-labelledby="order-refunds">
    <h2 id="order-refunds">退款</h2>
    <ul className="order-money">
      {order.refunds.map(refund => (
        <li key={refund.refund_id}>
          <Refund refund={refund} withdraw={() => ask({ opera: 'withdraw', order, refund })} />
        </li>
      ))}
    </ul>
  </section>
)

function Refund({ refund, withdraw }: { refund: OrderDetail['refunds'][number]; withdraw: () => void }) {
  const { refund_id, kind, state, withdrawn, amount, reason, line_names, note, asked_at, done_at, credit_number } =
    refund
  return (
    <>
      <p>
        <strong>{reason}</strong>
        <StateTag state={withdrawn ? withdrawnRefundLook : refundLooks[state]} />
        <b>{yuan(amount)}</b>
      </p>
      <p className="quiet">
        {refundKindNames[kind]} · {dateTime(asked_at)} 申请
        {done_at && ` · ${dateTime(done_at)} ${withdrawn ? '撤回' : '办结'}`}
      </p>
      {line_names.length > 0 && <p className="quiet">退 {line_names.join('、')}</p>}
      {note && <p className="quiet">{note}</p>}
      {credit_number && (
        <p className="quiet">
          凭证 {credit_number} <ExportButton load={() => api.getCreditNote({ refund_id })}>退款凭证</ExportButton>
        </p>
      )}
      {refund.withdrawable && (
        <May call="withdrawRefund">
          <p>
            <Button size="small" onClick={withdraw} aria-label={`撤回退款申请 ${yuan(amount)}`}>
              撤回申请
            </Button>
          </p>
        </May>
      )}
    </>
  )
}
