import { useState } from 'react'
import { readDraft, writeDraft } from '#web/data/draft.ts'
import { RestoredNote } from './restored-note.tsx'

/**
 * What is chosen in a dialog that is no form outlives a reload and the end of the session, as the fields of a form do. It comes back only
 * to the same beginning: what others changed meanwhile is not chosen away again.
 */
export function useDraft<Value>(name: string, initial: Value) {
  const [beginning] = useState(initial)
  const key = [location.pathname, name, JSON.stringify(beginning)].join('\n')
  // Nothing but a value of this dialog is kept under its key.
  const [before] = useState(() => readDraft(key) as Value | undefined)
  const [value, setValue] = useState(before ?? beginning)
  const [isRestored, setRestored] = useState(before !== undefined)
  const drop = () => writeDraft(key, undefined)
  return {
    /** What the dialog began with, whatever is loaded meanwhile. */
    beginning,
    value,
    set(next: Value): void {
      setValue(next)
      writeDraft(key, next)
    },
    /** It was sent, or whoever chose it does not want it any more. */
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
