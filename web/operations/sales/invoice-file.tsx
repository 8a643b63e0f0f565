import '#web/ui/file-drop/file-drop.css'
import { FilePdfOutlined, InboxOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import type { DragEvent } from 'react'
import { invoiceMegabytes } from '#contract/operations/sales-names.ts'
import { fileSize } from '#web/ui/format.ts'

/** The number and the PDF of an invoice from the tax office. */
export const NumberAndFile = ({ name = '发票' }: { name?: string }) => (
  <>
    <Form.Item
      name="invoice_number"
      label={`${name}号码（20 位）`}
      rules={[{ required: true, pattern: /^\d{20}$/, message: '数电发票号码为 20 位数字' }]}
    >
      <Input inputMode="numeric" autoComplete="off" maxLength={20} showCount />
    </Form.Item>
    <Form.Item
      name="file"
      label={`${name}文件`}
      dependencies={['invoice_number']}
      rules={[
        { required: true, message: '请选择发票 PDF' },
        { validator: checkFile },
        ({ getFieldValue }) => ({ validator: (_rule, file) => checkNumber(file, getFieldValue('invoice_number')) }),
      ]}
    >
      <PdfField />
    </Form.Item>
  </>
)

/** Finds problems before anything is uploaded; the server checks the content itself. */
async function checkFile(_rule: unknown, file: File | undefined): Promise<void> {
  if (!file) return
  if (file.type !== 'application/pdf') throw new Error('发票文件须为 PDF')
  if (file.size > invoiceMegabytes * 1024 * 1024)
    throw new Error(`文件为 ${fileSize(file.size)}，超过 ${invoiceMegabytes} MB`)
}

/** The tax office names a PDF after its invoice's number; another number means another company's invoice. */
async function checkNumber(file: File | undefined, number = ''): Promise<void> {
  const [named] = file?.name.match(/(?<!\d)\d{20}(?!\d)/) ?? []
  if (named && /^\d{20}$/.test(number) && named !== number)
    throw new Error(`文件名里的号码是 ${named}，与填写的不一致，请核对`)
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
