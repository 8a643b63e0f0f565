import { Button, type ButtonProps } from 'antd'
import { useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface ConfirmButtonProps<Input, Data> extends Omit<ConfirmDialogProps<Input, Data>, 'open' | 'close' | 'form'> {
  label: string
  /** How the button itself looks, and its name where the label alone does not say of what. */
  button?: Pick<ButtonProps, 'aria-label' | 'danger' | 'size' | 'type'>
}

/** A button whose call is made once its effect was read and confirmed. */
export function ConfirmButton<Input, Data>({ label, button, ...question }: ConfirmButtonProps<Input, Data>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog {...question} open={open} close={() => setOpen(false)} />
    </>
  )
}
