import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answered, CallOptions, Refused } from './answers.ts'

export interface CallState<Data> {
  /** The last successful answer. It stays while a newer one is pending. */
  data: Data | undefined
  /** The error of the last call, if it failed. */
  refused: Refused | undefined
  loading: boolean
  reload: () => void
}

export type Send<Data> = (input: unknown, options: CallOptions) => Promise<Answered<Data>>

/**
 * Loads a page's data, again whenever the input (as JSON) changes, and aborts the call when the page is left. `send`
 * must be a stable function.
 */
export function useRequest<Data>(
  send: Send<Data>,
  body: string,
  { background = false }: Pick<CallOptions, 'background'>,
): CallState<Data> {
  const [answer, setAnswer] = useState<{ data?: Data; refused?: Refused; loading: boolean }>({ loading: true })
  /** The input whose data is shown: loading it again is only a revalidation, for which nobody waits. */
  const shown = useRef('')
  const [version, setVersion] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reloads
  useEffect(() => {
    const controller = new AbortController()
    setAnswer(before => ({ ...before, loading: true }))
    const options = { background: background || shown.current === body, signal: controller.signal }
    void send(JSON.parse(body), options).then(result => {
      if (controller.signal.aborted) return
      if (result.ok) shown.current = body
      setAnswer(previous =>
        result.ok ? { data: result.data, loading: false } : { data: previous.data, refused: result, loading: false },
      )
    })
    return () => controller.abort()
  }, [send, body, background, version])
  const reload = useCallback(() => setVersion(before => before + 1), [])
  return { data: answer.data, refused: answer.refused, loading: answer.loading, reload }
}

/**
 * Runs a call again while its input is being typed, such as a preview; an undefined input sends nothing. `waiting` is
 * true until the answer belongs to the current input. `again` repeats the call with the same input.
 */
export function useDebouncedRequest<Data>(send: Send<Data>, input: unknown, delay: number) {
  const [answer, setAnswer] = useState<{ body: string; data?: Data; refused?: Refused }>()
  const [version, setVersion] = useState(0)
  const again = useCallback(() => setVersion(before => before + 1), [])
  const text = input === undefined ? '' : JSON.stringify(input)
  // The version is part of the text, so that repeating the same input counts as a new request.
  const body = text && `${version} ${text}`
  useEffect(() => {
    if (!body) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const result = await send(JSON.parse(body.slice(body.indexOf(' '))), {
        background: true,
        signal: controller.signal,
      })
      if (!controller.signal.aborted) setAnswer(result.ok ? { body, data: result.data } : { body, refused: result })
    }, delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [send, body, delay])
  const waiting = body !== '' && answer?.body !== body
  // Without an input there is no result; while it changes, the last one stays.
  return body ? { data: answer?.data, refused: answer?.refused, waiting, again } : { waiting: false, again }
}
