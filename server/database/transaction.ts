import type { Writable } from 'node:stream'
import type { PoolClient, QueryResult } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Database } from './database.ts'
import { isStale, named } from './statements.ts'

interface Means {
  send(statement: Sql): Promise<QueryResult>
  transaction: Database['transaction']
}

/** The face that rooms see, on whatever sends a statement. */
export function database({ send, transaction }: Means): Database {
  return {
    rows: async statement => (await send(statement)).rows,
    row: async statement => (await send(statement)).rows[0],
    change: async statement => (await send(statement)).rowCount ?? 0,
    transaction,
  }
}

/** Runs `work` on a client whose transaction has begun, and commits. The caller rolls back when this throws. */
export async function transact<Result>(
  client: PoolClient,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> {
  const { result } = await within(inOrder(client), () => true, 1, work)
  const { command } = await client.query('commit')
  // PostgreSQL answers ROLLBACK, without an error, when a statement had failed and `work` went on regardless.
  if (command !== 'COMMIT') throw new Error('事务中有语句失败但被忽略，已整体回滚')
  return result
}

type Enqueue = <Result>(send: (client: PoolClient) => Promise<Result>, ahead?: 'ahead') => Promise<Result>

/** How a transaction's handle sends ahead. */
const aheadOn = new WeakMap<Database, (statement: Sql) => Promise<unknown>>()

/**
 * Sends a statement of a transaction ahead of the next one, in one write: a trip less, and trips are most of what a small
 * transaction costs. Only for what needs no look at its answer; if PostgreSQL refuses it all the same, it refuses what
 * follows as well, up to the commit.
 */
export const sendAhead = (transaction: Database, statement: Sql): Promise<unknown> =>
  (aheadOn.get(transaction) ?? transaction.row)(statement)

/** One statement at a time: those of a `Promise.all` wait here, where an end of the transaction still stops them. */
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

/** Until all is sent that can be now. */
function holdWrites(client: PoolClient): void {
  // The types leave out what a client writes to.
  const { stream } = (client as unknown as { connection: { stream: Writable } }).connection
  stream.cork()
  process.nextTick(() => stream.uncork())
}

async function within<Result>(
  enqueue: Enqueue,
  outerIsOpen: () => boolean,
  depth: number,
  work: (transaction: Database) => Promise<Result>,
): Promise<{ result: Result }> {
  let open = true
  let nested = false
  const isOpen = () => open && outerIsOpen()
  const send = (statement: Sql, ahead?: 'ahead') =>
    enqueue(async client => {
      // Past the end the connection may be another request's, perhaps another company's.
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
    try {
      await enqueue(client => client.query(`savepoint ${savepoint}`))
      const { result } = await within(enqueue, isOpen, depth + 1, inner)
      await enqueue(client => client.query(`release savepoint ${savepoint}`))
      return result
    } catch (error) {
      // If this fails too the whole transaction is lost, which its next statement reports.
      await enqueue(client => client.query(`rollback to savepoint ${savepoint}`)).catch(() => {})
      throw error
    } finally {
      nested = false
    }
  }
  const handle = database({ send, transaction })
  aheadOn.set(handle, statement => send(statement, 'ahead'))
  try {
    return { result: await work(handle) }
  } finally {
    open = false
  }
}
