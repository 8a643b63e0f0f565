import { Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { DialogForm } from '#web/ui/dialog-form.tsx'
import type { Submission } from '#web/ui/use-submission.ts'
import { reasonRule } from './reason-rule.ts'

interface ReasonDialogProps<Input, Data> extends Submission<Input, Data> {
  title: string
  /** The record that the dialog is about (see `DialogForm`). */
  subject: string | undefined
  okText: string
  danger?: boolean
  /** Describes the effect, by name and number. */
  children: ReactNode
  label?: string
  /** Names the people who will read the reason. */
  hint?: string
  placeholder?: string
  optional?: boolean
  /** The action is impossible for now, as the dialog explains. */
  waiting?: boolean
  open: boolean
  close: () => void
  input: (reason: string) => Input
}

/** Confirms an action that requires a reason, which the audit log keeps. */
export function ReasonDialog<Input, Data>(props: ReasonDialogProps<Input, Data>) {
  const { children, label = '原因', hint, placeholder, optional, input, ...dialog } = props
  return (
    <DialogForm {...dialog} input={({ reason = '' }: { reason?: string }) => input(reason.trim())}>
      <div className="dialog-about">{children}</div>
      <Form.Item
        name="reason"
        label={optional ? `${label}（选填）` : label}
        extra={hint}
        rules={optional ? [] : [reasonRule(`请输入${label}，至少 2 个字`)]}
      >
        <Input.TextArea rows={2} maxLength={200} placeholder={placeholder} />
      </Form.Item>
    </DialogForm>
  )
}
