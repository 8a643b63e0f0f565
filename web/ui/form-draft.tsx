import { Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/data/draft.ts'
import { RestoredNote } from './restored-note.tsx'

type Values = Record<string, unknown>

/** Proofs of identity are never written down, nor an identity card's number. */
const secret = /password|captcha|secret|token|id_number|totp|^(code|current)$/

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A day or an instant of a calendar's field, and what is kept of it. */
const isMoment = (value: unknown): value is { toISOString: () => string; isValid: () => boolean } =>
  isValues(value) && typeof value.toISOString === 'function' && typeof value.isValid === 'function'
const isKeptMoment = (value: unknown): value is { moment: string } =>
  isValues(value) && typeof value.moment === 'string'

/** A kept moment, or the minute of a field that has its browser's own calendar (2026-11-20T09:30). */
const isInstant = (value: unknown): boolean =>
  isKeptMoment(value) || (typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(value))

/** A row of a list in the form, or a file that is uploaded already: not one that is only chosen, which has a life of its own. */
const isGroup = (value: unknown): value is Values =>
  isValues(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean', 'undefined'].includes(typeof value) ||
  isMoment(value) ||
  (Array.isArray(value) && value.every(isPlain)) ||
  isGroup(value)

const kept = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(kept)
    : isMoment(value)
      ? { moment: value.isValid() ? value.toISOString() : '' }
      : isGroup(value)
        ? keepable(value)
        : value

/** What can't be kept is chosen or proved again. */
const keepable = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([name, value]) => !secret.test(name) && isPlain(value))
      .map(([name, value]) => [name, kept(value)]),
  )

const hasMoment = (value: unknown): boolean =>
  isKeptMoment(value) || (isValues(value) || Array.isArray(value) ? Object.values(value).some(hasMoment) : false)

/** Makes moments of what was kept of them. A form without any needs no calendar, so that is loaded here. */
async function revived(values: Values): Promise<Values> {
  if (!hasMoment(values)) return values
  const { dayjs } = await import('./dayjs.ts')
  const revive = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(revive)
      : isKeptMoment(value)
        ? value.moment
          ? dayjs(value.moment)
          : null
        : isValues(value)
          ? reviveAll(value)
          : value
  const reviveAll = (group: Values): Values =>
    Object.fromEntries(Object.entries(group).map(([name, value]) => [name, revive(value)]))
  return reviveAll(values)
}

/** The same records are the same subject in whatever order they were chosen. */
const idsOf = (subject: string | readonly string[]) =>
  typeof subject === 'string' ? subject : subject.toSorted().join(' ')

interface FormDraftProps {
  /** Names the form on its page. */
  name: string
  /** The record, or the records, that the form is about; undefined if the page has just one form of this name. */
  subject: string | readonly string[] | undefined
  /** A form that keeps values of its own learns what was restored. */
  restored?: (values: Values) => void
}

/**
 * Keeps what is typed into the form around it until it is sent or given up: it outlives a reload, Back and the end of the session,
 * after which the same person goes on (web/data/draft.ts). It comes back only into the form that it was typed into, which is one
 * with the same beginning about the same subject.
 */
export function useFormDraft() {
  const key = useRef<string>(undefined)
  return {
    key,
    /** The form's `onValuesChange`. Of a list or a group the whole is kept, of which only a part may have changed. */
    keep(changed: object, all: object = changed): void {
      const now: Values = { ...changed, ...all }
      const values = keepable(Object.fromEntries(Object.keys(changed).map(name => [name, now[name]])))
      if (!key.current || Object.keys(values).length === 0) return
      const stored = readDraft(key.current)
      writeDraft(key.current, { ...(isValues(stored) ? stored : {}), ...values })
    },
    /** It was sent, or whoever typed it does not want it any more. */
    drop(): void {
      if (key.current) writeDraft(key.current, undefined)
    },
  }
}

export type Draft = ReturnType<typeof useFormDraft>

/** Restores in the form what was typed; it says so, and removes it again on request. */
export function FormDraft({ name, subject, draft, restored }: FormDraftProps & { draft: Draft }) {
  const form = Form.useFormInstance<Values>()
  const place = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState<Values>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form begins once
  useEffect(() => {
    const initial = form.getFieldsValue()
    const about = place.current?.closest('form')?.querySelector('.dialog-about')?.textContent ?? ''
    // A field may begin with the present moment, which is another one after the reload.
    const beginning = JSON.stringify(keepable(initial), (_, value) => (isInstant(value) ? undefined : value))
    const key = [
      location.pathname,
      location.search,
      name,
      subject === undefined ? about : idsOf(subject),
      beginning,
    ].join('\n')
    draft.key.current = key
    const known = readDraft(key)
    if (!isValues(known)) return
    let left = false
    void revived(keepable(known)).then(values => {
      if (left) return
      form.setFieldsValue(values)
      restored?.(values)
      setBefore(initial)
    })
    return () => {
      left = true
    }
  }, [])
  return (
    <div ref={place} className="form-draft" role={before ? 'status' : undefined}>
      {before && (
        <RestoredNote
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
