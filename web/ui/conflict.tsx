import { useEffect, useRef, useState } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { Alert } from './alert.tsx'
import { dateTime } from './format.ts'

/** The server's data about the record that has changed since it was read. */
interface Newer {
  revision: number
  saved_by?: string
  saved_at?: string
}

const isNewer = (data: unknown): data is Newer =>
  typeof data === 'object' && data !== null && 'revision' in data && typeof data.revision === 'number'

/**
 * The revision that a form changes: the one with which it was opened, or, once the server has refused to overwrite a newer one,
 * that newer one, because a user who submits again after the notice does so deliberately.
 */
export function useRevision(opened: number | undefined) {
  // The page may reload the record below the form, which still shows the one with which it was opened.
  const [first] = useState(opened)
  const [newer, setNewer] = useState<Newer>()
  return {
    revision: newer?.revision ?? first,
    newer,
    /** Reports whether the refusal is a conflict, which the form's note then explains. */
    takes({ code, data }: Refused): boolean {
      if (code !== -53022 || first === undefined || !isNewer(data)) return false
      setNewer(data)
      return true
    },
  }
}

interface ConflictNoteProps {
  newer: Newer | undefined
  /** The button that leaves the form and keeps its input. */
  leave: '关闭' | '取消'
}

/**
 * Shown above the button of a form whose record another user has saved meanwhile. It scrolls into view with that button, because
 * the user may see only the end of the form.
 */
export function ConflictNote({ newer, leave }: ConflictNoteProps) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (newer) note.current?.scrollIntoView({ block: 'nearest' })
  }, [newer])
  return (
    newer && (
      <div ref={note} className="conflict-note">
        <Alert
          type="warning"
          title={`${newer.saved_by ?? '其他人'}${newer.saved_at ? `于 ${dateTime(newer.saved_at)} ` : '已'}保存了新的内容`}
          description={`您填写的都还在：再次保存，会以您的内容代替对方的。要先看对方的，${leave}后重新打开，您填写过的会恢复。`}
        />
      </div>
    )
  )
}
