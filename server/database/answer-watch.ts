/**
 * Ends a connection whose database has not answered in time. PostgreSQL's own timeouts come first, so this is only for a database
 * that is gone without a word.
 *
 * The driver's `query_timeout` would do the same at a price: it assigns a function to a property of each query, V8 allocates such
 * functions as old objects, and everything that an old object refers to survives until the next full collection.
 */
export class AnswerWatch {
  /** Milliseconds. */
  readonly #within: number
  readonly #end: (error: Error) => void
  #unanswered = 0
  #timer: NodeJS.Timeout | undefined

  constructor(within: number, end: (error: Error) => void) {
    this.#within = within
    this.#end = end
  }

  /** Called when something is sent; the time begins anew. */
  sent(): void {
    this.#unanswered += 1
    this.#timer ??= setTimeout(() => this.#expire(), this.#within).unref()
    this.#timer.refresh()
  }

  /** Called for each `sent`, with an answer or an error. */
  answered(): void {
    this.#unanswered -= 1
  }

  #expire(): void {
    if (this.#unanswered) this.#end(new Error('Query read timeout'))
  }
}
