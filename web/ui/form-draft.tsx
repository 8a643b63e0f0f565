import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/data/draft.ts'
import { isInstant, isValues, keepable, revived, type Values } from './draft-values.ts'
import { RestoredNote } from './restored-note.tsx'

/** The same records are the same subject, in whatever order they were chosen. */
const idsOf = (subject: string | readonly string[]) =>
  typeof subject === 'string' ? subject : subject.toSorted().join(' ')

interface FormDraftProps {
  /** Names the form on its page. */
  name: string
  /** The record or records that the form is about; undefined if the page has only one form of this name. */
  subject: string | readonly string[] | undefined
  /** Called with the restored values, for a form that keeps some of its own. */
  restored?: (values: Values) => void
  /** The record has a revision: a draft is restored into a newer revision as well, with a notice. */
  revised?: boolean | undefined
}

/** The suffix of the name under which a draft of a record with a revision stores the form's initial values. */
const beganWith = ' beginning'

/**
 * Stores the input of the surrounding form until it is sent or discarded: it survives a reload, Back and the end of the session,
 * after which the same person continues (web/data/draft.ts). It is restored only into a form about the same subject, and with the
 * same initial values unless the record has a revision.
 */
export function useFormDraft() {
  const key = useRef<string>(undefined)
  const began = useRef<Values>({})
  return {
    key,
    began,
    /** The form's `onValuesChange`. Lists and groups are stored as a whole, even if only a part has changed. */
    keep(changed: object, all: object = changed): void {
      const now: Values = { ...changed, ...all }
      const values = keepable(Object.fromEntries(Object.keys(changed).map(name => [name, now[name]])))
      if (!key.current || Object.keys(values).length === 0) return
      const stored = readDraft(key.current)
      writeDraft(key.current, { ...began.current, ...(isValues(stored) ? stored : {}), ...values })
    },
    /** Called when the input was sent or discarded. */
    drop(): void {
      if (key.current) writeDraft(key.current, undefined)
    },
  }
}

export type Draft = ReturnType<typeof useFormDraft>

/** Restores the draft in the form, says so, and removes it on request. */
export function FormDraft({ name, subject, draft, restored, revised }: FormDraftProps & { draft: Draft }) {
  const form = Form.useFormInstance<Values>()
  const place = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState<Values>()
  const [newer, setNewer] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form begins once
  useEffect(() => {
    const initial = form.getFieldsValue()
    const about = place.current?.closest('form')?.querySelector('.dialog-about')?.textContent ?? ''
    // A field may start with the present time, which differs after a reload.
    const beginning = JSON.stringify(keepable(initial), (_, value) => (isInstant(value) ? undefined : value))
    const key = [
      location.pathname,
      location.search,
      name,
      subject === undefined ? about : idsOf(subject),
      ...(revised ? [] : [beginning]),
    ].join('\n')
    draft.key.current = key
    if (revised) draft.began.current = { [beganWith]: beginning }
    const stored = readDraft(key)
    if (!isValues(stored)) return
    const { [beganWith]: began, ...known } = stored
    let left = false
    void revived(keepable(known)).then(values => {
      if (left) return
      form.setFieldsValue(values)
      restored?.(values)
      setBefore(initial)
      setNewer(revised === true && began !== beginning)
    })
    return () => {
      left = true
    }
  }, [])
  return (
    <div ref={place} className="form-draft" role={before ? 'status' : undefined}>
      {before && (
        <RestoredNote
          newer={newer}
          clear={() => {
            draft.drop()
            form.setFieldsValue(before)
            restored?.(before)
            setBefore(undefined)
          }}
        />
      )}
    </div>
  )
}
