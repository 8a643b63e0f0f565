import { Modal, type ModalProps } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'
import { takingWhile } from './closing.ts'
import { InitialFocus } from './initial-focus.tsx'
import { scaled } from './scaled.ts'

type DialogProps = Omit<ModalProps, 'width' | 'wrapProps' | 'open'> & {
  width?: number
  open: boolean
  /** Forgets what was entered when 取消 is pressed. Escape and ×, which are also pressed by mistake, only close. */
  giveUp?: (() => void) | undefined
}

/** Stands first in whichever dialog opens below it. */
export const DialogNote = createContext<ReactNode>(undefined)

/** antd's dialog, which begins anew each time that it opens, with the focus where its work begins, and takes nothing once it closes. */
export const Dialog = ({ children, width = 520, giveUp, ...props }: DialogProps) => (
  <Modal
    destroyOnHidden
    {...props}
    // antd does not close a dialog whose input is being sent, but reports the click.
    cancelButtonProps={giveUp ? { onClick: () => props.confirmLoading || giveUp() } : props.cancelButtonProps}
    width={scaled(width)}
    wrapProps={takingWhile(props.open)}
  >
    <InitialFocus waiting={props.okButtonProps?.disabled} />
    {useContext(DialogNote)}
    {children}
  </Modal>
)
