import { Form, Select } from 'antd'
import { redReasonNames, redReasons, type redScopeNames } from '#contract/operations/sales-names.ts'
import { invoiceKindNames } from '#contract/shop.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
import { ReasonField } from './reason-field.tsx'
import { RedScopeField, redSumsOf } from './red-scope.tsx'

interface TaxDialogProps extends ChangeDialogProps {
  invoice: Invoice
}

/** Hands a request over to the tax service. */
export function TaxIssueDialog({ invoice, ...dialog }: TaxDialogProps) {
  const { invoice_id, kind, title, tax_number, amount, orders, email } = invoice
  return (
    <DialogForm
      title="提交税务服务开具"
      subject={invoice_id}
      okText="提交开具"
      {...dialog}
      call={api.issueByTaxService}
      input={() => ({ invoice_id })}
    >
      <div className="decision-facts">
        <Facts
          list={[
            { label: '类型', value: invoiceKindNames[kind] },
            { label: '抬头', value: title },
            { label: '税号', value: tax_number },
            { label: '价税合计', value: yuan(amount) },
            { label: '明细', value: `${orders.length} 个订单，各一行` },
            { label: '接收邮箱', value: email },
          ]}
        />
      </div>
      <p className="quiet">通常一分钟内开出，之后自动登记并通知企业。等待期间不能登记、驳回，企业也不能撤回。</p>
    </DialogForm>
  )
}

/** Stops waiting, so that what the tax office has or has not issued can be registered by hand. */
export function TaxStopDialog({ invoice: { invoice_id, title, amount }, ...dialog }: TaxDialogProps) {
  return (
    <DialogForm
      title="停止税务服务的办理"
      subject={invoice_id}
      okText="停止办理"
      danger
      {...dialog}
      call={api.stopTaxService}
      input={({ reason }: { reason: string }) => ({ invoice_id, reason })}
    >
      <p className="decision-text">
        不再等待 <strong>{title}</strong>（{yuan(amount)}
        ）的结果。请先在电子税务局核对：已经开出的，停止后用“登记”补上号码与 PDF；没有开出的，停止后可以重新提交。
      </p>
      <ReasonField label="核对的结果" />
    </DialogForm>
  )
}

interface RedValues {
  scope: keyof typeof redScopeNames
  red_reason: (typeof redReasons)[number]
  reason: string
}

/** Lets the tax service reverse an invoice, in full or by the refunded part of its orders. */
export function TaxRedDialog({ invoice, ...dialog }: TaxDialogProps) {
  const { invoice_id, title, invoice_number, overstated } = invoice
  const { standing, inPart, sums } = redSumsOf(invoice)
  return (
    <DialogForm
      title="提交税务服务红冲"
      subject={invoice_id}
      okText="提交红冲"
      danger
      {...dialog}
      call={api.reverseByTaxService}
      input={(values: RedValues) => ({ invoice_id, ...values, scope: inPart ? values.scope : ('whole' as const) })}
    >
      <p className="decision-text">
        发票 <strong>{invoice_number}</strong>（{title}，{yuan(standing)}
        ）：申请红字确认单，购方已抵扣的须由购方确认，之后自动登记并通知企业；不能撤销。
      </p>
      {inPart && <RedScopeField sums={sums} />}
      <Form.Item name="red_reason" label="红冲原因（税务）" initialValue={overstated > 0 ? 'ended' : 'wrong'}>
        <Select options={redReasons.map(value => ({ value, label: redReasonNames[value] }))} />
      </Form.Item>
      <ReasonField label="红冲的原因，企业会看到" />
    </DialogForm>
  )
}
