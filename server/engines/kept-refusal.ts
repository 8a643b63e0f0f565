import type { Code } from '#contract/codes.ts'

/**
 * Replaces a handler's answer if the request is refused but its writes persist: the refusal is thrown only after the transaction
 * has ended.
 */
export class KeptRefusal {
  readonly code: Code
  readonly data: unknown
  constructor(code: Code, data: unknown = null) {
    this.code = code
    this.data = data
  }
}
