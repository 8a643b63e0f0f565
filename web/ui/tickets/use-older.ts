import { useState } from 'react'
import type { Refused } from '#web/data/answers.ts'
import { showRefusal } from '../show-refusal.ts'

export interface Entry {
  entry_id: string
  /** Absent for the company, which gets only messages. */
  kind?: 'message' | 'note' | 'event'
  side: 'company' | 'provider'
  author_name: string
  text: string
  files: readonly { file_id: string; file_name: string; size: number; url: string }[]
  created_at: string
}

interface Part {
  entries: readonly Entry[]
  older: boolean
}

/** Reads the newest part of a ticket's entries, or the part before one of them. */
export type Read = (before?: string) => Promise<{ ok: true; data: Part } | Refused>

interface Older extends Part {
  read: Read
}

/**
 * Returns the newest entries with the older ones that were loaded. Entries that new ones push out of the newest part stay, so that
 * neither what is being read nor the part before it ever has a gap.
 */
export function useOlder({ entries: newest, older, read }: Older) {
  const [loaded, setLoaded] = useState<Part>({ entries: [], older })
  const [seen, setSeen] = useState(newest)
  const [loading, setLoading] = useState(false)
  const start = newest[0]?.entry_id ?? ''
  if (seen !== newest) {
    setSeen(newest)
    // Ids are in the order of time.
    const moved = seen.filter(({ entry_id }) => entry_id < start)
    if (moved.length) setLoaded({ ...loaded, entries: [...loaded.entries, ...moved] })
  }
  const entries = [...loaded.entries, ...newest]
  async function loadOlder() {
    setLoading(true)
    const answer = await read(entries[0]?.entry_id)
    setLoading(false)
    if (!answer.ok) return showRefusal(answer)
    const part = answer.data
    setLoaded(before => ({ older: part.older, entries: [...part.entries, ...before.entries] }))
  }
  return { entries, older: loaded.older, loading, loadOlder: () => void loadOlder() }
}
