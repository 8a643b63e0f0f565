import { gatewayNames, refundKindNames } from '#contract/shop.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { StateTag } from '#web/ui/state-tag.tsx'
import { paymentLooks } from '#web/ui/states.ts'
import { operationsPaths } from '../paths.ts'
import { ReachLink } from '../reach-link.tsx'
import { Copied, RequestedBy } from './parts.tsx'
import { operatedRefundLook } from './refund-looks.ts'
import type { SalesOrder } from './sales-order.ts'

/** Every payment attempt and every refund. */
export const OrderMoney = ({ order }: { order: SalesOrder }) => (
  <>
    <section className="sheet" aria-labelledby="order-payments">
      <h2 id="order-payments">支付（{order.payments.length} 次）</h2>
      {order.payments.length ? (
        <ul className="sales-order-list">
          {order.payments.map(payment => (
            <li key={payment.payment_id}>
              <Payment payment={payment} />
            </li>
          ))}
        </ul>
      ) : (
        <p className="quiet">还没有发起过支付。</p>
      )}
    </section>
    {order.refunds.length > 0 && (
      <section className="sheet" aria-labelledby="order-refunds">
        <h2 id="order-refunds">退款</h2>
        <ul className="sales-order-list">
          {order.refunds.map(refund => (
            <li key={refund.refund_id}>
              <Refund refund={refund} number={order.order_number} />
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

function Payment({ payment }: { payment: SalesOrder['payments'][number] }) {
  const { gateway, state, amount, out_trade_no, trade_no, problem, rejected_reason, created_at, paid_at } = payment
  return (
    <>
      <p>
        <strong>{gatewayNames[gateway]}</strong>
        <StateTag state={paymentLooks[state]} />
        <b>{yuan(amount)}</b>
      </p>
      <p className="quiet">
        {paid_at ? `${dateTime(paid_at)} 支付` : `${dateTime(created_at)} 发起`} ·{' '}
        {gateway === 'transfer' ? '备注码' : '支付单号'} <Copied text={out_trade_no} label="支付单号" />
      </p>
      {trade_no && (
        <p className="quiet">
          渠道交易号 <Copied text={trade_no} label="渠道交易号" />
        </p>
      )}
      {problem && (
        <p className="name-differs">
          {problem}，见<ReachLink to={operationsPaths.money}>异常款项</ReachLink>
        </p>
      )}
      {rejected_reason && <p className="quiet">凭证已驳回：{rejected_reason}</p>}
    </>
  )
}

function Refund({ refund, number }: { refund: SalesOrder['refunds'][number]; number: string }) {
  const { kind, gateway, state, amount, reason, note, failure, asked_at, done_at, approval } = refund
  return (
    <>
      <p>
        <strong>{refundKindNames[kind]}</strong>
        <StateTag state={operatedRefundLook(refund)} />
        <b>{yuan(amount)}</b>
      </p>
      <p>{reason}</p>
      <p className="quiet">
        {gatewayNames[gateway]} · {dateTime(asked_at)} 申请{done_at && ` · ${dateTime(done_at)} 办结`}
      </p>
      {(failure || note) && <p className="quiet">{failure || note}</p>}
      {approval && (
        <p>
          <RequestedBy approval={approval} />
        </p>
      )}
      {(state === 'asked' || state === 'sending' || state === 'failed') && (
        <p>
          <ReachLink
            to={`${operationsPaths.refunds}?${new URLSearchParams({ state: 'all', keyword: number })}`}
            otherwise="由财务处理"
          >
            在退款中处理
          </ReachLink>
        </p>
      )}
    </>
  )
}
