import type { redScopeNames } from '#contract/operations/sales-names.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
import { NumberAndFile } from './invoice-file.tsx'
import { ReasonField } from './reason-field.tsx'
import { RedScopeField, redSumsOf } from './red-scope.tsx'

interface Values {
  invoice_number: string
  scope: keyof typeof redScopeNames
  reason: string
  file: File
}

/** Keeps the red invoice that took an issued one back: all of it, or what went back of its orders. */
export function ReverseDialog({ invoice, ...dialog }: ChangeDialogProps & { invoice: Invoice }) {
  const { invoice_id, title, invoice_number } = invoice
  const { standing, inPart, sums } = redSumsOf(invoice)
  return (
    <DialogForm
      title="登记红冲"
      okText="登记红冲"
      danger
      {...dialog}
      call={({ file, ...input }, options) => api.reverseIssuedInvoice(input, { ...options, file })}
      input={(values: Values) => ({ invoice_id, ...values, scope: inPart ? values.scope : ('whole' as const) })}
      fieldOf={{ [-45002]: 'file' }}
    >
      <p className="decision-text">
        发票 <strong>{invoice_number}</strong>（{title}，{yuan(standing)}）已在电子税务局红冲后再登记：企业会收到通知，
        并可下载红字发票；不能撤销。
      </p>
      {inPart && <RedScopeField sums={sums} />}
      <NumberAndFile name="红字发票" />
      <ReasonField label="红冲的原因，企业会看到" />
    </DialogForm>
  )
}
