import { useNavigate } from 'react-router'
import { autoRenewBuyer } from '#contract/line-names.ts'
import { cashierPath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import type { Order } from '#web/ui/order/order.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { wordOf } from './order.ts'
import type { OrderQuestion } from './order-actions.tsx'
import { RefundDialog } from './refund-dialog.tsx'

interface DialogProps extends ChangeDialogProps {
  order: Order
}

/** Shows the dialog opened from a row or the drawer; each explains its effect first. */
export function OrderDialogs({ question, ...dialog }: { question: OrderQuestion } & Omit<DialogProps, 'order'>) {
  const { opera, order } = question
  switch (opera) {
    case 'cancel':
      return <CancelDialog order={order} {...dialog} />
    case 'delete':
      return <DeleteDialog order={order} {...dialog} />
    case 'refund':
      return <RefundDialog order={order} {...dialog} outdatedBy={changedMeanwhile} />
    case 'renew':
      return <RenewDialog order={order} {...dialog} />
  }
}

/** The order has changed meanwhile: a retry is pointless, so the dialog closes and the current state shows. */
const changedMeanwhile = [-49010, -49011]

const About = ({ order }: { order: Order }) => (
  <p>
    <b>{order.order_number}</b>
    <br />
    {order.subject}，{yuan(order.payable)}
  </p>
)

function CancelDialog({ order, ...dialog }: DialogProps) {
  const { order_id, order_number, product, kind, coupon_discount, buyer_name, proposed_until } = order
  return (
    <ConfirmDialog
      title={`取消订单 ${order_number}`}
      {...dialog}
      okText="取消订单"
      cancelText="先不取消"
      danger
      call={api.orderOpera}
      input={{ order_id, opera: 'cancel' }}
      message={`已取消订单 ${order_number}`}
      outdatedBy={changedMeanwhile}
    >
      <About order={order} />
      <ul className="consequences">
        {proposed_until ? (
          <li>
            订单立即关闭，不能再支付；它接受的报价恢复为待确认，{dateTime(proposed_until)} 前仍可按报价的价格再次接受。
          </li>
        ) : (
          <li>订单立即关闭，不能再支付；需要时可以重新下单。</li>
        )}
        {coupon_discount > 0 && <li>占用的优惠券（减 {yuan(coupon_discount)}）退回企业，仍在有效期内即可再用。</li>}
        {product === 'line' && kind === 'purchase' && <li>为您保留的地址库存随即释放。</li>}
        {buyer_name === autoRenewBuyer && (
          <li>这是自动续费的订单：取消后，这条专线的自动续费随之关闭，到期前请自行续费，或重新打开自动续费。</li>
        )}
        <li>如果您已经付款，请先等待支付结果，不要取消。</li>
      </ul>
    </ConfirmDialog>
  )
}

function DeleteDialog({ order, ...dialog }: DialogProps) {
  const { order_id, order_number } = order
  return (
    <ConfirmDialog
      title={`删除订单 ${order_number}`}
      {...dialog}
      okText="删除订单"
      danger
      call={api.orderOpera}
      input={{ order_id, opera: 'delete' }}
      message={`已删除订单 ${order_number}`}
      outdatedBy={changedMeanwhile}
    >
      <About order={order} />
      <p>删除后不再出现在订单记录与导出的表格中，不能恢复。</p>
    </ConfirmDialog>
  )
}

const renewOrder = withRequestKey(api.orderOpera)

function RenewDialog({ order, ...dialog }: DialogProps) {
  const navigate = useNavigate()
  const { order_id } = order
  const renewal = order.kind === 'renewal'
  return (
    <ConfirmDialog
      title={wordOf('renew', order)}
      {...dialog}
      okText="下单并去支付"
      call={renewOrder}
      input={{ order_id, opera: 'renew' }}
      message=""
      onSuccess={({ data }) => void navigate(cashierPath(data.order_id))}
      outdatedBy={changedMeanwhile}
    >
      <About order={order} />
      <ul className="consequences">
        <li>{renewal ? '为同样的专线再续同样的天数，从各自现在的到期日起算。' : '照这笔订单的商品与数量再下一单。'}</li>
        <li>金额按现在的价格计算，可能与上次不同；在收银台确认后再付款。</li>
        <li>不使用优惠券。</li>
      </ul>
    </ConfirmDialog>
  )
}
