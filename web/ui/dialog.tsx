import { Modal, type ModalProps } from 'antd'
import { InitialFocus } from './initial-focus.tsx'

/** antd's dialog, which begins anew each time that it opens, with the focus where its work begins. */
export const Dialog = ({ children, ...props }: ModalProps) => (
  <Modal destroyOnHidden {...props}>
    <InitialFocus waiting={props.okButtonProps?.disabled} />
    {children}
  </Modal>
)
