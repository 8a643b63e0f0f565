import { Form, type FormInstance, Modal } from 'antd'
import { type ReactNode, useId, useState } from 'react'

interface DialogFormProps<Values extends object> {
  title: string
  open: boolean
  close: () => void
  form: FormInstance<Values>
  okText: string
  danger?: boolean
  width?: number
  /** Answers whether it is done and the dialog may close. */
  send: (values: Values) => Promise<boolean>
  children: ReactNode
}

/** A form in a dialog: Enter submits, an error keeps what was typed, closing forgets it. */
export function DialogForm<Values extends object>(props: DialogFormProps<Values>) {
  const { title, open, close, form, okText, danger, width = 440, send, children } = props
  const [busy, setBusy] = useState(false)
  // The page below may have a field of the same name, and labels find their fields by id.
  const name = useId()
  async function submit(values: Values) {
    setBusy(true)
    const done = await send(values)
    setBusy(false)
    if (done) close()
  }
  return (
    <Modal
      title={title}
      open={open}
      onCancel={close}
      onOk={() => form.submit()}
      okText={okText}
      okButtonProps={{ danger }}
      confirmLoading={busy}
      mask={{ closable: false }}
      destroyOnHidden
      width={width}
    >
      <Form name={name} form={form} layout="vertical" preserve={false} onFinish={submit} className="dialog-form">
        {children}
        {/* Enter submits a form only if it holds a submit button; the dialog's stands outside. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </Form>
    </Modal>
  )
}
