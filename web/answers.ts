/** What every call of the portal and of the back office answers to a page, and what pages say about it. */

/** A "no": the server's, or with code 0 that no answer came. `msg` is for the person. */
export interface Refused {
  code: number
  msg: string
  data: unknown
  ok: false
}

/** What a call answers: its data, or why not. */
export type Answered<Data> = { code: 200; msg: string; data: Data; ok: true } | Refused

export interface CallOptions {
  /** Ends the call when the page that asked is left. */
  signal?: AbortSignal
  /** In the background: without the loading overlay. */
  quiet?: boolean
  /** A refused session is the caller's own affair (session refresh). */
  keepSession?: boolean
  /** Milliseconds. */
  timeout?: number
  /** What goes up with a multipart call, and how far it is, 0 to 1. */
  file?: File
  onProgress?: (share: number) => void
}

export const refusal = (code: number, msg: string, data: unknown = null): Refused => ({ code, msg, data, ok: false })

/** Unknown or expired, ended elsewhere, or missing from the payload. */
export const isSessionRefusal = ({ code, data }: { code: number; data: unknown }) =>
  code === -41016 || code === -41004 || (code === -41003 && data === 'sid')

/** The sentence for a refusal: where the message ends in a colon, the data completes it. */
export const sentence = ({ msg, data }: Refused) =>
  msg.endsWith('：') && (typeof data === 'string' || typeof data === 'number') ? `${msg}${data}` : msg
