import type { Code } from '#contract/codes.ts'

/**
 * Replaces a handler's answer where the request is refused but its writes stay: the refusal is only thrown once the transaction
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
