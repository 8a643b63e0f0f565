import '../orders.css'
import './cashier.css'
import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { orderResultPath, paths } from '#contract/paths.ts'
import { onCompanyChange } from '#web/data/company-change.ts'
import { usePageName } from '#web/data/page-name.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePolling } from '#web/data/use-polling.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { uuid } from '#web/ui/list/address.ts'
import { ListHead } from '#web/ui/list/list-head.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { TicketLink } from '../../tickets/ticket-link.tsx'
import { isPaid } from '../order.ts'
import { Pay } from './pay.tsx'
import { Settled } from './settled.tsx'
import { Summary } from './summary.tsx'

/** The page that takes the payment. The address holds the order and the attempt, so that a reload continues there. */
export function CashierPage() {
  const [search] = useSearchParams()
  const id = uuid(search.get('order_id') ?? '')
  return (
    <>
      <ListHead title="收银台">{id && <TicketLink orderId={id} />}</ListHead>
      {id ? <Cashier key={id} id={id} /> : <Unknown />}
    </>
  )
}

function Cashier({ id }: { id: string }) {
  const called = useCall('getOrderDetailByOrderId', { order_id: id })
  const { data: order, refused, reload } = called
  const navigate = useNavigate()
  usePageName(order && `收银台 ${order.order_number}`)
  const pending = order?.state === 'pending'
  // The order may be paid in another tab, cancelled by a colleague or closed by a timeout. A browser without live updates only
  // polls.
  usePolling(called, pending ? 8000 : undefined)
  useEffect(() => (pending ? onCompanyChange(reload) : undefined), [pending, reload])
  const waited = useRef(false)
  useEffect(() => {
    if (pending) waited.current = true
    else if (waited.current && order && isPaid(order.state)) void navigate(orderResultPath(id), { replace: true })
  }, [pending, order, id, navigate])

  if (refused?.code === -49010) return <Unknown />
  if (!order) return <Placeholder refused={refused} retry={reload} rows={8} />
  return (
    <div className="cashier">
      {pending ? <Pay order={order} called={called} /> : <Settled order={order} />}
      <Summary order={order} />
    </div>
  )
}

const Unknown = () => (
  <div className="plain">
    <h2>没有找到这笔订单</h2>
    <p>链接里的订单不存在、已删除，或不属于当前企业。请从订单记录里选择要支付的订单。</p>
    <LinkButton look="primary" to={paths.orderRecord}>
      查看订单记录
    </LinkButton>
  </div>
)
