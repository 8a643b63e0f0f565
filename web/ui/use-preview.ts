import { useCallback, useEffect, useState } from 'react'
import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { type Answer, api, type CallOptions, type Refused } from '#web/api.ts'

/**
 * What a call would do, asked again while its input is being typed; undefined asks nothing. `waiting` until the answer is for
 * the present input. `again` asks once more for the same.
 */
export function usePreview<Name extends CallName>(name: Name, input: InputOf<Name> | undefined, pause = 250) {
  const [answer, setAnswer] = useState<{ body: string; data?: OutputOf<Name>; refused?: Refused }>()
  const [round, setRound] = useState(0)
  const again = useCallback(() => setRound(before => before + 1), [])
  const text = input === undefined ? '' : JSON.stringify(input)
  // The round stands before the input, so that the same input asked for again is another question.
  const body = text && `${round} ${text}`
  useEffect(() => {
    if (!body) return
    const leaving = new AbortController()
    const timer = setTimeout(async () => {
      // One name's call through a union of all: the compiler can't follow which.
      const send = api[name] as (input: unknown, options: CallOptions) => Promise<Answer<Name>>
      const given = await send(JSON.parse(body.slice(body.indexOf(' '))), { quiet: true, signal: leaving.signal })
      if (!leaving.signal.aborted) setAnswer(given.ok ? { body, data: given.data } : { body, refused: given })
    }, pause)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [name, body, pause])
  const waiting = body !== '' && answer?.body !== body
  // Without an input there is nothing to say; while it changes, the last answer stays.
  return body ? { data: answer?.data, refused: answer?.refused, waiting, again } : { waiting: false, again }
}
