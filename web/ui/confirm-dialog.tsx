import type { FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { isExpected } from '#web/data/expected-effects.ts'
import { callNamed } from '#web/data/may.ts'
import { ClosedCall } from './closed-call.tsx'
import { Dialog } from './dialog.tsx'
import { type Submission, useSubmission } from './use-submission.ts'

/** The attribute `hidden` does not hide an antd button, nor a file's input in an antd form. */
export const hidden = { style: { display: 'none' } }

interface QuestionProps {
  title: string
  open: boolean
  close: () => void
  okText: string
  /** Needed if 取消 could be read as the action itself. */
  cancelText?: string
  danger?: boolean
  /** The action can't be done: the dialog explains why and only offers to close. */
  impossible?: boolean
  /** The preview of the effect is still loading. */
  waiting?: boolean
  width?: number
  children: ReactNode
}

/** Asks before an action; use `ConfirmDialog` if the action is a call. */
export function ConfirmQuestion(props: QuestionProps & { busy?: boolean; confirm: () => void }) {
  const { title, open, close, okText, cancelText, danger, impossible, waiting, width = 460, busy, confirm } = props
  return (
    <Dialog
      title={title}
      open={open}
      onCancel={close}
      onOk={impossible ? close : confirm}
      okText={impossible ? '知道了' : okText}
      cancelText={cancelText}
      okButtonProps={{ danger: danger && !impossible, disabled: waiting }}
      cancelButtonProps={impossible ? hidden : { autoFocus: danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={width}
    >
      <div className="confirm">{props.children}</div>
    </Dialog>
  )
}

interface ConfirmDialogProps<Input, Data> extends QuestionProps, Submission<Input, Data> {
  /** The input of the call; undefined while there is nothing to send. */
  input: Input | undefined
  /** Closes it while its act is on its way, where `close` would forget what was chosen: a refusal leaves it for another attempt. */
  closeOnly?: () => void
  /** The form of the dialog's fields, where it has some: they are checked first, and a refusal is shown there. */
  form?: FormInstance | undefined
}

/** Explains the effect of an action, by name and number, before it runs. */
export function ConfirmDialog<Input, Data>({ input, ...props }: ConfirmDialogProps<Input, Data>) {
  const { busy, submit, closed } = useSubmission(props)
  async function confirm() {
    const isFilled = await props.form?.validateFields().then(
      () => true,
      () => false,
    )
    if (isFilled === false || input === undefined) return
    const name = callNamed(props.call)
    // Nothing was typed that a refusal could lose, and the page shows what comes of it already.
    if (!props.form && name && isExpected(name)) {
      const { close, closeOnly = close } = props
      closeOnly()
      if ((await submit(input)) && closeOnly !== close) close()
    } else if (await submit(input)) props.close()
  }
  return (
    <ConfirmQuestion {...props} waiting={props.waiting || closed} busy={busy} confirm={() => void confirm()}>
      {closed && <ClosedCall />}
      {props.children}
    </ConfirmQuestion>
  )
}
