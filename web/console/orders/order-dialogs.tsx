import { Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { refundDays } from '#contract/shop.ts'
import { lineProblem, ruled } from '#web/account/rules.ts'
import { isSessionRefusal, type Refused, sentence } from '#web/answers.ts'
import { api } from '#web/api.ts'
import { cashierPath } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { tellRefusal } from '#web/ui/tell-refusal.ts'
import { toast } from '#web/ui/toast.ts'
import { useCall } from '#web/ui/use-call.ts'
import { type Order, personDays, wordOf } from './order.ts'
import type { OrderQuestion } from './order-actions.tsx'

interface DialogProps {
  order: Order
  open: boolean
  close: () => void
  done: () => void
}

/** What was asked for from a row or the drawer; each says what it will do before it does it. */
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

/** Says why not. An order that changed meanwhile has nothing to try again: the dialog closes on what is true now. */
function refusedFor(answer: Refused, done: () => void): boolean {
  if (!isSessionRefusal(answer)) toast.error(sentence(answer))
  const gone = answer.code === -49010 || answer.code === -49011
  if (gone) done()
  return gone
}

const About = ({ order }: { order: Order }) => (
  <p>
    <b>{order.order_number}</b>
    <br />
    {order.subject}，{yuan(order.payable)}
  </p>
)

function CancelDialog({ order, open, close, done }: DialogProps) {
  const { order_id, order_number, product, kind, coupon_discount } = order
  async function send() {
    const answer = await api.orderOpera({ order_id, opera: 'cancel' })
    if (!answer.ok) return refusedFor(answer, done)
    toast.success(`已取消订单 ${order_number}`)
    done()
    return true
  }
  return (
    <ConfirmDialog
      title={`取消订单 ${order_number}`}
      open={open}
      close={close}
      okText="取消订单"
      cancelText="先不取消"
      danger
      send={send}
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

function DeleteDialog({ order, open, close, done }: DialogProps) {
  const { order_id, order_number } = order
  async function send() {
    const answer = await api.orderOpera({ order_id, opera: 'delete' })
    if (!answer.ok) return refusedFor(answer, done)
    toast.success(`已删除订单 ${order_number}`)
    done()
    return true
  }
  return (
    <ConfirmDialog title={`删除订单 ${order_number}`} open={open} close={close} okText="删除订单" danger send={send}>
      <About order={order} />
      <p>删除后不再出现在订单记录与导出的表格中，不能恢复。</p>
    </ConfirmDialog>
  )
}

function RefundDialog({ order, open, close, done }: DialogProps) {
  const [form] = Form.useForm<{ reason: string }>()
  const { order_id, order_number, product, payable } = order
  const { data } = useCall('getOrderDetailByOrderId', { order_id }, { quiet: true })
  const lines = data?.lines.length
  async function send({ reason }: { reason: string }) {
    const answer = await api.orderOpera({ order_id, opera: 'refund', reason: reason.trim() })
    if (answer.ok) {
      toast.success(`已申请退款 ${yuan(payable)}，审核后原路退回`)
      done()
      return true
    }
    if (answer.code === -49010 || answer.code === -49011) return refusedFor(answer, done)
    // -49012 and -49013 say what stands against it; a reason at the field is the form's own.
    tellRefusal(form, answer)
    return false
  }
  return (
    <DialogForm
      title={`申请退款 ${yuan(payable)}`}
      okText="申请退款"
      danger
      open={open}
      close={close}
      form={form}
      send={send}
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
      <Form.Item name="reason" label="退款原因" initialValue="" rules={[ruled(lineProblem('退款原因', 200, 2))]}>
        <Input.TextArea autoFocus maxLength={200} showCount rows={3} />
      </Form.Item>
    </DialogForm>
  )
}

function RenewDialog({ order, open, close, done }: DialogProps) {
  // One for each time the dialog is opened: a second click is the same order.
  const [request_key] = useState(() => crypto.randomUUID())
  const navigate = useNavigate()
  const { order_id } = order
  async function send() {
    const answer = await api.orderOpera({ order_id, opera: 'renew', request_key })
    if (!answer.ok) return refusedFor(answer, done)
    done()
    void navigate(cashierPath(answer.data.order_id))
    return true
  }
  const renewal = order.kind === 'renewal'
  return (
    <ConfirmDialog title={wordOf('renew', order)} open={open} close={close} okText="下单并去支付" send={send}>
      <About order={order} />
      <ul className="consequences">
        <li>{renewal ? '为同样的专线再续同样的天数，从各自现在的到期日起算。' : '照这笔订单的商品与数量再下一单。'}</li>
        <li>金额按现在的价格计算，可能与上次不同；在收银台确认后再付款。</li>
        <li>不使用优惠券。</li>
      </ul>
    </ConfirmDialog>
  )
}
