import { CheckCircleFilled, ClockCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { newTicketPath, orderPath } from '#contract/paths.ts'
import { gatewayNames } from '#contract/shop.ts'
import { Facts } from '#web/ui/facts.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { StateTag } from '#web/ui/state-tag.tsx'
import { orderLooks, type Tone } from '#web/ui/states.ts'
import { describeOutcome, hasOpenPayment, type Order } from './outcome.ts'

/** Milliseconds by which a gateway's notification may follow the browser's return. */
const notificationDelay = 20_000

const icons: Record<Tone, ReactNode> = {
  good: <CheckCircleFilled />,
  busy: <ClockCircleFilled />,
  warn: <InfoCircleFilled />,
  bad: <CloseCircleFilled />,
  idle: <InfoCircleFilled />,
}

export function Verdict({ order, expected }: { order: Order; expected: 'paid' | 'failed' }) {
  const timedOut = useTimeoutPassed(notificationDelay)
  const { tone, title, text, to, label } = describeOutcome(order, expected, timedOut)
  const polling = order.state === 'pending' && expected === 'paid' && !timedOut && hasOpenPayment(order)
  return (
    <section className="sheet pay-verdict" data-tone={tone} aria-busy={polling}>
      <div className="pay-verdict-head" role="status">
        {icons[tone]}
        <h1>{title}</h1>
        <p>{text}</p>
      </div>
      <Facts list={factsOf(order)} />
      <div className="row">
        {!polling && (
          <LinkButton look="primary" to={to}>
            {label}
          </LinkButton>
        )}
        {tone === 'bad' && <LinkButton to={newTicketPath({ orderId: order.order_id })}>提交工单</LinkButton>}
        {label !== '查看订单' && <LinkButton to={orderPath(order.order_id)}>查看订单</LinkButton>}
      </div>
    </section>
  )
}

function factsOf({ order_number, subject, state, payable, paid_at, payments }: Order) {
  const paid = [...new Set(payments.flatMap(({ state, gateway }) => (state === 'paid' ? gatewayNames[gateway] : [])))]
  return [
    { label: '订单号', value: order_number },
    { label: '商品', value: subject },
    { label: paid_at ? '实付' : '应付', value: yuan(payable) },
    { label: '状态', value: <StateTag state={orderLooks[state]} /> },
    // Of money that came by several ways, one has paid the order and the others go back.
    ...(paid.length === 1 ? [{ label: '支付方式', value: paid[0] }] : []),
    ...(paid_at ? [{ label: '支付时间', value: dateTime(paid_at) }] : []),
  ]
}

function useTimeoutPassed(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
