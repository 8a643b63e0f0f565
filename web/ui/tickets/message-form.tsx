import { Button, Form, type FormInstance, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { ticketText } from '#contract/ticket-names.ts'
import { FormDraft, useFormDraft } from '../form-draft.tsx'
import { UploadItem } from '../upload-item.tsx'
import { TicketFilesField, type TicketFilesFieldProps } from './files-field.tsx'

interface MessageFormProps<Values extends object> {
  /** Names the form on its page, and its draft. */
  name: string
  form: FormInstance<Values>
  label: string
  /** Undefined where nothing is attached. */
  sendFile?: TicketFilesFieldProps['send'] | undefined
  okText: string
  busy: boolean
  /** Returns whether it was sent. */
  send: (values: Values) => Promise<boolean>
  children?: ReactNode
}

/** What is written into a ticket by either side. It is kept until it is sent, and the form is empty again after that. */
export function MessageForm<Values extends object>(props: MessageFormProps<Values>) {
  const { name, form, label, sendFile, okText, busy, send, children } = props
  const draft = useFormDraft()
  const [sent, setSent] = useState(0)
  async function finish(values: Values) {
    if (!(await send(values))) return
    draft.drop()
    form.resetFields()
    // The next message is another one, about which nothing has been restored.
    setSent(before => before + 1)
  }
  return (
    <Form
      name={name}
      form={form}
      layout="vertical"
      onFinish={values => void finish(values)}
      onValuesChange={draft.keep}
      className="ticket-reply"
    >
      <FormDraft key={sent} name={name} draft={draft} />
      <Form.Item name="text" label={label} rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
        <Input.TextArea rows={5} maxLength={ticketText.text} showCount />
      </Form.Item>
      {sendFile && (
        <UploadItem name="files">
          <TicketFilesField send={sendFile} />
        </UploadItem>
      )}
      {children}
      <Button type="primary" htmlType="submit" loading={busy}>
        {okText}
      </Button>
    </Form>
  )
}
