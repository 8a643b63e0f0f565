import { useCallback, useEffect, useState } from 'react'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { type Answer, api, type CallOptions, type Refused } from '#web/api.ts'

export interface Called<Name extends CallName> {
  /** The last answer that succeeded; stays while a newer one is under way. */
  data: OutputOf<Name> | undefined
  /** Why the last call did not succeed. */
  refused: Refused | undefined
  loading: boolean
  reload: () => void
}

/** A page's data: asked for when shown and when the input changes, given up when left. */
export function useCall<Name extends CallName>(
  name: Name,
  input: InputOf<Name>,
  options: Pick<CallOptions, 'quiet'> = {},
): Called<Name> {
  const [answer, setAnswer] = useState<{ data?: OutputOf<Name>; refused?: Refused; loading: boolean }>({
    loading: true,
  })
  const [round, setRound] = useState(0)
  const body = JSON.stringify(input)
  const { quiet } = options
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController()
    setAnswer(before => ({ ...before, loading: true }))
    // One name's call through a union of all: the compiler can't follow which.
    const send = api[name] as (input: unknown, options: CallOptions) => Promise<Answer<Name>>
    void send(JSON.parse(body), { quiet, signal: leaving.signal }).then(given => {
      if (leaving.signal.aborted) return
      setAnswer(before =>
        given.ok ? { data: given.data, loading: false } : { data: before.data, refused: given, loading: false },
      )
    })
    return () => leaving.abort()
  }, [name, body, quiet, round])
  const reload = useCallback(() => setRound(before => before + 1), [])
  return { data: answer.data, refused: answer.refused, loading: answer.loading, reload }
}
