/** The result of every call of the portal and of the back office, and the texts that pages show for it. */

/** A call that failed. The code is the server's, or 0 when no answer came; `msg` is written for people. */
export interface Refused {
  code: number
  msg: string
  data: unknown
  ok: false
  isReplayed?: true
}

/**
 * The result of a call: its data, or the error. `isReplayed` if an earlier attempt has got it, and this one changed nothing.
 */
export type Answered<Data> = { code: 200; msg: string; data: Data; ok: true; tag?: string; isReplayed?: true } | Refused

/** A stored answer, and the server's tag for it. */
export interface Held {
  data: unknown
  tag: string
}

export interface CallOptions {
  /** Aborts the call, for example when its page is left. */
  signal?: AbortSignal
  /**
   * The user does not wait for the call (polling, a suggestion while typing, a refresh of displayed data), so the loading overlay
   * does not count it.
   */
  background?: boolean
  /** The key of the submission to which a changing call belongs, so that a retry changes nothing twice; a new one unless given. */
  idempotencyKey?: string
  /** The stored earlier answer, or null; an answer that has not changed is not sent again. */
  held?: Held | null
  /** The caller handles an invalid session itself (session refresh). */
  keepSession?: boolean
  /** Milliseconds. */
  timeout?: number
  /** The file of a multipart call; `onProgress` reports its uploaded share, 0 to 1. */
  file?: File
  onProgress?: (share: number) => void
}

export const refusal = (code: number, msg: string, data: unknown = null): Refused => ({ code, msg, data, ok: false })

export { sentence } from '#contract/rules.ts'

/** Reports whether the session is unknown, expired, ended elsewhere, or missing from the payload. */
export const isSessionRefusal = ({ code, data }: { code: number; data: unknown }) =>
  code === -41016 || code === -41004 || (code === -41003 && data === 'sid')

/** Reports whether the call requires a fresh proof of identity, which the user was asked for and did not give. */
export const isProofRefusal = ({ code }: { code: number }) => code === -41022

/** Reports whether the request awaits a second operator; for its sender it is then done. */
export const waitsForApproval = ({ code }: { code: number }) => code === -53013
