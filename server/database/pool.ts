import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientBase, PoolClient, PoolConfig, QueryResult } from 'pg'
import { Pool } from 'pg'
import type { Sql } from 'sql-template-tag'
import type { Database } from './database.ts'
import { breaksConnection, isSpent, isStale, named, typeParsers } from './statements.ts'
import { database, transact } from './transaction.ts'

/** The role of the companies' connections: it owns nothing and sees what row-level security shows it. */
export const companyRole = 'portal_company'

export interface DatabaseLog {
  info(message: string): void
  warn(message: string): void
  error(message: string): void
}

export interface PoolOptions {
  /** postgresql://…; a unix socket as postgresql://user@%2Fpath%2Fto%2Fsocket/database */
  url: string
  log: DatabaseLog
  /** Connections of each of the two pools. */
  size?: number
  /** Milliseconds after which PostgreSQL ends a statement. */
  statementTimeout?: number
}

export interface Pools {
  /** Sees all companies: sessions, login, operations, jobs. */
  system: Database
  /**
   * The same, each statement outside a transaction planned for its own values: what a search with a rare word does best is not
   * what one with a frequent word does, and a prepared statement is planned once for both. A few milliseconds each time.
   */
  searches: Database
  /** Deliberately no Database: `companyDatabase` is the only way to a query on it. */
  companies: CompanyPool
  url: string
  /** Connections open, idle, and requests waiting for one. */
  statistics(): Record<'system' | 'companies', { total: number; idle: number; waiting: number }>
  /** Waits for the queries under way. */
  end(): Promise<void>
}

const companyPool: unique symbol = Symbol('companies')
export interface CompanyPool {
  readonly [companyPool]: Pool
}

/** Opens no connection yet; the first query does. */
export function connect(options: PoolOptions): Pools {
  const system = pool(options, '', async () => {})
  const companies = pool(options, `-c role=${companyRole}`, prepareCompanyConnection)
  const numbers = ({ totalCount, idleCount, waitingCount }: Pool) => ({
    total: totalCount,
    idle: idleCount,
    waiting: waitingCount,
  })
  return {
    system: databaseOn(system, { begin: 'begin', send: (client, statement) => client.query(named(client, statement)) }),
    searches: databaseOn(system, {
      begin: 'begin',
      send: (client, { text, values }) => client.query({ text, values }),
    }),
    companies: { [companyPool]: companies },
    url: options.url,
    statistics: () => ({ system: numbers(system), companies: numbers(companies) }),
    end: async () => {
      await Promise.all([close(system), close(companies)])
    },
  }
}

/** Address and parsers for any other client of the same database (listener, migrations, backup). */
export function clientConfig(url: string, startupOptions = '') {
  // WHATWG URLs refuse an empty host after a user, which libpq allows.
  const address = new URL(url.replace(/^([a-z]+:\/\/[^/]*)@\//, '$1@localhost/'))
  // Dates that SQL computes are China's, whatever the server's own zone is.
  const parts = [address.searchParams.get('options'), '-c timezone=Asia/Shanghai', startupOptions]
  address.searchParams.set('options', parts.filter(Boolean).join(' '))
  return { connectionString: address.href, types: typeParsers, application_name: 'haiyilian', keepAlive: true }
}

function pool(options: PoolOptions, startupOptions: string, onConnect: (client: ClientBase) => Promise<void>): Pool {
  const statementTimeout = options.statementTimeout ?? 15_000
  const config: PoolConfig = {
    ...clientConfig(options.url, startupOptions),
    max: options.size ?? 8,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementTimeout,
    // For a database that no longer answers at all; PostgreSQL's own timeout comes first otherwise.
    query_timeout: statementTimeout + 5_000,
    idle_in_transaction_session_timeout: 60_000,
    // A refused statement reports before the server is ready again, so the rollback behind it would wait in the
    // driver's own queue, which pg 9 won't have. No two requests ever share a connection here.
    pipeline: true,
    onConnect,
  }
  const made = new Pool(config)
  // Both listeners are needed: a connection lost while idle reports to the pool, one lost while checked out to itself,
  // and an `error` event that nobody hears ends the process.
  made.on('error', error => made.ending || options.log.warn(`数据库连接中断：${error.message}`))
  made.on('connect', client => client.on('error', () => {}))
  return made
}

/** The pool's own `end` returns before its connections are closed, and the server behind them may be stopped next. */
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

export const companySetting = {
  name: 'portal_company',
  text: `select set_config('portal.company', $1, true)`,
}

/** A connection on which the role did not take effect (an address with options of its own, a proxy) must not be used. */
async function prepareCompanyConnection(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string }>('select current_user as role')
  if (rows[0]?.role !== companyRole) throw new Error(`数据库连接没有切换到角色 ${companyRole}，请检查 DATABASE_URL`)
  await client.query({ ...companySetting, values: [''] })
}

/** For tenant.ts alone. */
export const companyConnections = (companies: CompanyPool): Pool => companies[companyPool]

/** How one kind of connection starts a transaction and sends a statement outside of one. */
export interface Manner {
  begin: string
  send(client: PoolClient, statement: Sql): Promise<QueryResult>
}

export function databaseOn(connections: Pool, manner: Manner): Database {
  const once = async (statement: Sql) => {
    const client = await connections.connect()
    let usable = false
    try {
      const result = await manner.send(client, statement)
      usable = true
      return result
    } catch (error) {
      usable = !breaksConnection(error)
      throw error
    } finally {
      client.release(!usable || isSpent(client))
    }
  }
  return database({
    send: statement =>
      once(statement).catch(error => {
        if (isStale(error)) return once(statement)
        throw error
      }),
    transaction: async work => {
      const client = await connections.connect()
      let usable = false
      try {
        await client.query(manner.begin)
        const result = await transact(client, work)
        usable = true
        return result
      } catch (error) {
        usable = await client.query('rollback').then(
          () => true,
          () => false,
        )
        throw error
      } finally {
        client.release(!usable || isSpent(client))
      }
    },
  })
}
