import { useNavigate } from 'react-router'
import { cashierPath } from '#contract/paths.ts'
import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { Order } from '#web/ui/order/order.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { AboutOrder } from './about-order.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { wordOf } from './order.ts'
import type { OrderQuestion } from './order-actions.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { WithdrawRefundDialog } from './withdraw-refund-dialog.tsx'

interface DialogProps extends ChangeDialogProps {
  order: Order
}

/** Shows the dialog opened from a row or the drawer; each explains its effect first. */
export function OrderDialogs({ question, ...dialog }: { question: OrderQuestion } & Omit<DialogProps, 'order'>) {
  const { order } = question
  switch (question.opera) {
    case 'cancel':
      return <CancelDialog order={order} {...dialog} outdatedBy={changedMeanwhile} />
    case 'delete':
      return <DeleteDialog order={order} {...dialog} />
    case 'refund':
      return <RefundDialog order={order} {...dialog} outdatedBy={changedMeanwhile} />
    case 'withdraw':
      return <WithdrawRefundDialog order={question.order} refund={question.refund} {...dialog} />
    case 'renew':
      return <RenewDialog order={order} {...dialog} />
  }
}

/** The order has changed meanwhile: a retry is pointless, so the dialog closes and the current state shows. */
const changedMeanwhile = [-49010, -49011]

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
      <AboutOrder order={order} />
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
      <AboutOrder order={order} />
      <ul className="consequences">
        <li>{renewal ? '为同样的专线再续同样的天数，从各自现在的到期日起算。' : '照这笔订单的商品与数量再下一单。'}</li>
        <li>金额按现在的价格计算，可能与上次不同；在收银台确认后再付款。</li>
        <li>不使用优惠券。</li>
      </ul>
    </ConfirmDialog>
  )
}
