import type { Code } from '#contract/codes.ts'

/**
 * Stands in place of a handler's answer where the request is refused and what it has written stays: the refusal is only
 * thrown once the transaction has ended.
 */
export class KeptRefusal {
  readonly code: Code
  readonly data: unknown
  constructor(code: Code, data: unknown = null) {
    this.code = code
    this.data = data
  }
}
