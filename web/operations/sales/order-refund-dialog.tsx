import { Form, Input } from 'antd'
import { fenOf, yuanPattern } from '#contract/amount.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { count, yuan } from '#web/ui/format.ts'
import { chosenRefund, RefundChoice, type RefundValues } from '#web/ui/order/refund-choice.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { Plan } from '#web/ui/plan/plan.tsx'
import { showRefusal } from '#web/ui/show-refusal.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { requestedMessage } from '../requested-message.ts'
import { useOperation, useOperationPreview } from '../use-operation.ts'
import { ReasonField } from './reason-field.tsx'
import type { SalesOrder } from './sales-order.ts'

interface Values extends RefundValues {
  reason: string
  goodwill?: string
}

/** The refundable amount has changed since it was offered. */
const outdatedOffer = [-49012, -49015, -49016]

/** Refunds an order on behalf of its company: in full, for the unused days, or as goodwill that takes nothing back. */
export function OrderRefundDialog({ order, ...dialog }: ChangeDialogProps & { order: SalesOrder }) {
  const { order_number, company_name, payable, refunded_amount, refund_late } = order
  const { data: offer, refused, reload } = useOperation('getSalesRefundOffer', { order_number })
  const [form] = Form.useForm<Values>()
  const values = Form.useWatch([], form) as Values | undefined
  const chosen = offer && chosenRefund(offer, values ?? {})
  const planned =
    chosen && chosen.kind !== 'goodwill' && order.product === 'line'
      ? { order_number, kind: chosen.kind, svp_ids: chosen.svpIds }
      : undefined
  const plan = useOperationPreview('planSalesRefund', planned)
  return (
    <DialogForm
      form={form}
      title="发起退款"
      subject={order_number}
      okText="发起退款"
      danger
      waiting={!chosen || chosen.amount === 0}
      {...dialog}
      message={requestedMessage}
      call={api.refundSalesOrder}
      input={({ reason, goodwill = '' }: Values) =>
        chosen && {
          order_number,
          kind: chosen.kind,
          svp_ids: chosen.svpIds,
          amount: chosen.kind === 'goodwill' ? fenOf(goodwill) : chosen.amount,
          reason,
        }
      }
      onRefused={refused => {
        if (outdatedOffer.includes(refused.code)) reload()
        const isAmount = refused.code === -41003 && refused.data === 'amount'
        showRefusal(isAmount ? { ...refused, data: 'goodwill' } : refused, { form, fieldOf: { [-49016]: 'goodwill' } })
      }}
    >
      <p className="decision-text">
        <strong>{company_name}</strong> 的订单 <strong>{order_number}</strong>，实付 {yuan(payable)}
        {refunded_amount > 0 && `，已退 ${yuan(refunded_amount)}`}。
      </p>
      {!offer ? (
        <Placeholder refused={refused} retry={reload} />
      ) : !chosen ? (
        <p className="name-differs">{offer.problem}。</p>
      ) : (
        <>
          <RefundChoice offer={offer} about={{ goodwill: '不收回任何内容', unused: offer.problem }} />
          {chosen.kind === 'goodwill' ? (
            <Form.Item
              name="goodwill"
              label="补偿金额（元）"
              extra={`最多 ${yuan(offer.remaining)}`}
              rules={[{ required: true, pattern: yuanPattern, message: '请输入金额，最多两位小数' }]}
            >
              <Input inputMode="decimal" autoComplete="off" />
            </Form.Item>
          ) : (
            <>
              <p className="quiet decision-text">{takenOf(order, chosen)}</p>
              {planned && <Plan plan={plan} isRequest />}
            </>
          )}
          {chosen.kind === 'requested' && refund_late && (
            <p className="name-differs">已超过企业可自行申请退款的期限，请确认同意破例。</p>
          )}
          <ReasonField label="退款原因，企业会看到" />
        </>
      )}
    </DialogForm>
  )
}

function takenOf({ product, kind }: SalesOrder, { items, amount }: NonNullable<ReturnType<typeof chosenRefund>>) {
  const days = count(items.reduce((sum, item) => sum + item.days, 0))
  const taken =
    product === 'balance'
      ? `从余额扣下 ${yuan(amount)}`
      : product === 'hours'
        ? `扣回 ${days} 人天`
        : kind === 'renewal'
          ? `${items.length} 条专线的到期日共扣回 ${days} 天，自动续费关闭`
          : `${items.length} 条专线立即停用，退款后释放`
  return `${taken}；退回 ${yuan(amount)}，按审批规则须第二人的由另一位操作员确认后才退。`
}
