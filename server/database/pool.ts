import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, PoolClient, PoolConfig, QueryResult } from 'pg'
import { Pool } from 'pg'
import { fairQueue } from '#server/core/fair-queue.ts'
import { clientConfig, DatabaseClient, type DatabaseConfig } from './client.ts'
import type { Database } from './database.ts'
import { sendGroup, sendUnnamed } from './message-group.ts'
import { noteUse } from './pending-notifications.ts'
import { pooledSocket } from './pooled-socket.ts'
import { giveSnapshots } from './snapshot.ts'
import {
  breaksConnection,
  isReadOnly,
  isSpent,
  isStale,
  type NamedStatement,
  named,
  type Statement,
} from './statements.ts'
import { groupAfter, registerGroups, type SendAll } from './together.ts'
import { database, transact } from './transaction.ts'

/** The role of the companies' connections. It owns nothing and sees only what row-level security shows it. */
export const companyRole = 'portal_company'

export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface PoolOptions {
  /** Either postgresql://…, or with a Unix socket postgresql://user@%2Fpath%2Fto%2Fsocket/database. Several hosts are possible. */
  url: string
  /** The address at which the companies' pool logs in as its own user; without it the user of `url` switches to the role. */
  companyUrl?: string | undefined
  log: DatabaseLog
  /** Connections in each of the two pools. */
  size?: number
  /** Makes every connection read-only. */
  readOnly?: boolean
  /** Milliseconds after which PostgreSQL ends a statement. */
  statementTimeout?: number
}

export interface Pools {
  /** Sees all companies. It serves sessions, login, operations and jobs. */
  system: Database
  /**
   * The same for an operator, but each statement outside a transaction is planned for its own values. The best plan for a rare search
   * word is not the best for a frequent one, and a prepared statement is planned once for both. This costs a few milliseconds each time.
   */
  searches(operatorId: string): Database
  /**
   * The same on separate connections, for counts that must persist when the rest of the request is rolled back: wrong passwords,
   * attempts at a code. It is never used within a transaction, so it cannot wait for a connection that waits for it.
   */
  counting: Database
  /** Deliberately not a Database: `companyDatabase` is the only way to query it. */
  companies: CompanyPool
  url: string
  /** Returns the numbers of open and idle connections, and of requests waiting for one. */
  statistics(): Record<'system' | 'companies', { total: number; idle: number; waiting: number }>
  /** Ends the pools after the queries in progress. */
  end(): Promise<void>
}

const companyPool: unique symbol = Symbol('companies')
export interface CompanyPool {
  readonly [companyPool]: Pool
  /** Runs a company's statement or transaction in its turn. */
  readonly inTurn: Turns
}

type Turns = ReturnType<typeof fairQueue>

const connectionsPerPool = 8
const countingConnections = 2
/** Milliseconds to wait for a connection. */
const connectionTimeout = 10_000
/** Milliseconds. */
const lockTimeout = 5_000

const sendNamed: Protocol['send'] = (client, statement) => sendGroup(client, [], named(client, statement))

/** Creates the pools. The first query opens the first connection. */
export function connect(options: PoolOptions): Pools {
  const system = pool(options, '', async () => {})
  const { companyUrl } = options
  const companies = pool({ ...options, url: companyUrl ?? options.url }, `-c role=${companyRole}`, async client => {
    await prepareCompanyConnection(client)
    if (companyUrl) await refuseMightyLogin(client)
  })
  const counting = pool({ ...options, size: countingConnections }, '', async () => {})
  const { size = connectionsPerPool } = options
  // Of eight connections, slow reads of one company leave three to the others, and those of operators four to customers' sessions.
  const companiesInTurn = turns(size, Math.ceil(size * 0.6))
  const operatorsInTurn = turns(Math.ceil(size / 2), Math.ceil(size * 0.35))
  const numbers = ({ totalCount, idleCount, waitingCount }: Pool, inTurn: Turns) => ({
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount + inTurn.waiting(),
  })
  return {
    system: databaseOn(system, {
      begin: [begin],
      send: sendNamed,
      sendAll: groupAfter([]),
    }),
    searches: operatorId =>
      databaseOn(system, {
        begin: [begin],
        send: sendUnnamed,
        inTurn: work => operatorsInTurn(operatorId, work),
      }),
    counting: databaseOn(counting, {
      begin: [begin],
      send: sendNamed,
    }),
    companies: { [companyPool]: companies, inTurn: companiesInTurn },
    url: options.url,
    statistics: () => ({
      system: numbers(system, operatorsInTurn),
      companies: numbers(companies, companiesInTurn),
    }),
    end: async () => {
      await Promise.all([close(system), close(companies), close(counting)])
    },
  }
}

/**
 * Hands out at most `width` connections: `each` to one owner, and the rest only to owners who have none. Waiting here is refused as
 * waiting in the pool's own queue is.
 */
const turns = (width: number, each: number): Turns =>
  fairQueue({
    ...{ width, each, reserved: width - each, busy },
    ...{ waitingEach: 1_000, waitingInAll: 10_000, patience: connectionTimeout },
  })

const busy = '同时进行的查询过多，请稍后重试'

/** Creates a pool whose connections go to the writable host. */
export const openPool = (config: PoolConfig): Pool =>
  // The type of `Client` leaves out that the pool passes its own options to it.
  new Pool({ ...config, Client: DatabaseClient as unknown as new () => ClientBase })

function pool(options: PoolOptions, startupOptions: string, onConnect: (client: ClientBase) => Promise<void>): Pool {
  const statementTimeout = options.statementTimeout ?? 15_000
  const connection = clientConfig(
    options.url,
    options.readOnly ? `${startupOptions} -c default_transaction_read_only=on` : startupOptions,
  )
  const config: PoolConfig & DatabaseConfig = {
    ...connection,
    // TLS has its own way of reading.
    ...(!connection.ssl && { stream: pooledSocket }),
    max: options.size ?? connectionsPerPool,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: connectionTimeout,
    statement_timeout: statementTimeout,
    // Only for a database that no longer answers at all; otherwise PostgreSQL's own timeout comes first.
    answerWithin: statementTimeout + 5_000,
    // A replica frozen in a transaction must not hold its row locks for long. A request that waits for them is refused before nginx
    // gives up (deploy/nginx), which would count against the healthy replica.
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: lockTimeout,
    // A refused statement reports its error before the server is ready again, so the following rollback would wait in the driver's
    // own queue, which pg 9 removes. No two requests ever share a connection here.
    pipeline: true,
    onConnect,
  }
  const made = openPool(config)
  // Both listeners are needed: a connection lost while idle emits the error on the pool, one lost while checked out on itself, and
  // an `error` event without a listener ends the process.
  made.on('error', error => made.ending || options.log.warn(`数据库连接中断：${error.message}`))
  made.on('connect', client => client.on('error', () => {}))
  made.on('release', noteUse)
  return made
}

/**
 * Ends a pool and waits for its connections. The pool's own `end` returns before they are closed, and the server
 * behind them may be stopped next.
 */
async function close(connections: Pool): Promise<void> {
  let open = connections.totalCount
  const closed = new Promise<void>(resolve => {
    connections.on('remove', () => {
      open -= 1
      if (open <= 0) resolve()
    })
    if (open === 0) resolve()
  })
  await connections.end()
  // A connection whose other end is gone may never report its end.
  await Promise.race([closed, sleep(1000, undefined, { ref: false })])
}

export const begin: NamedStatement = { name: 'portal_begin', text: 'begin', values: [] }

const beginSnapshot: NamedStatement = {
  name: 'portal_begin_snapshot',
  text: 'begin isolation level repeatable read, read only',
  values: [],
}

export const companySetting = {
  name: 'portal_company',
  text: `select set_config('portal.company', $1, true)`,
}

/** Refuses a connection on which the role did not take effect (because of an address with its own options, or a proxy). */
async function prepareCompanyConnection(client: ClientBase): Promise<void> {
  const { rows } = await sendUnnamed(client, { text: 'select current_user as role', values: [] })
  if (rows[0]?.role !== companyRole) throw new Error(`数据库连接没有切换到角色 ${companyRole}，请检查 DATABASE_URL`)
  await sendGroup(client, [], { ...companySetting, values: [''] })
}

/** Refuses a login that could bypass row-level security by `set role none`. */
export async function refuseMightyLogin(client: ClientBase): Promise<void> {
  const { rows } = await sendUnnamed(client, {
    values: [],
    text: `select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls
        or exists (select from pg_class where relowner = login.oid and relnamespace = 'public'::regnamespace)
        or exists (select from pg_auth_members join pg_roles granted on granted.oid = roleid
          where member = login.oid and granted.rolname <> '${companyRole}') as mighty
      from pg_roles login where rolname = session_user`,
  })
  if (rows[0]?.mighty !== false)
    throw new Error(`DATABASE_COMPANY_URL 的用户权限过大：它只须属于角色 ${companyRole}，不能拥有表或其他角色`)
}

/** Only for tenant.ts. */
export const companyConnections = (companies: CompanyPool): Pool => companies[companyPool]

/** The way one kind of connection starts a transaction and sends a statement outside of one. */
export interface Protocol {
  /** The statements sent before a transaction's first one. */
  begin: readonly NamedStatement[]
  send(client: PoolClient, statement: Statement): Promise<QueryResult>
  /** Sends several together. */
  sendAll?: SendAll
  /** Waits until the owner of the handle may have another connection. */
  inTurn?<Result>(work: () => Promise<Result>): Promise<Result>
}

export function databaseOn(connections: Pool, protocol: Protocol): Database {
  const { inTurn = work => work() } = protocol
  const inConnection = async <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> => {
    const client = await connections.connect()
    let usable = false
    try {
      const result = await work(client)
      usable = true
      return result
    } catch (error) {
      usable = !breaksConnection(error)
      throw error
    } finally {
      client.release(!usable || isSpent(client))
    }
  }
  const onceOrAnew = <Result>(work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
    inTurn(() =>
      inConnection(work).catch(error => {
        if (isStale(error)) return inConnection(work)
        throw error
      }),
    )
  const transactionFrom =
    (first: readonly NamedStatement[]): Database['transaction'] =>
    async work =>
      inTurn(async () => {
        const client = await connections.connect()
        const { result, rollback } = transact(client, first, work)
        let usable = false
        try {
          const done = await result
          usable = true
          return done
        } catch (error) {
          usable = await rollback().then(
            () => !isReadOnly(error),
            () => false,
          )
          throw error
        } finally {
          client.release(!usable || isSpent(client))
        }
      })
  const made = database({
    send: statement => onceOrAnew(client => protocol.send(client, statement)),
    transaction: transactionFrom(protocol.begin),
  })
  giveSnapshots(
    made,
    transactionFrom(protocol.begin.map(statement => (statement === begin ? beginSnapshot : statement))),
  )
  const { sendAll } = protocol
  if (sendAll) registerGroups(made, statements => onceOrAnew(client => sendAll(client, statements)))
  return made
}
