import { Modal, type ModalProps } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'
import { inputWhileOpen } from './closing.ts'
import { InitialFocus } from './initial-focus.tsx'
import { scaled } from './scaled.ts'
import { useStep } from './use-step.ts'

type DialogProps = Omit<ModalProps, 'width' | 'wrapProps' | 'open' | 'onCancel'> & {
  width?: number
  open: boolean
  onCancel?: () => void
  /** Discards the input when 取消 is pressed. Escape and ×, which may be pressed by mistake, only close. */
  giveUp?: (() => void) | undefined
}

/** A note shown first in any dialog that opens below the provider. */
export const DialogNote = createContext<ReactNode>(undefined)

/**
 * antd's dialog, which is reset each time it opens, puts the focus where its work begins, and ignores input once it closes. Back closes
 * it as Escape does.
 */
export function Dialog({ children, width = 520, giveUp, ...props }: DialogProps) {
  useStep(props.open, props.confirmLoading ? undefined : props.onCancel, false)
  return (
    <Modal
      destroyOnHidden
      {...props}
      onCancel={() => props.onCancel?.()}
      // antd does not close a dialog while its input is being sent, but reports the click.
      cancelButtonProps={giveUp ? { onClick: () => props.confirmLoading || giveUp() } : props.cancelButtonProps}
      width={scaled(width)}
      wrapProps={inputWhileOpen(props.open)}
    >
      <InitialFocus waiting={props.okButtonProps?.disabled} step={`${props.title} ${props.okText}`} />
      {useContext(DialogNote)}
      {children}
    </Modal>
  )
}
