import { useState } from 'react'
import { readDraft, writeDraft } from '#web/data/draft.ts'
import { RestoredNote } from './restored-note.tsx'

/**
 * Keeps the choice in a dialog without a form across a reload and the end of the session, as form fields are kept. It is restored
 * only for the same initial value, so that others' changes are not reverted.
 */
export function useDraft<Value>(name: string, initial: Value) {
  const [beginning] = useState(initial)
  const key = [location.pathname, name, JSON.stringify(beginning)].join('\n')
  // The cast holds because only values of this dialog are stored under its key.
  const [before] = useState(() => readDraft(key) as Value | undefined)
  const [value, setValue] = useState(before ?? beginning)
  const [isRestored, setRestored] = useState(before !== undefined)
  const drop = () => writeDraft(key, undefined)
  return {
    /** The dialog's initial value, whatever is loaded meanwhile. */
    beginning,
    value,
    set(next: Value): void {
      setValue(next)
      writeDraft(key, next)
    },
    /** Called when the choice was sent or discarded. */
    drop,
    note: isRestored ? (
      <p className="form-draft" role="status">
        <RestoredNote
          clear={() => {
            drop()
            setValue(beginning)
            setRestored(false)
          }}
        />
      </p>
    ) : null,
  }
}
