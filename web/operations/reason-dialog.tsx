import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { Answered } from '#web/answers.ts'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import { tellRefusal } from '#web/ui/tell-refusal.ts'

interface ReasonDialogProps<Data> {
  title: string
  okText: string
  danger?: boolean
  /** What it will do, by name and number. */
  children: ReactNode
  label?: string
  /** Who else reads it. */
  hint?: string
  placeholder?: string
  optional?: boolean
  open: boolean
  close: () => void
  send: (reason: string) => Promise<Answered<Data>>
  done: (answer: { data: Data; msg: string }) => void
}

/** What is done for a reason, which the audit log keeps. */
export function ReasonDialog<Data>(props: ReasonDialogProps<Data>) {
  const {
    title,
    okText,
    danger,
    children,
    label = '原因',
    hint,
    placeholder,
    optional,
    open,
    close,
    send,
    done,
  } = props
  const [form] = Form.useForm<{ reason: string }>()
  async function submit({ reason = '' }: { reason?: string }) {
    const answer = await send(reason.trim())
    if (answer.ok) done(answer)
    else tellRefusal(form, answer)
    return answer.ok
  }
  return (
    <DialogForm
      title={title}
      okText={okText}
      {...(danger && { danger })}
      open={open}
      close={close}
      form={form}
      send={submit}
    >
      <div className="dialog-about">{children}</div>
      <Form.Item
        name="reason"
        label={optional ? `${label}（选填）` : label}
        extra={hint}
        rules={optional ? [] : [{ required: true, whitespace: true, min: 2, message: `请输入${label}，至少 2 个字` }]}
      >
        <Input.TextArea autoFocus rows={2} maxLength={200} placeholder={placeholder} />
      </Form.Item>
    </DialogForm>
  )
}
