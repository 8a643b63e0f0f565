import { Form, Input } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '#contract/index.ts'
import { payerName } from '#contract/records/payment-fields.ts'
import { api } from '#web/data/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { type DroppedFile, FileDrop } from '#web/ui/file-drop/file-drop.tsx'
import { lineProblem, ruled } from '#web/ui/form-rules.ts'
import { dateTime, yuan } from '#web/ui/format.ts'
import { UploadItem } from '#web/ui/upload-item.tsx'
import { useSubmission } from '#web/ui/use-submission.ts'

export type Payment = OutputOf<'getPayment'>

interface TransferProps {
  payment: Payment
  transfer: NonNullable<Payment['transfer']>
  reload: () => void
}

/** The bank account and the remark to add, then the voucher, which an operator compares with the bank's statement. */
export function Transfer({ payment, transfer, reload }: TransferProps) {
  const { voucher_at, rejected_reason, received } = transfer
  const [resend, setResend] = useState(false)
  const requested = !voucher_at || rejected_reason !== null || resend
  if (received === payment.amount) return <Complete received={received} />
  return (
    <div className="transfer">
      <h2>对公转账</h2>
      <Account payment={payment} transfer={transfer} />
      <ul className="consequences">
        <li>
          请用 <b>{transfer.payer_name}</b> 的对公账户汇款，其他账户的汇款不能确认。
        </li>
        <li>
          汇款备注（附言）只填写备注码 <b>{transfer.remark_code}</b>，
          {received > 0 ? `金额为还需汇款的 ${yuan(payment.amount - received)}` : '金额须一致'}。
        </li>
        <li>到账后由运营人员确认并自动开通，通常需要一至两个工作日。</li>
      </ul>
      {received > 0 && (
        <Alert
          type="info"
          title={`已到账 ${yuan(received)}，还差 ${yuan(payment.amount - received)}`}
          description="请以同一备注码汇出其余款项，合计到账并确认后自动开通。"
        />
      )}
      {rejected_reason !== null && (
        <Alert type="error" title="凭证未通过" description={`${rejected_reason}。请更正后重新提交。`} />
      )}
      {requested ? (
        <VoucherForm
          payment={payment}
          transfer={transfer}
          done={() => {
            setResend(false)
            reload()
          }}
        />
      ) : (
        <Alert
          type="success"
          role="status"
          title="凭证已提交，等待确认到账"
          description={`${dateTime(voucher_at)} 提交。到账后自动开通并通知您，现在可以离开本页。`}
          action={<Button onClick={() => setResend(true)}>更换凭证</Button>}
        />
      )}
    </div>
  )
}

const Complete = ({ received }: { received: number }) => (
  <div className="transfer">
    <h2>对公转账</h2>
    <Alert
      type="success"
      role="status"
      title={`已全部到账 ${yuan(received)}，等待确认`}
      description="确认后自动开通并通知您，现在可以离开本页。请不要再汇款。"
    />
  </div>
)

const Account = ({ payment, transfer }: Pick<TransferProps, 'payment' | 'transfer'>) => {
  // The copied amount is what the buyer sends, so parts that have already arrived are deducted.
  const due = payment.amount - transfer.received
  const rows = [
    { label: '户名', value: transfer.account_name },
    // Copied in the form that banks accept: without blanks, sign or commas.
    { label: '账号', value: transfer.account, copied: transfer.account.replaceAll(/\s/g, '') },
    { label: '开户行', value: transfer.bank },
    { label: '联行号', value: transfer.bank_code },
    { label: transfer.received > 0 ? '还需汇款' : '金额', value: yuan(due), copied: (due / 100).toFixed(2) },
    { label: '备注码', value: transfer.remark_code },
  ]
  return (
    <dl className="transfer-account">
      {rows.map(({ label, value, copied }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            <CopyButton text={copied ?? value} label={label} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Values {
  payer_name: string
  voucher?: DroppedFile
}

function VoucherForm({ payment, transfer, done }: Omit<TransferProps, 'reload'> & { done: () => void }) {
  const [form] = Form.useForm<Values>()
  const { busy, submit } = useSubmission({
    call: api.submitTransferVoucher,
    form,
    fieldOf: { [-50006]: 'payer_name', [-50007]: 'voucher' },
    done,
  })
  const send = ({ payer_name, voucher }: Values) =>
    voucher && submit({ payment_id: payment.payment_id, file_id: voucher.file_id, payer_name: payer_name.trim() })
  return (
    <Form form={form} layout="vertical" className="voucher" onFinish={send}>
      <h3>汇款后上传凭证</h3>
      <Form.Item
        name="payer_name"
        label={payerName.label}
        extra="须与认证企业名称一致"
        initialValue={transfer.payer_name}
        rules={[ruled(lineProblem(payerName.label, payerName.max, payerName.min))]}
      >
        <Input maxLength={payerName.max} autoComplete="organization" />
      </Form.Item>
      <UploadItem name="voucher" label="汇款凭证" rules={[{ required: true, message: '请上传汇款凭证' }]}>
        <FileDrop purpose="voucher" noun="汇款凭证" hint="银行回单或转账成功的截图" />
      </UploadItem>
      <Button look="primary" type="submit" loading={busy}>
        提交凭证
      </Button>
    </Form>
  )
}
