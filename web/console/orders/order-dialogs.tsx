import { Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { cashierPath } from '#contract/paths.ts'
import { refundReason } from '#contract/records/payment-fields.ts'
import { refundDays } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { count, yuan } from '#web/ui/format.ts'
import type { Order } from '#web/ui/order/order.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { withRequestKey } from '#web/ui/use-submission.ts'
import { personDays, wordOf } from './order.ts'
import type { OrderQuestion } from './order-actions.tsx'

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
      return <RefundDialog order={order} {...dialog} />
    case 'renew':
      return <RenewDialog order={order} {...dialog} />
  }
}

/** The order changed meanwhile: nothing is left to try again, the dialog closes on what is true now. */
const changedMeanwhile = [-49010, -49011]

const About = ({ order }: { order: Order }) => (
  <p>
    <b>{order.order_number}</b>
    <br />
    {order.subject}，{yuan(order.payable)}
  </p>
)

function CancelDialog({ order, ...dialog }: DialogProps) {
  const { order_id, order_number, product, kind, coupon_discount } = order
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
        <li>订单立即关闭，不能再支付；需要时可以重新下单。</li>
        {coupon_discount > 0 && <li>占用的优惠券（减 {yuan(coupon_discount)}）退回企业，仍在有效期内即可再用。</li>}
        {product === 'line' && kind === 'purchase' && <li>为您保留的地址库存随即释放。</li>}
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

function RefundDialog({ order, ...dialog }: DialogProps) {
  const { order_id, order_number, product, payable } = order
  const { data } = useCall('getOrderDetailByOrderId', { order_id })
  const lines = data?.lines.length
  return (
    <DialogForm
      title={`申请退款 ${yuan(payable)}`}
      okText="申请退款"
      danger
      {...dialog}
      call={api.orderOpera}
      input={({ reason }: { reason: string }) => ({ order_id, opera: 'refund' as const, reason: reason.trim() })}
      message={`已申请退款 ${yuan(payable)}，审核后原路退回`}
      outdatedBy={changedMeanwhile}
    >
      <div className="confirm">
        <p>
          <b>{order_number}</b>
          <br />
          {order.subject}
        </p>
        <ul className="consequences">
          {product === 'hours' ? (
            <li>
              立即从企业可分配时长中扣回 <b>{data ? count(personDays(data)) : '…'}</b> 人天；已经分配的须先收回。
            </li>
          ) : (
            <li>
              这笔订单的 <b>{lines === undefined ? '…' : count(lines)}</b> 条专线立即停用；绑定过地址的专线不能退款。
            </li>
          )}
          <li>审核通过后 {yuan(payable)} 原路退回；驳回则恢复原状。</li>
          <li>支付后 {refundDays} 天内、未使用的订单可以退款。</li>
        </ul>
      </div>
      <Form.Item
        name="reason"
        label={refundReason.label}
        initialValue=""
        rules={[ruled(lineProblem(refundReason.label, refundReason.max, refundReason.min))]}
      >
        <Input.TextArea autoFocus maxLength={refundReason.max} showCount rows={3} />
      </Form.Item>
    </DialogForm>
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
