import { useRef, useState } from 'react'
import { keys, readJson, remove, write } from '#web/storage.ts'

interface Kept<Values> {
  /** The version that the writer began with. */
  revision: number
  /** ISO 8601. */
  at: string
  values: Values
}

const isKept = (value: unknown): value is Kept<never> =>
  typeof value === 'object' && value !== null && 'values' in value && 'revision' in value && 'at' in value

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What is being written, and kept in this browser with every key until it is saved: a reload, a fault or the end of the session
 * lose nothing. `base` is what the server has; `values` begins as what was kept.
 */
export function useWriting<Values extends object>(name: string, base: { revision: number; values: Values }) {
  const key = `${keys.writing}:${name}`
  const [saved, setSaved] = useState(base)
  const [found] = useState(() => {
    const kept = readJson(key, isKept) as Kept<Values> | undefined
    return kept && !same(kept.values, base.values) ? kept : undefined
  })
  const [values, setValues] = useState(found?.values ?? base.values)
  const [revision, setRevision] = useState(found?.revision ?? base.revision)
  /** When what is shown was kept, as long as the writer has not said whether to go on with it. */
  const [restoredAt, setRestoredAt] = useState(found?.at)

  const latest = useRef(values)

  function put(next: Values) {
    latest.current = next
    setValues(next)
  }
  function keep(next: Values, than: Values, known: number) {
    if (same(next, than)) remove([key])
    else
      write(key, JSON.stringify({ revision: known, at: new Date().toISOString(), values: next } satisfies Kept<Values>))
  }
  function settle(next: { revision: number; values: Values }) {
    keep(latest.current, next.values, next.revision)
    setSaved(next)
    setRevision(next.revision)
    setRestoredAt(undefined)
  }
  return {
    values,
    revision,
    dirty: !same(values, saved.values),
    restoredAt,
    acknowledge: () => setRestoredAt(undefined),
    change(next: Values) {
      put(next)
      keep(next, saved.values, revision)
    },
    /** The server has these now; what was typed since they were sent stays. */
    settle,
    /** Shows what the server has, in place of what was typed. */
    replace(next: { revision: number; values: Values }) {
      put(next.values)
      settle(next)
    },
    /** Back to what the server has. */
    discard() {
      put(saved.values)
      settle(saved)
      return saved.values
    },
  }
}
