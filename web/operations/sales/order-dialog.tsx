import { autoRenewBuyer } from '#contract/line-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { dateTime, yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { OrderRefundDialog } from './order-refund-dialog.tsx'
import { ReasonField } from './reason-field.tsx'
import type { SalesOrder } from './sales-order.ts'

export interface OrderQuestion {
  action: 'close' | 'refund'
  order: SalesOrder
}

export const OrderDialog = ({
  question: { action, order },
  ...dialog
}: ChangeDialogProps & { question: OrderQuestion }) =>
  action === 'refund' ? <OrderRefundDialog order={order} {...dialog} /> : <CloseDialog order={order} {...dialog} />

function CloseDialog({ order, ...dialog }: ChangeDialogProps & { order: SalesOrder }) {
  const { order_number, company_name, payable, buyer_name, proposed_until } = order
  return (
    <DialogForm
      title="关闭订单"
      subject={order_number}
      okText="关闭订单"
      danger
      {...dialog}
      call={api.closeSalesOrder}
      input={({ reason }: { reason: string }) => ({ order_number, reason })}
    >
      <p className="decision-text">
        关闭 <strong>{company_name}</strong> 的订单 <strong>{order_number}</strong>（{yuan(payable)}
        ）：未完成的支付随即作废，占用的库存与优惠券释放。关闭之后到账的款项会尽量恢复订单，不能恢复则退回。
        {proposed_until && `它接受的报价恢复为待确认，企业在 ${dateTime(proposed_until)} 前仍可再次接受。`}
        {buyer_name === autoRenewBuyer && '这是自动续费的订单：关闭后，其专线的自动续费随之关闭。'}
      </p>
      <ReasonField label="关闭的原因，记入订单经过" />
    </DialogForm>
  )
}
