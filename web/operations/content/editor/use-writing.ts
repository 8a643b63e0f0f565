import { useRef, useState } from 'react'
import { keys, readJson, remove, write } from '#web/data/storage.ts'
import { operator } from '../../operator.ts'

interface Kept<Values> {
  /** The version that the draft is based on. */
  revision: number
  /** ISO 8601. */
  at: string
  values: Values
}

const isKept = (value: unknown): value is Kept<never> =>
  typeof value === 'object' && value !== null && 'values' in value && 'revision' in value && 'at' in value

/** Returns the storage key; one operator's unsaved text must not appear for the next one on the same computer. */
const keyOf = (name: string) => `${keys.writing}:${operator.get()?.operator_id}:${name}`

/**
 * Adopts a draft that an earlier version stored by its name only: the first operator who opens it continues it, others do not see
 * it.
 */
function adopt(name: string): void {
  const former = `${keys.writing}:${name}`
  const kept = readJson(former, isKept)
  remove([former])
  if (kept && !readJson(keyOf(name), isKept)) write(keyOf(name), JSON.stringify(kept))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A draft, stored in this browser with every keystroke until it is saved: a reload, a crash or the end of the session loses
 * nothing. `base` is the server's version; `values` starts with the stored draft.
 */
export function useWriting<Values extends object>(name: string, base: { revision: number; values: Values }) {
  const key = useRef(keyOf(name))
  const [saved, setSaved] = useState(base)
  const [found] = useState(() => {
    adopt(name)
    const kept = readJson(key.current, isKept) as Kept<Values> | undefined
    return kept && !same(kept.values, base.values) ? kept : undefined
  })
  const [values, setValues] = useState(found?.values ?? base.values)
  const [revision, setRevision] = useState(found?.revision ?? base.revision)
  /** The time of the restored draft, until the writer decides whether to continue with it. */
  const [restoredAt, setRestoredAt] = useState(found?.at)

  const latest = useRef(values)
  /** What `values` change, for an answer that comes after a save. */
  const under = useRef({ values: saved.values, revision })

  function put(next: Values) {
    latest.current = next
    setValues(next)
  }
  function keep(next: Values, than: Values, expectedRevision: number) {
    if (same(next, than)) remove([key.current])
    else
      write(
        key.current,
        JSON.stringify({
          revision: expectedRevision,
          at: new Date().toISOString(),
          values: next,
        } satisfies Kept<Values>),
      )
  }
  function settle(next: { revision: number; values: Values }, newName = name) {
    const newKey = keyOf(newName)
    if (newKey !== key.current) remove([key.current])
    key.current = newKey
    under.current = next
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
    /** Changes some values, over the newest ones: an answer that comes late leaves what was typed meanwhile. */
    change(some: Partial<Values>) {
      const next = { ...latest.current, ...some }
      put(next)
      keep(next, under.current.values, under.current.revision)
    },
    /**
     * Marks these values as saved on the server; text typed since they were sent remains, under a new name if the server has
     * assigned the object an id.
     */
    settle,
    /** Replaces the draft by the server's version. */
    replace(next: { revision: number; values: Values }) {
      put(next.values)
      settle(next)
    },
    /** Returns to the server's version. */
    discard() {
      put(saved.values)
      settle(saved)
      return saved.values
    },
  }
}
