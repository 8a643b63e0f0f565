import { Modal, type ModalProps } from 'antd'
import { InitialFocus } from './initial-focus.tsx'
import { scaled } from './scaled.ts'

type DialogProps = Omit<ModalProps, 'width'> & { width?: number }

/** antd's dialog, which begins anew each time that it opens, with the focus where its work begins. */
export const Dialog = ({ children, width = 520, ...props }: DialogProps) => (
  <Modal destroyOnHidden {...props} width={scaled(width)}>
    <InitialFocus waiting={props.okButtonProps?.disabled} />
    {children}
  </Modal>
)
