import { Progress } from 'antd'
import { useState } from 'react'
import { invoiceKindNames } from '#contract/shop.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { yuan } from '#web/ui/format.ts'
import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
import { NumberAndFile } from './invoice-file.tsx'
import { Copied } from './parts.tsx'

interface Values {
  invoice_number: string
  file: File
}

interface IssueDialogProps extends ChangeDialogProps {
  invoice: Invoice
}

export function IssueDialog({ invoice, ...dialog }: IssueDialogProps) {
  const [share, setShare] = useState<number>()
  return (
    <DialogForm
      title="登记开具的发票"
      subject={invoice.invoice_id}
      okText="登记开具"
      {...dialog}
      call={({ file, ...input }, options) => {
        setShare(0)
        return api
          .issueInvoiceRequest(input, { ...options, file, onProgress: setShare })
          .finally(() => setShare(undefined))
      }}
      input={(values: Values) => ({ invoice_id: invoice.invoice_id, ...values })}
      fieldOf={{ [-45002]: 'file' }}
    >
      <div className="decision-facts">
        <Facts list={factsOf(invoice)} />
      </div>
      <NumberAndFile />
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
    </DialogForm>
  )
}

/** The facts in the order of the tax office's form. */
function factsOf({ kind, title, tax_number, address, phone, bank, bank_account, email, remark, amount }: Invoice) {
  const copied = [
    ['抬头', title],
    ['税号', tax_number],
    ['地址', address],
    ['电话', phone],
    ['开户行', bank],
    ['账号', bank_account],
    ['接收邮箱', email],
    ['备注', remark],
  ] as const
  return [
    { label: '类型', value: invoiceKindNames[kind] },
    { label: '金额', value: <Copied text={(amount / 100).toFixed(2)} label="金额" shown={yuan(amount)} /> },
    ...copied
      .filter(([, text]) => text)
      .map(([label, text]) => ({ label, value: <Copied text={text} label={label} /> })),
  ]
}
