import { api } from '#web/data/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { yuan } from '#web/ui/format.ts'
import type { OrderDetail } from '#web/ui/order/order.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { AboutOrder } from './about-order.tsx'

type Refund = OrderDetail['refunds'][number]

interface WithdrawRefundDialogProps extends ChangeDialogProps {
  order: OrderDetail
  refund: Refund
}

export function WithdrawRefundDialog({ order, refund, ...dialog }: WithdrawRefundDialogProps) {
  const { order_id } = order
  const { refund_id, amount } = refund
  return (
    <ConfirmDialog
      title={`撤回 ${yuan(amount)} 的退款申请`}
      {...dialog}
      okText="撤回申请"
      cancelText="先不撤回"
      call={api.withdrawRefund}
      input={{ order_id, refund_id }}
      outdatedBy="any"
    >
      <AboutOrder order={order} />
      <ul className="consequences">
        <li>{restored(order, refund)}</li>
        <li>{yuan(amount)} 不再退回；以后再申请，按那时可退的部分计算。</li>
      </ul>
    </ConfirmDialog>
  )
}

/** Says what comes back. */
function restored({ product, kind }: OrderDetail, { amount, line_names }: Refund): string {
  if (product === 'balance') return `扣下的 ${yuan(amount)} 立即回到余额。`
  if (product === 'hours') return '扣回的人天立即回到企业可分配时长。'
  const names = line_names.length ? `（${line_names.join('、')}）` : ''
  return kind === 'renewal'
    ? `扣回的天数立即加回专线${names}的到期日；已关闭的自动续费须另行开启。`
    : `停用的专线${names}立即恢复使用，到期日按停用的时间顺延。`
}
