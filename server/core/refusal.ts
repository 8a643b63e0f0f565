import { type Code, codes } from '#contract/codes.ts'

/** An expected refusal. Any other error is a bug and is answered with 500 and the request id. */
export class Refusal extends Error {
  readonly code: Code
  readonly data: unknown
  /** Seconds until the request may be retried after a 429; undefined if unknown. */
  readonly retryAfter: number | undefined
  /** `message` replaces the catalogue's text; -41003 needs it, because its text names the field. */
  constructor(code: Code, data: unknown = null, message: string = codes[code], retryAfter?: number) {
    super(message)
    this.code = code
    this.data = data
    this.retryAfter = retryAfter
  }
}

/** Returns the value, or refuses if it is falsy. */
export function orRefuse<Value>(
  value: Value | undefined | null | false | 0 | '',
  ...refusal: ConstructorParameters<typeof Refusal>
): Value {
  if (!value) throw new Refusal(...refusal)
  return value
}

export interface Envelope {
  code: Code
  msg: string
  data: unknown
}

export const success = (data: unknown, msg: string = codes[200]): Envelope => ({ code: 200, msg, data })
export const refused = (refusal: Refusal): Envelope => ({
  code: refusal.code,
  msg: refusal.message,
  data: refusal.data,
})
