import type { FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { Alert } from './alert.tsx'
import { Button } from './button.tsx'
import { labelOf, shownText } from './form-labels.ts'
import { dateTime } from './format.ts'

type Fields = Record<string, unknown>

/** The server's data about the record that has changed since it was read: its revision, or the present values of some fields. */
interface Newer {
  revision?: number
  seen?: Fields
  saved_by?: string
  saved_at?: string
}

const isNewer = (data: unknown): data is Newer =>
  typeof data === 'object' &&
  data !== null &&
  (('revision' in data && typeof data.revision === 'number') || ('seen' in data && typeof data.seen === 'object'))

/**
 * The record that a form changes, as its user has seen it: the one with which the form was opened, or, once the server has refused
 * to overwrite a newer one, with what is newer, because a user who submits again after the notice does so deliberately.
 */
export function useSeen<Row extends object | null | undefined>(opened: Row) {
  // The page may reload the record below the form, which still shows the one with which it was opened.
  const [record, setRecord] = useState(() => opened)
  const [newer, setNewer] = useState<Newer>()
  return {
    record,
    newer,
    /** Reports whether the refusal is a conflict, which the form's note then explains. */
    takes({ code, data }: Refused): boolean {
      if (code !== -53022 || !record || !isNewer(data)) return false
      const { revision, seen } = data
      setRecord(before => ({ ...before, ...(revision !== undefined && { revision }), ...seen }))
      setNewer(data)
      return true
    },
  }
}

interface ConflictNoteProps {
  newer: Newer | undefined
  /** The button that leaves the form and keeps its input. */
  leave: '关闭' | '取消'
  /** The form of a record whose fields are saved one by one, and the name that precedes its fields' ids. */
  fields?: { form: FormInstance; name: string; toFields: (seen: Fields) => object }
}

/**
 * Shown above the button of a form whose record another user has saved meanwhile. It scrolls into view with that button, because
 * the user may see only the end of the form.
 */
export function ConflictNote({ newer, leave, fields }: ConflictNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  const [mine, setMine] = useState<Fields>()
  const [details, setDetails] = useState({ names: '', values: '' })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the fields are read when the conflict is reported
  useEffect(() => {
    if (!newer) return
    setMine(undefined)
    if (fields && newer.seen) setDetails(detailsOf(newer.seen, fields))
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [newer])
  if (!newer) return null
  const { seen } = newer
  function look({ form, toFields }: NonNullable<typeof fields>, theirs: Fields): void {
    const values = toFields(theirs)
    setMine(mine ? undefined : form.getFieldsValue(Object.keys(values)))
    form.setFieldsValue(mine ?? values)
  }
  return (
    <div ref={note} className="conflict-note">
      <Alert
        type="warning"
        title={`${newer.saved_by ?? '其他人'}${newer.saved_at ? `于 ${dateTime(newer.saved_at)} ` : '已'}保存了新的内容${details.names}`}
        description={
          seen && fields ? (
            <>
              {mine
                ? '现在显示的是对方的内容，保存会保留它。'
                : `${details.values}您填写的都还在：再次保存，会以您的内容代替对方的。`}
              <Button look="link" size="small" onClick={() => look(fields, seen)}>
                {mine ? '用回我填写的' : '看对方的'}
              </Button>
            </>
          ) : (
            `您填写的都还在：再次保存，会以您的内容代替对方的。要先看对方的，${leave}后重新打开，您填写过的会恢复。`
          )
        }
      />
    </div>
  )
}

/** Names the fields as the form does, with the present values of those that are text. */
function detailsOf(seen: Fields, { form, name }: NonNullable<ConflictNoteProps['fields']>) {
  const known = Object.entries(seen).flatMap(([field, value]) => {
    const label = labelOf(`${name}_${field}`)
    return label ? [{ label, text: shownText(`${name}_${field}`, form.getFieldValue(field), value) }] : []
  })
  const texts = known.flatMap(({ label, text }) => (text === undefined ? [] : [`${label}现为“${text}”。`]))
  return { names: known.length ? `：${known.map(({ label }) => label).join('、')}` : '', values: texts.join('') }
}
