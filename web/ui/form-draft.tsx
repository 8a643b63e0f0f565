import { Button, Form } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { readDraft, writeDraft } from '#web/data/draft.ts'

type Values = Record<string, unknown>

/** Proofs of identity are never written down, nor an identity card's number. */
const secret = /password|captcha|secret|token|id_number|totp|^code$/

const isPlain = (value: unknown): boolean =>
  value === null ||
  ['string', 'number', 'boolean'].includes(typeof value) ||
  (Array.isArray(value) && value.every(isPlain))

/** Files and moments are objects with a life of their own; they are chosen again. */
const keepable = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !secret.test(name) && isPlain(value)))

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A form of one field is typed again sooner than its note is read. */
const fewest = 2

interface FormDraftProps {
  /** Names the form on its page. */
  name: string
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
    /** The form's `onValuesChange`. */
    keep(changed: object): void {
      if (!key.current) return
      const stored = readDraft(key.current)
      writeDraft(key.current, { ...(isValues(stored) ? stored : {}), ...keepable(changed as Values) })
    },
    /** It was sent, or whoever typed it does not want it any more. */
    drop(): void {
      if (key.current) writeDraft(key.current, undefined)
    },
  }
}

export type Draft = ReturnType<typeof useFormDraft>

/** Restores in the form what was typed; it says so, and removes it again on request. */
export function FormDraft({ name, draft, restored }: FormDraftProps & { draft: Draft }) {
  const form = Form.useFormInstance<Values>()
  const place = useRef<HTMLDivElement>(null)
  const [before, setBefore] = useState<Values>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form begins once
  useEffect(() => {
    const initial = form.getFieldsValue()
    if (Object.keys(initial).length < fewest) return
    const about = place.current?.closest('form')?.querySelector('.dialog-about')?.textContent ?? ''
    const key = [location.pathname, location.search, name, about, JSON.stringify(keepable(initial))].join('\n')
    draft.key.current = key
    const stored = readDraft(key)
    if (!isValues(stored)) return
    const values = keepable(stored)
    form.setFieldsValue(values)
    restored?.(values)
    setBefore(initial)
  }, [])
  return (
    <div ref={place} className="form-draft" role={before ? 'status' : undefined}>
      {before && (
        <>
          已恢复上次没有提交的内容。
          <Button
            type="link"
            size="small"
            onClick={() => {
              draft.drop()
              form.setFieldsValue(before)
              restored?.(before)
              setBefore(undefined)
            }}
          >
            清空
          </Button>
        </>
      )}
    </div>
  )
}
