import type { FormInstance } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'
import { type Answered, type CallOptions, isSessionRefusal, type Refused, waitsForApproval } from '#web/data/answers.ts'
import { callNamed, useMay } from '#web/data/may.ts'
import { type Intent, makeIntent } from './intent.ts'
import { tellRefusal } from './tell-refusal.ts'
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
    // The compiler does not see that the omitted field is added again.
    call({ ...input, request_key: idempotencyKey } as Input, options)

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
  /** The request was kept for a second operator, and `onSuccess` has nothing to lead to yet. */
  onKept?: () => unknown
  /** Reloads the page's data, after success and after an error with an `outdatedBy` code. */
  done?: (() => void) | undefined
  /** Codes of errors that mean the page is out of date, so a retry makes no sense. */
  outdatedBy?: readonly number[] | 'any'
  /** The field that an error belongs to, by its code. */
  fieldOf?: Record<number, string>
  /** Explains the effect of a retry when nobody knows whether the first attempt arrived. */
  unanswered?: string
  /** Reports an error in another way than at a field or in a message. */
  onRefused?: (refused: Refused) => void
  /** Holds the key of a submission that outlives its dialog. */
  intent?: Intent | undefined
}

/**
 * Submits what a person entered, each input once at a time, and reports the outcome. `submit` returns whether the
 * matter is settled; if not, the input stays for another attempt. `closed` tells beforehand that the person's role does not reach
 * as far as the call. A success that leads to another page leaves it busy until that page is there.
 */
export function useSubmission<Input, Data>(submission: Submission<Input, Data> & { form?: FormInstance }) {
  const { call, message, onSuccess, onKept, done, outdatedBy, onRefused, intent: lasting, ...place } = submission
  const [own] = useState(makeIntent)
  const intent = lasting ?? own
  const [count, setCount] = useState(0)
  /** The keys of what is on its way, or has succeeded and is not drawn as such yet. */
  const sending = useRef(new Set<string>())
  const { leaving, success, succeed } = useLeaving()
  const end = useEndWhenDrawn(success)
  const may = useMay()
  const name = callNamed(call)
  const closed = name !== undefined && !may(name)

  /** Until its dialog is drawn as closed, or its page as left, the same input is the same submission. */
  function settle(idempotencyKey: string): void {
    succeed()
    end(() => {
      intent.end(idempotencyKey)
      sending.current.delete(idempotencyKey)
    })
  }

  async function submit(input: Input): Promise<boolean> {
    const idempotencyKey = intent.keyFor(input)
    // This is a second click, or Enter beside it.
    if (leaving || sending.current.has(idempotencyKey)) return false
    sending.current.add(idempotencyKey)
    setCount(before => before + 1)
    const answer = await call(input, { idempotencyKey })
    setCount(before => before - 1)
    if (answer.ok) {
      settle(idempotencyKey)
      const text = typeof message === 'function' ? message(answer, input) : (message ?? answer.msg)
      if (text) toast.success(text, undoOf(answer.data, done))
      done?.()
      return onSuccess?.(answer, input) !== false
    }
    if (waitsForApproval(answer)) {
      settle(idempotencyKey)
      toast.success(answer.msg)
      done?.()
      onKept?.()
      return true
    }
    sending.current.delete(idempotencyKey)
    if (!onRefused) tellRefusal(answer, place)
    else if (!isSessionRefusal(answer)) onRefused(answer)
    const outdated = outdatedBy === 'any' || outdatedBy?.includes(answer.code) === true
    if (outdated) done?.()
    return outdated
  }

  return { busy: count > 0 || leaving, submit, closed }
}

/** Returns what ends a submission with the drawing of its success, or at once where nothing is drawn any more. */
function useEndWhenDrawn(success: object | undefined): (end: () => void) => void {
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
