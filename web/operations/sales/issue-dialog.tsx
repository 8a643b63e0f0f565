import type { ChangeDialogProps } from '#web/ui/use-dialog.ts'
import '#web/ui/file-drop/file-drop.css'
import { FilePdfOutlined, InboxOutlined } from '@ant-design/icons'
import { Form, Input, Progress } from 'antd'
import { type DragEvent, useState } from 'react'
import { invoiceMegabytes } from '#contract/operations/sales-names.ts'
import { invoiceKindNames } from '#contract/shop.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { fileSize } from '#web/ui/format.ts'
import { api } from '../api.ts'
import type { Invoice } from './invoice.ts'
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
      <Form.Item
        name="invoice_number"
        label="发票号码（20 位）"
        rules={[{ required: true, pattern: /^\d{20}$/, message: '数电发票号码为20位数字' }]}
      >
        <Input autoFocus inputMode="numeric" autoComplete="off" maxLength={20} showCount />
      </Form.Item>
      <Form.Item
        name="file"
        label="发票文件"
        rules={[{ required: true, message: '请选择发票 PDF' }, { validator: checkFile }]}
      >
        <PdfField />
      </Form.Item>
      {share !== undefined && <Progress percent={Math.round(share * 100)} size="small" aria-label="上传进度" />}
    </DialogForm>
  )
}

/** Finds problems before anything is uploaded; the server checks the content itself. */
async function checkFile(_rule: unknown, file: File | undefined): Promise<void> {
  if (!file) return
  if (file.type !== 'application/pdf') throw new Error('发票文件须为 PDF')
  if (file.size > invoiceMegabytes * 1024 * 1024)
    throw new Error(`文件为 ${fileSize(file.size)}，超过 ${invoiceMegabytes} MB`)
}

interface PdfFieldProps {
  id?: string
  value?: File
  onChange?: (file: File | undefined) => void
}

/** Takes a file by choice or drop; it is uploaded with the form. */
function PdfField({ id, value, onChange, ...described }: PdfFieldProps) {
  const area = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop(event: DragEvent) {
      event.preventDefault()
      onChange?.(event.dataTransfer.files[0])
    },
  }
  return (
    <div className="file-drop" {...area}>
      <label className="file-drop-field">
        <input
          {...described}
          id={id}
          type="file"
          accept="application/pdf"
          onChange={event => onChange?.(event.target.files?.[0])}
        />
        {value ? <FilePdfOutlined /> : <InboxOutlined />}
        <span className="file-drop-text">
          <strong>{value ? value.name : '把发票 PDF 拖到这里，或点击选择'}</strong>
          <small>{value ? `${fileSize(value.size)}，点击或拖入可更换` : `PDF，不超过 ${invoiceMegabytes} MB`}</small>
        </span>
      </label>
    </div>
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
    { label: '金额', value: <Copied text={(amount / 100).toFixed(2)} label="金额" /> },
    ...copied
      .filter(([, text]) => text)
      .map(([label, text]) => ({ label, value: <Copied text={text} label={label} /> })),
  ]
}
