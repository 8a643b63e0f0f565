import type { ReactNode } from 'react'
import { hidden } from './confirm-question.tsx'
import { Dialog } from './dialog.tsx'

interface OnceDialogProps {
  title: string
  open: boolean
  okText: string
  close: () => void
  children: ReactNode
}

/** Shows content that is never shown again. Only its button closes it: Escape and × may be pressed by mistake. */
export const OnceDialog = ({ close, ...props }: OnceDialogProps) => (
  <Dialog
    {...props}
    onOk={close}
    cancelButtonProps={hidden}
    closable={false}
    keyboard={false}
    mask={{ closable: false }}
  />
)
