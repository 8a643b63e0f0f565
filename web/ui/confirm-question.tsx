import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'

/** The attribute `hidden` hides neither an antd button nor a file input in an antd form. */
export const hidden = { style: { display: 'none' } }

export interface QuestionProps {
  title: string
  open: boolean
  close: () => void
  /** Discards the choice (see `Dialog`). */
  giveUp?: () => void
  okText: string
  /** Needed if 取消 could be read as the action itself. */
  cancelText?: string
  danger?: boolean
  /** The action is not possible: the dialog explains why and only offers to close. */
  impossible?: boolean
  /** The preview of the effect is still loading. */
  waiting?: boolean
  width?: number
  children: ReactNode
}

/** Asks before an action; use `ConfirmDialog` if the action is a call. */
export function ConfirmQuestion(props: QuestionProps & { busy?: boolean; confirm: () => void }) {
  const {
    title,
    open,
    close,
    giveUp,
    okText,
    cancelText,
    danger,
    impossible,
    waiting,
    width = 460,
    busy,
    confirm,
  } = props
  return (
    <Dialog
      title={title}
      open={open}
      onCancel={close}
      giveUp={impossible ? undefined : giveUp}
      onOk={impossible ? close : confirm}
      okText={impossible ? '知道了' : okText}
      cancelText={cancelText}
      okButtonProps={{ danger: danger && !impossible, disabled: waiting }}
      cancelButtonProps={impossible ? hidden : undefined}
      confirmLoading={busy}
      mask={{ closable: false }}
      width={width}
    >
      <div className="confirm">{props.children}</div>
    </Dialog>
  )
}
