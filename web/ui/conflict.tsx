import { useEffect, useRef, useState } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { Alert } from './alert.tsx'
import { dateTime } from './format.ts'

/** What the server knows of the record that has changed since it was read. */
interface Newer {
  revision: number
  saved_by?: string
  saved_at?: string
}

const isNewer = (data: unknown): data is Newer =>
  typeof data === 'object' && data !== null && 'revision' in data && typeof data.revision === 'number'

/**
 * The revision that a form changes: the one it was opened with, or, once the server has refused to overwrite a newer one, that
 * one, because whoever was told of it and submits again means to.
 */
export function useRevision(opened: number | undefined) {
  // The page may read the record anew below the form, which still shows the one that it was opened with.
  const [first] = useState(opened)
  const [newer, setNewer] = useState<Newer>()
  return {
    revision: newer?.revision ?? first,
    newer,
    /** Reports whether the refusal is such a conflict, which the form's note then tells. */
    takes({ code, data }: Refused): boolean {
      if (code !== -53022 || first === undefined || !isNewer(data)) return false
      setNewer(data)
      return true
    },
  }
}

interface ConflictNoteProps {
  newer: Newer | undefined
  /** The word by which the form is left so that what was typed is kept. */
  leave: '关闭' | '取消'
}

/**
 * Stands above the button of a form whose record somebody else has saved meanwhile. It comes into view with that button, because
 * whoever has pressed it may have only the end of the form on the screen.
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
