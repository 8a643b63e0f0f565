import { autoRenewBuyer } from '#contract/line-names.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import type { Order } from '#web/ui/order/order.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { AboutOrder } from './about-order.tsx'
import { couponReturned } from './coupon-returned.ts'

interface CancelDialogProps extends ChangeDialogProps {
  order: Order
  /** The codes for an order that has changed meanwhile. */
  outdatedBy: number[]
}

export function CancelDialog({ order, ...dialog }: CancelDialogProps) {
  const { order_id, order_number, product, kind, coupon_discount, buyer_name, proposed_until } = order
  const { data, refused } = useCall('getOrderDetailByOrderId', { order_id })
  const arrived = data?.payments.reduce((sum, { state, received }) => sum + (state === 'created' ? received : 0), 0)
  return (
    <ConfirmDialog
      title={`取消订单 ${order_number}`}
      {...dialog}
      okText="取消订单"
      cancelText="先不取消"
      danger
      waiting={!data && !refused}
      call={api.orderOpera}
      input={{ order_id, opera: 'cancel' }}
      message={`已取消订单 ${order_number}`}
    >
      <AboutOrder order={order} />
      <ul className="consequences">
        {proposed_until ? (
          <li>
            订单立即关闭，不能再支付；它接受的报价恢复为待确认，{dateTime(proposed_until)} 前仍可按报价的价格再次接受。
          </li>
        ) : (
          <li>订单立即关闭，不能再支付；需要时可以重新下单。</li>
        )}
        {coupon_discount > 0 && (
          <li>
            占用的优惠券（减 {yuan(coupon_discount)}）退回企业，{couponReturned(data)}。
          </li>
        )}
        {product === 'line' && kind === 'purchase' && <li>为您保留的地址库存随即释放。</li>}
        {buyer_name === autoRenewBuyer && (
          <li>这是自动续费的订单：取消后，这条专线的自动续费随之关闭，到期前请自行续费，或重新打开自动续费。</li>
        )}
        {arrived ? (
          <li>
            对公转账已到账 <b>{yuan(arrived)}</b>：取消后由银行汇回，请不要再为这笔订单汇款。
          </li>
        ) : (
          <li>如果您已经付款，请先等待支付结果，不要取消。</li>
        )}
      </ul>
    </ConfirmDialog>
  )
}
