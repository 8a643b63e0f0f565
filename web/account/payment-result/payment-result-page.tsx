import './payment-result.css'
import { useEffect } from 'react'
import { Navigate, useLocation, useSearchParams } from 'react-router'
import { orderFailurePath, paths } from '#contract/paths.ts'
import { frozenNote } from '#web/data/closed-console.ts'
import { usePageName } from '#web/data/page-name.ts'
import { readRemainDays } from '#web/data/remain-days.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { useProfile } from '#web/data/use-profile.ts'
import { useStore } from '#web/data/use-store.ts'
import { Failure } from '#web/ui/failure.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { uuid } from '#web/ui/list/address.ts'
import type { Order } from './outcome.ts'
import { Verdict } from './verdict.tsx'

/**
 * Gateways and the cashier send the browser here. The address only holds the outcome that they expect; the page shows the order's
 * state on the server.
 */
export function PaymentResultPage() {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const manager = useStore(state => state.manager)
  const id = uuid(search.get('order_id') ?? '')
  if (manager !== 1) return <NotYours />
  if (!id) return <NoOrder />
  return <Result key={id} id={id} expected={pathname.startsWith(paths.buyFailed) ? 'failed' : 'paid'} />
}

function Result({ id, expected }: { id: string; expected: 'paid' | 'failed' }) {
  const called = useCall('getOrderDetailByOrderId', { order_id: id })
  const { data: order, refused, reload } = called
  usePageName(order && `订单结果 ${order.order_number}`)
  const moving = order?.state === 'pending' || order?.state === 'paid'
  usePolling(called, moving ? 3000 : undefined)
  // Hours may be an order by themselves or one of those that a joint payment covers.
  const fulfilled = order?.state === 'fulfilled'
  useEffect(() => {
    if (fulfilled) void readRemainDays()
  }, [fulfilled])
  if (refused?.code === -49010) return <NoOrder />
  if (refused?.code === -41017) return <NotYours />
  if (refused && !order) return <Failure refused={refused} retry={reload} />
  // A gateway returns the browser here whatever the outcome. The address must be corrected to what the server knows.
  const failed = order?.state === 'pending' && order.payments[0]?.state === 'failed'
  if (failed && expected === 'paid') return <Navigate to={orderFailurePath(id)} replace />
  if (!order) return <div className="verdict-wait" role="status" aria-label="正在查询订单" />
  return (
    <>
      <OrderPolling order={order} reload={reload} />
      <Verdict order={order} expected={expected} />
    </>
  )
}

/** Polls the latest attempt of an open order, which makes the server query the gateway. */
function OrderPolling({ order, reload }: { order: Order; reload: () => void }) {
  const open = order.state === 'pending' && order.payments.find(({ state }) => state === 'created')
  return open ? <PaymentPolling id={open.payment_id} settled={reload} /> : null
}

function PaymentPolling({ id, settled }: { id: string; settled: () => void }) {
  const called = useCall('getPayment', { payment_id: id })
  usePolling(called, 3000)
  const moved = called.data !== undefined && called.data.order_state !== 'pending'
  useEffect(() => {
    if (moved) settled()
  }, [moved, settled])
  return null
}

const NoOrder = () => (
  <div className="plain">
    <h1>没有找到这笔订单</h1>
    <p>链接里没有可以查询的订单。刚付过款的请不要重复支付，稍后在订单记录里查看，或联系客服核对。</p>
    <LinkButton look="primary" to={paths.orderRecord}>
      查看订单记录
    </LinkButton>
  </div>
)

function NotYours() {
  const frozen = frozenNote(useProfile().info)
  return (
    <div className="plain">
      <h1>{frozen ? '现在不能查看订单' : '订单由企业管理员查看'}</h1>
      <p>
        {frozen
          ? `${frozen}。`
          : '当前账号不是企业管理员，看不到订单与支付结果。请用下单的账号登录，或联系企业管理员。'}
      </p>
      <LinkButton look="primary" to={paths.personalDetails}>
        查看个人信息
      </LinkButton>
    </div>
  )
}
