import { ClockCircleOutlined } from '@ant-design/icons'
import { usePolling } from '#web/data/use-polling.ts'
import type { RequestState } from '#web/data/use-request.ts'
import { useSearch } from '#web/data/use-search.ts'
import { formatDuration, useTimeLeft } from '#web/ui/countdown.tsx'
import { dateTime } from '#web/ui/format.ts'
import { uuid, withParameters } from '#web/ui/list/address.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { Attempt } from './attempt.tsx'
import { Choice } from './choice.tsx'

/** A pending order: choose a way to pay, then wait for the payment. */
export function Pay({ order, called }: { order: OrderDetail; called: RequestState }) {
  const { reload } = called
  const [search, changeSearch] = useSearch()
  const attempt = uuid(search.get('payment_id') ?? '')
  const go = (paymentId: string | undefined) => {
    changeSearch(before => withParameters(before, { payment_id: paymentId }))
    // A bank transfer extends the order's deadline.
    reload()
  }
  return (
    <section className="sheet cashier-pay" aria-label="支付">
      <Closing order={order} called={called} />
      {attempt ? (
        <Attempt key={attempt} id={attempt} order={order} again={() => go(undefined)} settled={reload} />
      ) : (
        <Choice order={order} go={go} />
      )}
    </section>
  )
}

/** Shows the order's deadline by the server's clock. */
function Closing({ order: { pays_until }, called }: { order: OrderDetail; called: RequestState }) {
  const left = useTimeLeft(pays_until)
  const over = left === 0
  usePolling(called, over ? 3000 : undefined)
  return (
    <p className="closing" data-tone={left < 300_000 ? 'warn' : undefined}>
      <ClockCircleOutlined />
      {over ? (
        <span role="status">已超过支付时间，订单正在关闭…</span>
      ) : (
        <>
          <span>
            请在 <time dateTime={pays_until}>{dateTime(pays_until)}</time> 前完成支付，剩余
          </span>
          <span role="timer" aria-label="剩余支付时间" className="closing-clock">
            {formatDuration(left)}
          </span>
        </>
      )}
    </p>
  )
}
