import type { Writable } from 'node:stream'
import type { PoolClient, QueryResult } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Database } from './database.ts'
import { checked } from './rows.ts'
import { isStale, named, type Statement } from './statements.ts'

interface Connection {
  send(statement: Statement): Promise<QueryResult>
  transaction: Database['transaction']
}

/** Makes the handle that queries take, on top of whatever sends a statement. */
export function database({ send, transaction }: Connection): Database {
  const rows: Database['rows'] = async (schema, { text, values }) => {
    const result = await send({ text, values })
    return checked(schema, result.rows, text)
  }
  return {
    rows,
    row: async (schema, statement) => (await rows(schema, statement))[0],
    change: async statement => (await send(statement)).rowCount ?? 0,
    transaction,
  }
}

/** Runs `work` on a client whose transaction has begun, and commits. The caller rolls back when this throws. */
export async function transact<Result>(
  client: PoolClient,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const last: LastWork[] = []
  const { result } = await within(
    { enqueue: inOrder(client), outerIsOpen: () => true, depth: 1, last },
    async transaction => {
      const done = await work(transaction)
      for (const each of last) await each(transaction)
      return done
    },
  )
  const { command } = await client.query('commit')
  // PostgreSQL answers ROLLBACK, without an error, when a statement had failed and `work` went on regardless.
  if (command !== 'COMMIT') throw new Error('事务中有语句失败但被忽略，已整体回滚')
  return result
}

type Enqueue = <Result>(send: (client: PoolClient) => Promise<Result>, ahead?: 'ahead') => Promise<Result>

type LastWork = (transaction: Database) => Promise<unknown>

/** Holds, by handle, how to leave work to its transaction. */
const leaveTo = new WeakMap<Database, (work: LastWork) => void>()

/**
 * Does `work` as the last thing before the transaction commits; a savepoint that rolls back takes its own work along.
 * It is for statements that lock a row which many transactions need: the row is held for no longer than they take, and
 * as no lock is waited for after it, two transactions can't hold each other up.
 */
export function beforeCommit(transaction: Database, work: LastWork): void {
  const leave = leaveTo.get(transaction)
  if (!leave) throw new Error('只有事务的句柄才有提交之前')
  leave(work)
}

/** Lets `handle`, which sends through the transaction as well, leave work to it; that work runs on the handle `on`. */
export const leaveThrough = (transaction: Database, handle: Database, on: () => Database): void =>
  void leaveTo.set(handle, work => beforeCommit(transaction, () => work(on())))

/** Holds how a transaction's handle sends ahead. */
const aheadOn = new WeakMap<Database, (statement: Sql) => Promise<unknown>>()

/**
 * Sends a statement of a transaction ahead of the next one, in one write. It saves a trip, and trips are most of what
 * a small transaction costs. Use it only for statements whose answer needs no look; if PostgreSQL refuses one all the
 * same, it refuses what follows as well, up to the commit.
 */
export const sendAhead = (transaction: Database, statement: Sql): Promise<unknown> =>
  (aheadOn.get(transaction) ?? transaction.change)(statement)

/**
 * Sends one statement at a time. Those of a `Promise.all` wait here, where an end of the transaction still stops them.
 */
function inOrder(client: PoolClient): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return (send, ahead) => {
    const sent = last.then(() => {
      if (ahead) holdWrites(client)
      return send(client)
    })
    last = ahead ? last.then(() => {}) : sent.catch(() => {})
    return sent
  }
}

/** Holds the writes until all is sent that can be now. */
function holdWrites(client: PoolClient): void {
  // The types leave out the stream that a client writes to.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

interface Level {
  enqueue: Enqueue
  outerIsOpen: () => boolean
  depth: number
  last: LastWork[]
}

async function within<Result>(
  { enqueue, outerIsOpen, depth, last }: Level,
  work: (transaction: Database) => Promise<Result>,
): Promise<{ result: Result }> {
  let open = true
  let nested = false
  const isOpen = () => open && outerIsOpen()
  const send = (statement: Statement, ahead?: 'ahead') =>
    enqueue(async client => {
      // After the end the connection may be another request's, perhaps another company's.
      if (!isOpen()) throw new Error('事务已经结束，不能再用它的句柄查询')
      return client.query(named(client, statement))
    }, ahead).catch(error => {
      isStale(error)
      throw error
    })
  const transaction: Database['transaction'] = async inner => {
    if (!isOpen()) throw new Error('事务已经结束，不能再用它的句柄查询')
    if (nested) throw new Error('同一事务里的嵌套事务不能同时进行，请依次进行')
    nested = true
    const savepoint = `s${depth}`
    const before = last.length
    try {
      await enqueue(client => client.query(`savepoint ${savepoint}`))
      const { result } = await within({ enqueue, outerIsOpen: isOpen, depth: depth + 1, last }, inner)
      await enqueue(client => client.query(`release savepoint ${savepoint}`))
      return result
    } catch (error) {
      last.length = before
      // If this fails too the whole transaction is lost, which its next statement reports.
      await enqueue(client => client.query(`rollback to savepoint ${savepoint}`)).catch(() => {})
      throw error
    } finally {
      nested = false
    }
  }
  const handle = database({ send, transaction })
  leaveTo.set(handle, work => void last.push(work))
  aheadOn.set(handle, statement => send(statement, 'ahead'))
  try {
    return { result: await work(handle) }
  } finally {
    open = false
  }
}
