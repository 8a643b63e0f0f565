import { Modal, type ModalProps } from 'antd'
import type { HTMLAttributes, KeyboardEvent, SyntheticEvent } from 'react'
import { InitialFocus } from './initial-focus.tsx'
import { scaled } from './scaled.ts'

type DialogProps = Omit<ModalProps, 'width' | 'wrapProps' | 'open'> & { width?: number; open: boolean }

function drop(event: SyntheticEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Enter that is still held down since the dialog was opened by it would submit what nobody has read. */
function dropHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) drop(event)
}

/**
 * A dialog that closes is still in the document for a moment, and its submission is settled: another Enter, or Ctrl-Enter's click, would
 * be a second one. antd keeps only the mouse away.
 */
const closing: HTMLAttributes<HTMLDivElement> = {
  inert: true,
  onClickCapture: drop,
  onSubmitCapture: drop,
  onKeyDownCapture: drop,
}
const opened: HTMLAttributes<HTMLDivElement> = { onKeyDownCapture: dropHeldEnter }

/** antd's dialog, which begins anew each time that it opens, with the focus where its work begins, and takes nothing once it closes. */
export const Dialog = ({ children, width = 520, ...props }: DialogProps) => (
  <Modal destroyOnHidden {...props} width={scaled(width)} wrapProps={props.open ? opened : closing}>
    <InitialFocus waiting={props.okButtonProps?.disabled} />
    {children}
  </Modal>
)
