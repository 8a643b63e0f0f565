import type { ClientBase, QueryResult } from 'pg'
import { Query } from 'pg'
import { DatabaseClient } from './client.ts'
import type { NamedStatement, Statement } from './statements.ts'

/**
 * The members that pg 8.23 uses on a query and on its connection, and its types leave out. package.json pins the version,
 * and tenant.test.ts and transaction.test.ts the behaviour.
 */
interface Wire {
  execute(message: Record<string, never>): void
  submittedNamedStatements: Record<string, string>
}
interface QueryOnWire extends Query {
  name: string
  text: string
  values: unknown[]
  prepare(wire: Wire): void
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, wire: Wire): void
  handleError(error: Error, wire: Wire): void
  _getRows(wire: Wire, rows: unknown): void
}
type Answered = (error: Error | undefined, results: QueryResult | QueryResult[]) => void
const PgQuery = Query as unknown as new (statement: NamedStatement, answered: Answered) => QueryOnWire

/** A statement of a group before its last. Without `answered` its rows are not read. */
export interface Ahead {
  statement: NamedStatement
  answered?: ((result: QueryResult) => void) | undefined
}

/**
 * Sends `ahead` and `statement` as one message group with a single Sync, answered in one round trip. PostgreSQL skips the rest of a
 * group after an error, so `statement` never runs without the statements before it: without its company, or outside its
 * transaction. The driver's own `pipeline` puts a Sync after each statement, and would run the second one regardless. Returns the
 * result of `statement`, or throws the first error of any. The results of `ahead` are delivered only if all of them succeeded.
 */
export function sendGroup(
  client: ClientBase,
  ahead: readonly Ahead[],
  statement: NamedStatement,
): Promise<QueryResult> {
  const answers = client instanceof DatabaseClient ? client.answers : undefined
  return new Promise<QueryResult>((resolve, reject) => {
    const group = new MessageGroup([...ahead, { statement }], (error, results) => {
      answers?.answered()
      if (error) return reject(error)
      // The driver returns an array if there are several results.
      const [last, ...others] = Array.isArray(results) ? results.toReversed() : [results]
      const listeners = ahead.flatMap(({ answered }) => answered ?? []).toReversed()
      for (const [index, answered] of listeners.entries()) if (others[index]) answered(others[index])
      if (last) resolve(last)
    })
    answers?.sent()
    client.query(group)
  }).catch(error => {
    // An answer's stack leads to the socket; this one leads to the caller.
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  })
}

/** Sends a statement by itself, planned for its own values. */
export const sendUnnamed = (client: ClientBase, { text, values }: Statement): Promise<QueryResult> =>
  sendGroup(client, [], { name: '', text, values })

/** To the driver this is always the statement that PostgreSQL is answering, so that the driver keeps track of what is prepared. */
class MessageGroup extends PgQuery {
  readonly #statements: readonly Ahead[]
  #current = 0
  #failed = false

  constructor(statements: readonly Ahead[], answered: Answered) {
    super(statements[0]?.statement ?? { name: '', text: '', values: [] }, answered)
    this.#statements = statements
  }

  get #isLast(): boolean {
    return this.#current === this.#statements.length - 1
  }

  get #isRead(): boolean {
    return this.#isLast || this.#statements[this.#current]?.answered !== undefined
  }

  #become(index: number): void {
    const statement = this.#statements[index]?.statement
    if (!statement) return
    this.#current = index
    this.name = statement.name
    this.text = statement.text
    this.values = statement.values
  }

  // The caller has corked the stream, so all of it leaves in one write.
  override prepare(wire: Wire): void {
    for (let index = 0; index < this.#statements.length && !this.#failed; index += 1) {
      this.#become(index)
      super.prepare(wire)
    }
    this.#become(0)
  }

  override _getRows(wire: Wire, rows: unknown): void {
    // Adds the Sync.
    if (this.#isLast) super._getRows(wire, rows)
    else wire.execute({})
  }

  override handleRowDescription(message: unknown): void {
    if (this.#isRead) super.handleRowDescription(message)
  }

  override handleDataRow(message: unknown): void {
    if (this.#isRead) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#isRead) super.handleCommandComplete(message, wire)
    if (!this.#isLast) this.#become(this.#current + 1)
  }

  // A value that can't be written fails while the group is being sent: nothing may follow it then, least of all a commit.
  override handleError(error: Error, wire: Wire): void {
    this.#failed = true
    // The driver forgets only the failed statement. Those after it were not prepared, either.
    for (const { statement } of this.#statements.slice(this.#current))
      delete wire.submittedNamedStatements[statement.name]
    super.handleError(error, wire)
  }
}
