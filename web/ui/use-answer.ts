import { useCallback, useEffect, useState } from 'react'
import type { Answered, CallOptions, Refused } from '#web/answers.ts'

export interface Called<Data> {
  /** The last answer that succeeded; stays while a newer one is under way. */
  data: Data | undefined
  /** Why the last call did not succeed. */
  refused: Refused | undefined
  loading: boolean
  reload: () => void
}

export type Send<Data> = (input: unknown, options: CallOptions) => Promise<Answered<Data>>

/** A page's data: asked for when shown and when the input (JSON) changes, given up when left. `send` is one and the same for a name. */
export function useAnswer<Data>(send: Send<Data>, body: string, quiet: boolean | undefined): Called<Data> {
  const [answer, setAnswer] = useState<{ data?: Data; refused?: Refused; loading: boolean }>({ loading: true })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks again
  useEffect(() => {
    const leaving = new AbortController()
    setAnswer(before => ({ ...before, loading: true }))
    void send(JSON.parse(body), { quiet, signal: leaving.signal }).then(given => {
      if (leaving.signal.aborted) return
      setAnswer(before =>
        given.ok ? { data: given.data, loading: false } : { data: before.data, refused: given, loading: false },
      )
    })
    return () => leaving.abort()
  }, [send, body, quiet, round])
  const reload = useCallback(() => setRound(before => before + 1), [])
  return { data: answer.data, refused: answer.refused, loading: answer.loading, reload }
}

/**
 * What a call would do, asked again while its input is being typed; undefined asks nothing. `waiting` until the answer is for
 * the present input. `again` asks once more for the same.
 */
export function useTypedAnswer<Data>(send: Send<Data>, input: unknown, pause: number) {
  const [answer, setAnswer] = useState<{ body: string; data?: Data; refused?: Refused }>()
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound(before => before + 1), [])
  const text = input === undefined ? '' : JSON.stringify(input)
  // The round stands before the input, so that the same input asked for again is another question.
  const body = text && `${round} ${text}`
  useEffect(() => {
    if (!body) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      const given = await send(JSON.parse(body.slice(body.indexOf(' '))), { quiet: true, signal: leaving.signal })
      if (!leaving.signal.aborted) setAnswer(given.ok ? { body, data: given.data } : { body, refused: given })
    }, pause)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [send, body, pause])
  const waiting = body !== '' && answer?.body !== body
  // Without an input there is nothing to say; while it changes, the last answer stays.
  return body ? { data: answer?.data, refused: answer?.refused, waiting, again } : { waiting: false, again }
}
