import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import { ReasonField } from './reason-field.tsx'
import type { SalesOrder } from './sales-order.ts'

export interface OrderQuestion {
  action: 'close' | 'refund'
  order: SalesOrder
}

interface OrderDialogProps extends ChangeDialogProps {
  question: OrderQuestion
}

const words = { close: '关闭订单', refund: '发起退款' }

export function OrderDialog({ question: { action, order }, open, close, done }: OrderDialogProps) {
  const { order_number, company_name, payable, product, kind } = order
  const bought = kind === 'renewal' ? '续费的时间' : product === 'hours' ? '购买的时长' : '开通的专线'
  return (
    <DialogForm
      title={words[action]}
      okText={words[action]}
      danger
      open={open}
      close={close}
      call={action === 'close' ? api.closeSalesOrder : api.refundSalesOrder}
      input={({ reason }: { reason: string }) => ({ order_number, reason })}
      done={done}
    >
      {action === 'close' ? (
        <p className="decision-text">
          关闭 <strong>{company_name}</strong> 的订单 <strong>{order_number}</strong>（{yuan(payable)}
          ）：未完成的支付随即作废，占用的库存与优惠券释放。关闭之后到账的款项会尽量恢复订单，不能恢复则退回。
        </p>
      ) : (
        <p className="decision-text">
          为 <strong>{company_name}</strong> 的订单 <strong>{order_number}</strong> 退款{' '}
          <strong>{yuan(payable)}</strong>：{bought}
          立即收回，须由另一位操作员确认后才退回款项。已使用的不能收回，会被拒绝。
        </p>
      )}
      {action === 'refund' && order.refund_late && (
        <p className="name-differs">已超过企业可自行申请退款的期限，请确认同意破例。</p>
      )}
      <ReasonField label={action === 'close' ? '关闭的原因，记入订单经过' : '退款原因，企业会看到'} />
    </DialogForm>
  )
}
