import { useState } from 'react'

/** The part of its state that a dialog needs. */
export interface DialogProps {
  open: boolean
  close: () => void
}

export interface ChangeDialogProps extends DialogProps {
  /** Reloads the data that the dialog has changed. */
  done: () => void
}

export interface DialogState<Subject> extends DialogProps {
  subject: Subject | undefined
  /** Increases each time the dialog opens. As its React key, this resets the dialog's state. */
  key: number
  show: (subject: Subject) => void
  props: DialogProps
}

/** The state of a dialog and its subject. The subject is kept while the dialog closes, so that its text does not vanish first. */
export function useDialog<Subject>(): DialogState<Subject> {
  const [state, setState] = useState<{ subject?: Subject; open: boolean; key: number }>({ open: false, key: 0 })
  // Whoever opened it for one subject and closes it late, after an answer, does not close it for the next one.
  const close = () => setState(before => (before.key === state.key ? { ...before, open: false } : before))
  return {
    subject: state.subject,
    open: state.open,
    key: state.key,
    show: subject => setState(({ key }) => ({ subject, open: true, key: key + 1 })),
    close,
    props: { open: state.open, close },
  }
}
