import type { FormInstance } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, isSessionRefusal, type Refused, waitsForApproval } from '#web/data/answers.ts'
import { callNamed, useMay } from '#web/data/may.ts'
import { type Intent, makeIntent, unansweredOf } from './intent.ts'
import { showRefusal } from './show-refusal.ts'
import { toast } from './toast.ts'
import { undoOf } from './undo.ts'
import { useLeaving } from './use-leaving.ts'

export interface SubmissionOptions extends CallOptions {
  /** Every attempt of one submission has the same key, by which the server recognises a repetition. */
  idempotencyKey: string
}

/** Adapts a call that takes the key in its body. */
export const withRequestKey =
  <Input extends { request_key?: string | undefined }, Answer>(call: (input: Input, options: CallOptions) => Answer) =>
  (input: Omit<Input, 'request_key'>, { idempotencyKey, ...options }: SubmissionOptions): Answer =>
    // The cast is needed because the compiler does not see that the omitted field is added again.
    call({ ...input, request_key: idempotencyKey } as Input, options)

/** Says that only the attempt without an answer took effect: what was undone since, or is wanted twice, would seem to be done. */
const reportReplayed = (text: string) =>
  toast.info(`${text && `${text}。`}没有收到应答的那一次已经生效，这一次与它相同，没有再做；确要再做，请再提交一次`)

interface Success<Data> {
  data: Data
  msg: string
}

export interface Submission<Input, Data> {
  /** A changing call. */
  call: (input: Input, options: SubmissionOptions) => Promise<Answered<Data>>
  /** The message on success; the server's own message by default, none if empty. */
  message?: string | ((answer: Success<Data>, input: Input) => string)
  /** Returns false to keep the dialog open. */
  onSuccess?: (answer: Success<Data>, input: Input) => unknown
  /** Called instead of `onSuccess` when the request awaits a second operator and there is no result to continue with. */
  onKept?: () => unknown
  /** Reloads the page's data, after success and after an error with an `outdatedBy` code. */
  done?: (() => void) | undefined
  /** Codes of errors that mean that the page is out of date, so that a retry is pointless. */
  outdatedBy?: readonly number[] | 'any'
  /** The field for an error, by its code. */
  fieldOf?: Record<number, string>
  /** Explains the effect of a retry when it is unknown whether the first attempt arrived. */
  unanswered?: string
  /** Reports an error otherwise than at a field or in a message. */
  onRefused?: (refused: Refused) => void
  /** Holds the key of a submission that the page itself may end. */
  intent?: Intent | undefined
}

/**
 * Submits the user's input, each input once at a time, and reports the outcome. `submit` returns whether the matter is settled; if
 * not, the input remains for another attempt. `closed` is true if the user's role does not include the call. After a success that
 * leads to another page it stays busy until that page is shown.
 */
export function useSubmission<Input, Data>(submission: Submission<Input, Data> & { form?: FormInstance }) {
  const { call, message, onSuccess, onKept, done, outdatedBy, onRefused, intent: lasting, ...place } = submission
  const [own] = useState(makeIntent)
  const intent = lasting ?? own
  const [count, setCount] = useState(0)
  /** The keys of submissions that are pending, or whose success is not rendered yet. */
  const sending = useRef(new Set<string>())
  const { leaving, success, succeed } = useLeaving()
  const end = useRunAfterRender(success)
  const may = useMay()
  const name = callNamed(call)
  const closed = name !== undefined && !may(name)

  /** Until the dialog is rendered as closed, or the page as left, the same input is the same submission. */
  function settle(idempotencyKey: string): void {
    succeed()
    end(() => {
      intent.end(idempotencyKey)
      sending.current.delete(idempotencyKey)
    })
  }

  async function submit(input: Input): Promise<boolean> {
    // A form that is changed and sent again meanwhile is not meant as another submission.
    if (leaving || (place.form && sending.current.size)) return false
    const without = unansweredOf(call)
    const lost = without.keyFor(input)
    const idempotencyKey = lost ?? intent.keyFor(input)
    // A second click, or Enter in addition to a click.
    if (sending.current.has(idempotencyKey)) return false
    sending.current.add(idempotencyKey)
    setCount(before => before + 1)
    const answer = await call(input, { idempotencyKey })
    setCount(before => before - 1)
    if (answer.ok || waitsForApproval(answer)) without.end(input)
    else if (answer.code === 0) without.keep(input, idempotencyKey)
    if (answer.ok) {
      settle(idempotencyKey)
      const text = typeof message === 'function' ? message(answer, input) : (message ?? answer.msg)
      if (lost && answer.isReplayed) reportReplayed(text)
      else if (text) toast.success(text, undoOf(answer.data, done))
      done?.()
      return onSuccess?.(answer, input) !== false
    }
    if (waitsForApproval(answer)) {
      settle(idempotencyKey)
      if (lost && answer.isReplayed) reportReplayed(answer.msg)
      else toast.success(answer.msg)
      done?.()
      onKept?.()
      return true
    }
    sending.current.delete(idempotencyKey)
    if (!onRefused) showRefusal(answer, place)
    else if (!isSessionRefusal(answer)) onRefused(answer)
    const outdated = outdatedBy === 'any' || outdatedBy?.includes(answer.code) === true
    if (outdated) done?.()
    return outdated
  }

  return { busy: count > 0 || leaving, submit, closed }
}

/** Returns a function that ends a submission once its success is rendered, or immediately after the component has unmounted. */
function useRunAfterRender(success: object | undefined): (end: () => void) => void {
  const isDrawn = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each success is drawn once
  useLayoutEffect(() => {
    isDrawn.current = true
    return () => {
      isDrawn.current = false
      for (const end of waiting.current.splice(0)) end()
    }
  }, [success])
  return end => {
    if (isDrawn.current) waiting.current.push(end)
    else end()
  }
}
