import { Form, Input } from 'antd'
import { fenOf, yuanPattern } from '#contract/amount.ts'
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
  /** Yuan, as printed on the invoice. */
  amount: string
  reason: string
  file: File
}

/** Records the red invoice that reversed an issued one, in full or by the refunded part. */
export function ReverseDialog({ invoice, ...dialog }: ChangeDialogProps & { invoice: Invoice }) {
  const { invoice_id, title, invoice_number } = invoice
  const { standing, inPart, sums } = redSumsOf(invoice)
  // Once all of it was refunded, its paper may still be of the part that was by then.
  const scopeOf = (amount: number) => (sums.refunded > 0 && amount !== standing ? 'refunded' : 'whole')
  return (
    <DialogForm
      title="登记红冲"
      subject={invoice_id}
      okText="登记红冲"
      danger
      {...dialog}
      call={({ file, ...input }, options) => api.reverseIssuedInvoice(input, { ...options, file })}
      input={({ amount, ...values }: Values) => ({
        ...{ invoice_id, ...values, scope: inPart ? values.scope : scopeOf(fenOf(amount)) },
        amount: fenOf(amount),
      })}
      fieldOf={{ [-45002]: 'file' }}
    >
      <p className="decision-text">
        发票 <strong>{invoice_number}</strong>（{title}，{yuan(standing)}
        ）已在电子税务局红冲后再登记：企业会收到通知，并可下载红字发票；不能撤销。
      </p>
      {inPart && <RedScopeField sums={sums} />}
      <NumberAndFile name="红字发票" />
      <Form.Item
        name="amount"
        label="红字发票的金额（元）"
        extra={`未红冲的退款 ${yuan(sums.refunded)}，全额 ${yuan(standing)}`}
        rules={[{ required: true, pattern: yuanPattern, message: '请按红字发票填写价税合计，不写负号，最多两位小数' }]}
      >
        <Input inputMode="decimal" autoComplete="off" />
      </Form.Item>
      <ReasonField label="红冲的原因，企业会看到" />
    </DialogForm>
  )
}
