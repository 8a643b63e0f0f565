import { Form, type FormInstance, Input } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { ticketText } from '#contract/ticket-names.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDraft, useFormDraft } from '../form-draft.tsx'
import { UploadItem } from '../upload-item.tsx'
import { TicketFilesField, type TicketFilesFieldProps } from './files-field.tsx'

interface MessageFormProps<Values extends object> {
  /** Names the form on its page, and its draft. */
  name: string
  ticketId: string
  form: FormInstance<Values>
  label: string
  /** Undefined if files cannot be attached. */
  sendFile?: TicketFilesFieldProps['send'] | undefined
  okText: string
  busy: boolean
  /** Returns whether it was sent. */
  send: (values: Values) => Promise<boolean>
  children?: ReactNode
}

/** The form for a message in a ticket, for either side. Its text is kept until it is sent, and then cleared. */
export function MessageForm<Values extends object>(props: MessageFormProps<Values>) {
  const { name, ticketId, form, label, sendFile, okText, busy, send, children } = props
  const draft = useFormDraft()
  const [next, setNext] = useState<{ count: number; begun?: object }>({ count: 0 })
  async function finish(values: Values) {
    if (!(await send(values))) return
    const now = form.getFieldsValue()
    const begun = typedSince(values, now)
    draft.drop()
    // A reset would replace the fields, and a user who sends by the keyboard would lose the focus.
    form.setFieldsValue(emptied(now))
    // The next message is a new one, for which no draft was restored.
    setNext(({ count }) => ({ count: count + 1, begun }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is put into the emptied form once, from where the draft's beginning is taken
  useEffect(() => {
    if (!next.begun) return
    form.setFieldsValue(next.begun)
    draft.keep(next.begun)
  }, [next])
  return (
    <Form
      name={name}
      form={form}
      layout="vertical"
      onFinish={values => void finish(values)}
      onValuesChange={draft.keep}
      className="ticket-reply"
    >
      <FormDraft key={next.count} name={name} subject={ticketId} draft={draft} />
      <Form.Item name="text" label={label} rules={[{ required: true, whitespace: true, message: '请输入内容' }]}>
        <Input.TextArea rows={5} maxLength={ticketText.text} showCount />
      </Form.Item>
      {sendFile && (
        <UploadItem name="files">
          <TicketFilesField send={sendFile} />
        </UploadItem>
      )}
      {children}
      <Button look="primary" type="submit" loading={busy}>
        {okText}
      </Button>
    </Form>
  )
}

const emptied = (values: object): object => Object.fromEntries(Object.keys(values).map(name => [name, undefined]))

/** Returns the input since `sent` was sent: the beginning of the next message. */
const typedSince = (sent: object, now: object): object => {
  const before = new Map<string, unknown>(Object.entries(sent))
  return Object.fromEntries(
    Object.entries(now).flatMap(([name, value]) => {
      const rest = withoutSent(value, before.get(name))
      return rest === undefined ? [] : [[name, rest]]
    }),
  )
}

function withoutSent(value: unknown, sent: unknown): unknown {
  if (typeof value === 'string' && typeof sent === 'string')
    return value === sent ? undefined : value.startsWith(sent) ? value.slice(sent.length).trimStart() : value
  if (!Array.isArray(value) || value === sent) return undefined
  const added = Array.isArray(sent) ? value.filter(each => !sent.includes(each)) : value
  return added.length ? added : undefined
}
