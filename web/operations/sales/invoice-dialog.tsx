import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
import { ReasonField } from './reason-field.tsx'

export interface InvoiceQuestion {
  action: 'reject' | 'reverse'
  invoice: Invoice
}

interface InvoiceDialogProps extends ChangeDialogProps {
  question: InvoiceQuestion
}

export function InvoiceDialog({ question: { action, invoice }, ...dialog }: InvoiceDialogProps) {
  const { invoice_id, title, amount, invoice_number } = invoice
  const rejecting = action === 'reject'
  return (
    <DialogForm
      title={rejecting ? '驳回发票申请' : '登记红冲'}
      okText={rejecting ? '驳回' : '登记红冲'}
      danger
      {...dialog}
      call={rejecting ? api.rejectInvoiceRequest : api.reverseIssuedInvoice}
      input={({ reason }: { reason: string }) => ({ invoice_id, reason })}
    >
      {rejecting ? (
        <p className="decision-text">
          驳回 <strong>{title}</strong> 的 <strong>{yuan(amount)}</strong>{' '}
          发票申请：企业会看到原因，仍有效的订单可以重新申请。
        </p>
      ) : (
        <p className="decision-text">
          发票 <strong>{invoice_number}</strong>（{title}，{yuan(amount)}）已在电子税务局红冲后再登记：企业会收到通知，
          未退款的订单可以重新申请，不能撤销。
        </p>
      )}
      <ReasonField label={rejecting ? '驳回的原因，企业会看到' : '红冲的原因，企业会看到'} />
    </DialogForm>
  )
}
