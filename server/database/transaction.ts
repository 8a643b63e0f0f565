import type { PoolClient, QueryResult } from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import type { z } from 'zod'
import { ability } from './ability.ts'
import type { Database, RowSchema } from './database.ts'
import { unmetAsRefusal } from './insist.ts'
import { sendGroup, sendUnnamed } from './message-group.ts'
import { checked } from './rows.ts'
import { isStale, type NamedStatement, named, type Statement } from './statements.ts'

interface Connection {
  send(statement: Statement): Promise<QueryResult>
  transaction: Database['transaction']
}

/** Creates the handle that queries take, on top of anything that sends statements. */
export function database({ send, transaction }: Connection): Database {
  const rows: Database['rows'] =
    schema =>
    async (strings, ...values) => {
      const statement = sql(strings, ...values)
      const result = await send(statement)
      return checked(schema, result.rows, statement)
    }
  return {
    rows,
    row:
      schema =>
      async (...statement) =>
        (await rows(schema)(...statement))[0],
    one:
      schema =>
      async (...statement) => {
        const [row] = await rows(schema)(...statement)
        if (!row) throw new Error(`a statement answered no row: ${sql(...statement).text}`)
        return row
      },
    change: async (strings, ...values) => (await send(sql(strings, ...values))).rowCount ?? 0,
    transaction,
  }
}

type LastWork = (transaction: Database) => Promise<unknown>

/** What a transaction's handle can do beyond any other handle. */
interface Extras {
  leave(work: LastWork): void
  ahead(statement: Sql, answered?: (result: QueryResult) => void): Promise<void>
}
const extras = ability<Extras>()

/** Gives `handle`, which sends through a transaction as well, the abilities of that transaction's own handle. */
export const registerExtras = (handle: Database, given: Extras): void => extras.give(handle, given)

/**
 * Runs `work` last before the transaction commits; a savepoint that rolls back discards its own work. Meant for statements that
 * lock a row which many transactions need: the lock is held only briefly, and as no lock is awaited after it, two transactions
 * cannot deadlock.
 */
export function beforeCommit(transaction: Database, work: LastWork): void {
  const own = extras.of(transaction)
  if (!own) throw new Error('只有事务的句柄才有提交之前')
  own.leave(work)
}

/**
 * Sends a statement of a transaction together with the next one, or with the commit. This saves a round trip, the largest part of a
 * small transaction's cost. Use it only for statements whose result is not needed. If PostgreSQL refuses one, the statement or
 * commit sent with it fails with its error, and the transaction with it. Outside a transaction the statement is sent immediately.
 */
export async function queueStatement(
  handle: Database,
  statement: Sql,
  answered?: (result: QueryResult) => void,
): Promise<void> {
  const own = extras.of(handle)
  if (own) await own.ahead(statement, answered)
  else await handle.change`${statement}`
}

/**
 * Does the same for a statement whose row is needed only afterwards. Returns a function that returns the row, once a later
 * statement of the transaction was answered or the transaction is over.
 */
export async function queueRow<Schema extends RowSchema>(
  handle: Database,
  schema: Schema,
  statement: Sql,
): Promise<() => z.output<Schema> | undefined> {
  if (!extras.of(handle)) {
    const row = await handle.row(schema)`${statement}`
    return () => row
  }
  let result: QueryResult<z.output<Schema>> | undefined
  await queueStatement(handle, statement, answered => {
    result = answered
  })
  return () => {
    if (!result) throw new Error('语句还没有发出，没有应答')
    return checked(schema, result.rows, statement)[0]
  }
}

const commit: NamedStatement = { name: 'portal_commit', text: 'commit', values: [] }
const over = '事务已经结束，不能再用它的句柄查询'

/**
 * Runs `work` in a transaction on a client and commits. `begin` is sent with the first statement, so a transaction without
 * statements costs nothing. The caller calls `rollback` if this throws.
 */
export function transact<Result>(
  client: PoolClient,
  begin: readonly NamedStatement[],
  work: (transaction: Database) => Promise<Result>,
): { result: Promise<Result>; rollback: () => Promise<unknown> } {
  const queue = inOrder(client, begin)
  const last: LastWork[] = []
  const run = async () => {
    const { result } = await within({ queue, outerIsOpen: () => true, depth: 1, last }, async transaction => {
      const done = await work(transaction)
      for (const each of last) await each(transaction)
      return done
    })
    if (queue.isUntouched()) return result
    const { command } = await queue.send(commit)
    // PostgreSQL answers ROLLBACK, without an error, if a statement failed and `work` continued regardless.
    if (command !== 'COMMIT') throw new Error('事务中有语句失败但被忽略，已整体回滚')
    return result
  }
  return {
    result: run(),
    rollback: async () => queue.hasBegun() && sendUnnamed(client, { text: 'rollback', values: [] }),
  }
}

interface Waiting {
  /** True if no statement was queued after it. */
  isLast(): boolean
  /** Withdraws this statement and those queued after it. Returns false if it was already sent. */
  withdraw(): boolean
}

interface Queue {
  /** Sends a statement, with those waiting for it, once all previous ones are answered; those of a `Promise.all` run one by one. */
  send(statement: Statement, isOpen?: () => boolean): Promise<QueryResult>
  /** Queues a statement to be sent with the next one. */
  ahead(statement: Statement, answered?: (result: QueryResult) => void): Waiting
  hasWaiting(): boolean
  /** Drops the waiting statements. */
  clear(): void
  hasBegun(): boolean
  /** True if no statement was sent and none waits. */
  isUntouched(): boolean
}

/**
 * Waiting statements keep their place. A statement that is not sent after all leaves its place to the next one, so that `begin`
 * is always sent first and nothing runs outside of the transaction.
 */
function inOrder(client: PoolClient, begin: readonly NamedStatement[]): Queue {
  let last: Promise<unknown> = Promise.resolve()
  let place = 0
  let begun = false
  interface Entry {
    place: number
    statement: Statement
    answered?: ((result: QueryResult) => void) | undefined
  }
  const waiting = begin.map((statement): Entry => ({ place: place++, statement }))
  const nameOf = (statement: Statement): NamedStatement =>
    'name' in statement ? (statement as NamedStatement) : named(client, statement)
  const send: Queue['send'] = (statement, isOpen = () => true) => {
    const own = place++
    const sent = last.then(() => {
      // After its end the connection may serve another request, perhaps of another company.
      if (!isOpen()) throw new Error(over)
      const later = waiting.findIndex(each => each.place > own)
      const ahead = waiting
        .splice(0, later < 0 ? waiting.length : later)
        .map(each => ({ statement: nameOf(each.statement), answered: each.answered }))
      begun = true
      return sendGroup(client, ahead, nameOf(statement))
    })
    last = sent.catch(() => {})
    return sent.catch(error => {
      isStale(error)
      throw unmetAsRefusal(error) ?? error
    })
  }
  return {
    send,
    ahead(statement, answered) {
      const entry: Entry = { place: place++, statement, answered }
      waiting.push(entry)
      return {
        isLast: () => waiting.at(-1) === entry,
        withdraw() {
          const index = waiting.indexOf(entry)
          if (index >= 0) waiting.length = index
          return index >= 0
        },
      }
    },
    hasWaiting: () => waiting.length > 0,
    clear: () => void waiting.splice(0),
    hasBegun: () => begun,
    isUntouched: () => !begun && waiting.length === begin.length,
  }
}

interface Level {
  queue: Queue
  outerIsOpen: () => boolean
  depth: number
  last: LastWork[]
}

async function within<Result>(
  { queue, outerIsOpen, depth, last }: Level,
  work: (transaction: Database) => Promise<Result>,
): Promise<{ result: Result }> {
  let open = true
  let nested = false
  const isOpen = () => open && outerIsOpen()
  const transaction: Database['transaction'] = async inner => {
    if (!isOpen()) throw new Error(over)
    if (nested) throw new Error('同一事务里的嵌套事务不能同时进行，请依次进行')
    nested = true
    const name = `s${depth}`
    const before = last.length
    const savepoint = queue.ahead({ text: `savepoint ${name}`, values: [] })
    try {
      const { result } = await within({ queue, outerIsOpen: isOpen, depth: depth + 1, last }, inner)
      const release = { text: `release savepoint ${name}`, values: [] }
      // An error of a statement still waiting belongs to the savepoint.
      if (savepoint.isLast()) savepoint.withdraw()
      else if (queue.hasWaiting()) await queue.send(release)
      else queue.ahead(release)
      return result
    } catch (error) {
      last.length = before
      if (!savepoint.withdraw()) {
        queue.clear()
        // If this fails too the whole transaction is lost, which its next statement reports.
        await queue.send({ text: `rollback to savepoint ${name}`, values: [] }).catch(() => {})
      }
      throw error
    } finally {
      nested = false
    }
  }
  const handle = database({ send: statement => queue.send(statement, isOpen), transaction })
  registerExtras(handle, {
    leave: each => void last.push(each),
    async ahead(statement, answered) {
      if (!isOpen()) throw new Error(over)
      queue.ahead(statement, answered)
    },
  })
  try {
    return { result: await work(handle) }
  } finally {
    open = false
  }
}
