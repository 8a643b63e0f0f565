import { useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

interface ConfirmButtonProps<Input, Data> extends Omit<ConfirmDialogProps<Input, Data>, 'open' | 'close' | 'form'> {
  label: string
  /** The look of the button, and its accessible name if the label does not identify the object. */
  button?: Pick<ButtonProps, 'aria-label' | 'danger' | 'size' | 'look'>
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
