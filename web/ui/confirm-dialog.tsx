import { Modal } from 'antd'
import { type ReactNode, useState } from 'react'

/** The attribute `hidden` does not hide an antd button, nor a file's input in an antd form. */
export const hidden = { style: { display: 'none' } }

interface ConfirmDialogProps {
  title: string
  open: boolean
  close: () => void
  okText: string
  /** Where 取消 could be read as the action itself. */
  cancelText?: string
  danger?: boolean
  /** It can't be done: the dialog says why and offers to close only. */
  impossible?: boolean
  /** What it would do is still being asked. */
  waiting?: boolean
  /** Answers whether it is done and the dialog may close. */
  send: () => Promise<boolean>
  width?: number
  children: ReactNode
}

/** Says what an action will do, by name and number, before it does it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, open, close, okText, cancelText, danger, impossible, waiting, send, width = 460, children } = props
  const [busy, setBusy] = useState(false)
  async function run() {
    setBusy(true)
    const done = await send()
    setBusy(false)
    if (done) close()
  }
  return (
    <Modal
      title={title}
      open={open}
      onCancel={close}
      onOk={() => void (impossible ? close() : run())}
      okText={impossible ? '知道了' : okText}
      cancelText={cancelText}
      okButtonProps={{ danger: danger && !impossible, disabled: waiting }}
      cancelButtonProps={impossible ? hidden : { autoFocus: danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      destroyOnHidden
      width={width}
    >
      <div className="confirm">{children}</div>
    </Modal>
  )
}
