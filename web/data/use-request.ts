import { useCallback, useEffect, useRef, useState } from 'react'
import type { Answered, CallOptions, Refused } from './answers.ts'
import { onCompanyChange } from './company-change.ts'
import { loading as overlay } from './loading.ts'
import { held, isFresh, remembered, remembering, share } from './remembered.ts'

/** The part of a call's state that does not depend on its data, whether a page loads it or repeats it while its input is typed. */
export interface RequestState {
  /** The error of the last call, if it failed. */
  refused?: Refused | undefined
  loading: boolean
  reload: () => void
}

export interface CallState<Data> extends RequestState {
  /** The last successful answer. It remains while a newer one is pending; beside a refusal it is the answer to the same input. */
  data: Data | undefined
  refused: Refused | undefined
  /** True if the data was loaded by this page; remembered data is shown, but must not overwrite anything newer. */
  current: boolean
}

export type Send<Data> = (input: unknown, options: CallOptions) => Promise<Answered<Data>>

export interface RequestOptions extends Pick<CallOptions, 'background'> {
  /** Names the call: parts of a page that make the same call at the same time, or have just prefetched it, share one request. */
  name: string
  /**
   * Keeps the answer, shows it immediately when the user returns to the page, and repeats the call in the background. For lists and
   * figures; a form must not start from an earlier state.
   */
  remember?: boolean
}

const keyOf = (name: string, body: string) => `${name} ${body}`

/** Makes a call once, in one request with the parts of a page that make the same call at that time. */
export async function requestShared<Data>(send: Send<Data>, name: string, input: unknown): Promise<Answered<Data>> {
  const key = keyOf(name, JSON.stringify(input))
  const keep = remembering(key)
  const { answer, leave } = share(key, signal => send(input, { background: true, signal, held: held(key) }))
  const result = await answer
  leave()
  if (result.ok) keep(result)
  return result
}

/** Prefetches an answer that a page is going to show. */
export async function prefetch<Data>(send: Send<Data>, name: string, input: unknown): Promise<void> {
  if (!isFresh(remembered(keyOf(name, JSON.stringify(input))))) await requestShared(send, name, input)
}

/**
 * Loads a page's data, again whenever the input (as JSON) changes, and aborts the call when the page is left. `send`
 * must be a stable function.
 */
export function useRequest<Data>(
  send: Send<Data>,
  body: string,
  { name, background = false, remember = false }: RequestOptions,
): CallState<Data> {
  // The cast holds because the data under a key was the answer to a call of that name.
  const kept = (input: string) => {
    const known = remembered(keyOf(name, input))
    return known && (remember || isFresh(known)) ? { ...known, data: known.data as Data } : undefined
  }
  const [answer, setAnswer] = useState<{
    data?: Data
    refused?: Refused
    loading: boolean
    current?: boolean
    body?: string
  }>(() => {
    const cached = kept(body)
    return cached ? { data: cached.data, loading: false, current: !remember, body } : { loading: true }
  })
  /** The input whose data is shown: loading it again only revalidates it, and the user does not wait for that. */
  const shown = useRef(answer.body ?? '')
  const [version, setVersion] = useState(0)
  const requestedVersion = useRef(version)
  /** The next load was not requested by the user: it shows no waiting state and reports no failure. */
  const quiet = useRef(false)
  /** Others have changed something during the first request, whose answer may precede that. */
  const overtaken = useRef(false)
  const revise = useCallback(() => {
    quiet.current = true
    setVersion(before => before + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version reloads
  useEffect(() => {
    const controller = new AbortController()
    overtaken.current = false
    const cached = kept(body)
    const again = requestedVersion.current !== version
    requestedVersion.current = version
    // The user waits for another input, even if the displayed data was about to be reloaded.
    const unasked = quiet.current && shown.current === body
    quiet.current = false
    if (cached && !again) {
      shown.current = body
      // Unchanged data is not rendered again.
      setAnswer(before =>
        before.data === cached.data && !before.loading && !before.refused
          ? before
          : { data: cached.data, loading: false, current: !remember },
      )
      if (isFresh(cached)) return
    } else if (!unasked) setAnswer(before => ({ ...before, loading: true }))
    const key = keyOf(name, body)
    const unwaited = background || shown.current === body
    const ask = (signal: AbortSignal) =>
      send(JSON.parse(body), {
        background: unwaited,
        signal,
        ...(remember && { held: held(key) }),
      })
    // Another part of the page that mounts shortly afterwards uses it too.
    const keep = remembering(key)
    // A request sent before a change must not answer for the time after it. Changes by others have already ended such requests.
    const common = again && !unasked ? undefined : share(key, ask)
    // It may have been sent as a prefetch, when the user was not waiting yet.
    const answered = common?.joined && !unwaited ? overlay.begin() : undefined
    void (common?.answer ?? ask(controller.signal)).then(result => {
      answered?.()
      if (result.ok) keep(result)
      if (controller.signal.aborted) return
      // The answer to another input must not appear under the heading of this one.
      const other = shown.current !== body
      shown.current = result.ok || !other ? body : ''
      setAnswer(previous => {
        // Unless it replaced a request for which the user still waits.
        if (unasked && !result.ok && !previous.loading) return previous
        if (!result.ok)
          return other ? { refused: result, loading: false } : { ...previous, refused: result, loading: false }
        const same = previous.current && !previous.loading && !previous.refused && previous.data === result.data
        return same ? previous : { data: result.data, loading: false, current: true }
      })
      if (overtaken.current && result.ok) revise()
    })
    return () => {
      controller.abort()
      common?.leave()
      answered?.()
    }
  }, [send, body, name, background, remember, version])
  const reload = useCallback(() => setVersion(before => before + 1), [])
  // Lists and figures follow others' changes; a form must not change while it is being filled in.
  useEffect(() => {
    if (!remember) return
    return onCompanyChange(() => {
      // The user waits for a pending first request, which is not ended for a second one.
      if (shown.current) revise()
      else overtaken.current = true
    })
  }, [remember, revise])
  const { data, refused, loading, current = false } = answer
  return { data, refused, loading, current, reload }
}

/**
 * Repeats a call while its input is being typed, such as a preview; an undefined input sends nothing. `loading` is true until the
 * answer belongs to the current input. `reload` repeats the call with the same input. Without a delay nothing is being typed: the
 * user has opened a dialog and waits for its preview.
 */
export function useDebouncedRequest<Data>(send: Send<Data>, input: unknown, delay: number) {
  const [answer, setAnswer] = useState<{ body: string; data?: Data; refused?: Refused }>()
  const [version, setVersion] = useState(0)
  const reload = useCallback(() => setVersion(before => before + 1), [])
  const text = input === undefined ? '' : JSON.stringify(input)
  // The version is part of the text, so that repeating the same input counts as a new request.
  const body = text && `${version} ${text}`
  useEffect(() => {
    if (!body) return
    const controller = new AbortController()
    const timer = setTimeout(async () => {
      const result = await send(JSON.parse(body.slice(body.indexOf(' '))), {
        background: delay > 0,
        signal: controller.signal,
      })
      if (!controller.signal.aborted) setAnswer(result.ok ? { body, data: result.data } : { body, refused: result })
    }, delay)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [send, body, delay])
  const loading = body !== '' && answer?.body !== body
  // Without an input there is no result; while the input changes, the last result remains.
  return body ? { data: answer?.data, refused: answer?.refused, loading, reload } : { loading: false, reload }
}
