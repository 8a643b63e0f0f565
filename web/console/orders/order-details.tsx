import { useEffect } from 'react'
import { useRemembered } from '#web/data/use-call.ts'
import { useReloadOnChange } from '#web/data/use-reload-on-change.ts'
import { Empty } from '#web/ui/list/data-list.tsx'
import type { OrderDetail } from '#web/ui/order/order.ts'
import { Placeholder } from '#web/ui/placeholder.tsx'
import type { OrderQuestion } from './order-actions.tsx'
import { OrderContents } from './order-contents.tsx'
import { OrderHistory } from './order-history.tsx'

interface OrderDetailsProps {
  id: string
  round: number
  onLoad: (order: OrderDetail) => void
  ask: (question: OrderQuestion) => void
}

/** All of an order, which the address may name: it can be unknown. */
export function OrderDetails({ id, round, onLoad, ask }: OrderDetailsProps) {
  const { data, refused, reload } = useRemembered('getOrderDetailByOrderId', { order_id: id })
  useReloadOnChange(round, reload)
  useEffect(() => {
    if (data) onLoad(data)
  }, [data, onLoad])
  if (refused?.code === -49010)
    return (
      <Empty title="没有找到这笔订单" text="链接里的订单不存在、已删除，或不属于当前企业；请用下单的企业的账号登录。" />
    )
  if (!data) return <Placeholder refused={refused} retry={reload} rows={10} />
  return (
    <div className="order-detail">
      <OrderContents order={data} />
      <OrderHistory order={data} ask={ask} />
    </div>
  )
}
