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

type Enqueue = <Result>(send: (client: PoolClient) => Promise<Result>) => Promise<Result>

/** One statement at a time: those of a `Promise.all` wait here, where an end of the transaction still stops them. */
function inOrder(client: PoolClient): Enqueue {
  let last: Promise<unknown> = Promise.resolve()
  return send => {
    const sent = last.then(() => send(client))
    last = sent.catch(() => {})
    return sent
  }
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
  const send = (statement: Sql) =>
    enqueue(async client => {
      // Past the end the connection may be another request's, perhaps another company's.
      if (!isOpen()) throw new Error('事务已经结束，不能再用它的句柄查询')
      return client.query(named(client, statement))
    }).catch(error => {
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
  try {
    return { result: await work(database({ send, transaction })) }
  } finally {
    open = false
  }
}
