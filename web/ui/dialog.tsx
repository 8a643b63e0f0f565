import { Modal, type ModalProps } from 'antd'
import { takingWhile } from './closing.ts'
import { InitialFocus } from './initial-focus.tsx'
import { scaled } from './scaled.ts'

type DialogProps = Omit<ModalProps, 'width' | 'wrapProps' | 'open'> & { width?: number; open: boolean }

/** antd's dialog, which begins anew each time that it opens, with the focus where its work begins, and takes nothing once it closes. */
export const Dialog = ({ children, width = 520, ...props }: DialogProps) => (
  <Modal destroyOnHidden {...props} width={scaled(width)} wrapProps={takingWhile(props.open)}>
    <InitialFocus waiting={props.okButtonProps?.disabled} />
    {children}
  </Modal>
)
