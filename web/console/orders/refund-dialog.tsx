import { Form, Input } from 'antd'
import { refundReason } from '#contract/records/payment-fields.ts'
import type { RefundOffer } from '#contract/refunds.ts'
import { refundDays } from '#contract/shop.ts'
import { api } from '#web/data/api.ts'
import { useCall } from '#web/data/use-call.ts'
import { usePreview } from '#web/data/use-preview.ts'
import { Alert } from '#web/ui/alert.tsx'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { yuan } from '#web/ui/format.ts'
import type { Order } from '#web/ui/order/order.ts'
import { type ChosenRefund, chosenRefund, RefundChoice, type RefundValues } from '#web/ui/order/refund-choice.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { RefundConsequences, returnWords } from './refund-consequences.tsx'

type Values = RefundValues & { reason: string }

/** What can be refunded has changed since it was offered. */
const outdatedOffer = [-49012, -49013, -49015, -49016, -50021]

interface RefundDialogProps extends ChangeDialogProps {
  order: Order
  /** The codes for an order that has changed meanwhile. */
  outdatedBy: number[]
}

/** Offers the refunds of an order that the server would accept now, or explains why there are none. */
export function RefundDialog({ order, ...dialog }: RefundDialogProps) {
  const { order_id, order_number, subject } = order
  const { data: offer, refused, reload } = useCall('getRefundOffer', { order_id })
  const { data: detail } = useCall('getOrderDetailByOrderId', { order_id })
  const [form] = Form.useForm<Values>()
  const values = Form.useWatch([], form) as Values | undefined
  const chosen = offer && chosenRefund(offer, values ?? {})
  // Without a line there is no sum, and nothing happens.
  const some = chosen?.amount ? chosen : undefined
  const plan = usePreview('planRefund', some && order.product === 'line' ? plannedOf(order, some) : undefined)
  return (
    <DialogForm
      form={form}
      title={some ? `申请退款 ${yuan(some.amount)}` : '申请退款'}
      subject={order_id}
      okText="申请退款"
      danger
      waiting={!some}
      {...dialog}
      call={api.orderOpera}
      input={({ reason }: Values) =>
        some && {
          opera: 'refund' as const,
          reason: reason.trim(),
          ...plannedOf(order, some),
          refund_amount: some.amount,
        }
      }
      message={`已申请退款 ${some ? yuan(some.amount) : ''}，审核后${returnWords(offer?.gateway ?? null)}`}
      onRefused={refusal => {
        // The reason stays, beside what can be refunded now.
        if (outdatedOffer.includes(refusal.code)) reload()
        showRefusal(refusal, { form })
      }}
    >
      <p>
        <b>{order_number}</b>
        <br />
        {subject}
      </p>
      {!offer ? (
        <Placeholder refused={refused} retry={reload} />
      ) : chosen ? (
        <>
          <RefundChoice offer={offer} about={aboutOf(order, offer)} />
          {some && <RefundConsequences order={order} detail={detail} chosen={some} gateway={offer.gateway} />}
          {some && order.product === 'line' && <Plan plan={plan} isRequest />}
          <Form.Item
            name="reason"
            label={refundReason.label}
            initialValue=""
            rules={[ruled(lineProblem(refundReason.label, refundReason.max, refundReason.min))]}
          >
            <Input.TextArea autoFocus maxLength={refundReason.max} showCount rows={3} />
          </Form.Item>
        </>
      ) : (
        <Alert
          type="info"
          title="这笔订单现在没有可以退回的部分"
          description={`${offer.problem}。已经用去的时长与天数不能退回；服务有问题时请联系客服。`}
        />
      )}
    </DialogForm>
  )
}

const plannedOf = ({ order_id }: Order, { kind, svpIds }: ChosenRefund) => ({
  order_id,
  refund_kind: kind === 'unused' ? ('unused' as const) : ('requested' as const),
  refund_svp_ids: svpIds,
})

const aboutOf = ({ product }: Order, { problem }: RefundOffer) => ({
  requested: `未使用，支付后 ${refundDays} 天内`,
  unused:
    product === 'balance'
      ? `${problem}，可退还在余额里的部分`
      : problem
        ? `${problem}，可退未用的天数`
        : '只退选中的专线，按未用的天数',
})
