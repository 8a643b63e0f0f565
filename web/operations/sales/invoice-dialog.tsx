import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
import { ReasonField } from './reason-field.tsx'
import { ReverseDialog } from './reverse-dialog.tsx'
import { TaxIssueDialog, TaxRedDialog, TaxStopDialog } from './tax-dialogs.tsx'

export interface InvoiceQuestion {
  action: 'reject' | 'reverse' | 'issue' | 'stop' | 'red'
  invoice: Invoice
}

interface InvoiceDialogProps extends ChangeDialogProps {
  question: InvoiceQuestion
}

const dialogs = {
  reject: RejectDialog,
  reverse: ReverseDialog,
  issue: TaxIssueDialog,
  stop: TaxStopDialog,
  red: TaxRedDialog,
}

export function InvoiceDialog({ question: { action, invoice }, ...dialog }: InvoiceDialogProps) {
  const Shown = dialogs[action]
  return <Shown invoice={invoice} {...dialog} />
}

function RejectDialog({ invoice, ...dialog }: ChangeDialogProps & { invoice: Invoice }) {
  const { invoice_id, title, amount } = invoice
  return (
    <DialogForm
      title="驳回发票申请"
      subject={invoice_id}
      okText="驳回"
      danger
      {...dialog}
      call={api.rejectInvoiceRequest}
      input={({ reason }: { reason: string }) => ({ invoice_id, reason })}
    >
      <p className="decision-text">
        驳回 <strong>{title}</strong> 的 <strong>{yuan(amount)}</strong>{' '}
        发票申请：企业会看到原因，仍有效的订单可以重新申请。
      </p>
      <ReasonField label="驳回的原因，企业会看到" />
    </DialogForm>
  )
}
