import { CheckCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { orderPath } from '#contract/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import { idlePart } from '#web/ui/lazy-part.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { endedBecause, type OrderDetail } from '#web/ui/order/order.ts'
import { useDialog } from '#web/ui/use-dialog.ts'
import { couponReturned } from '../coupon-returned.ts'
import { isPaid, wordOf } from '../order.ts'
import type { OrderQuestion } from '../order-actions.tsx'

const OrderDialogs = idlePart(async () => (await import('../order-dialogs.tsx')).OrderDialogs)

function wordsOf(order: OrderDetail): { title: string; text: string } {
  const { state, paid_at, payable, refunds } = order
  const back = refunds.length ? '收到的付款会原路退回。' : ''
  switch (state) {
    case 'paid':
    case 'fulfilled':
      return {
        title: '订单已支付',
        text: `${paid_at ? `${dateTime(paid_at)} ` : ''}${payable ? `支付 ${yuan(payable)}` : '优惠券已全额抵扣'}，无需再次付款。`,
      }
    case 'cancelled':
      return { title: '订单已取消', text: `${endedBecause(order)}订单取消后不能再支付。${releasedBy(order)}${back}` }
    case 'closed':
      return { title: '订单已关闭', text: `${endedBecause(order)}订单关闭后不能再支付。${releasedBy(order)}${back}` }
    case 'refunding':
      return { title: '订单正在退款', text: '退款审核后原路退回，进度见订单详情。' }
    case 'refunded':
      return { title: '订单已退款', text: '款项已原路退回。' }
    case 'pending':
      return { title: '等待支付', text: '' }
  }
}

/** Says what an ended order no longer holds. */
function releasedBy({ coupon, product, kind }: OrderDetail): string {
  const returned = coupon && `占用的优惠券已退回，${couponReturned({ coupon })}。`
  return `${returned ?? ''}${product === 'line' && kind === 'purchase' ? '保留的库存已释放。' : ''}`
}

/** There is nothing to pay: explains why and offers the next steps. */
export function Settled({ order }: { order: OrderDetail }) {
  const { title, text } = wordsOf(order)
  const requested = useDialog<OrderQuestion>()
  const paid = isPaid(order.state)
  return (
    <section className="sheet cashier-settled" data-tone={paid ? 'good' : 'idle'}>
      {paid ? <CheckCircleFilled /> : <InfoCircleFilled />}
      <h2 role="status">{title}</h2>
      <p>{text}</p>
      <div className="row">
        {order.operas.includes('renew') && (
          <Button look={paid ? 'default' : 'primary'} onClick={() => requested.show({ opera: 'renew', order })}>
            {wordOf('renew', order)}
          </Button>
        )}
        <LinkButton look={paid ? 'primary' : 'default'} to={orderPath(order.order_id)}>
          查看订单
        </LinkButton>
      </div>
      {requested.subject && (
        <OrderDialogs key={requested.key} question={requested.subject} {...requested.props} done={requested.close} />
      )}
    </section>
  )
}
