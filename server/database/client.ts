import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { Client, type ClientConfig } from 'pg'
import {
  AddressProblem,
  type DatabaseAddress,
  type DatabaseHost,
  parseDatabaseAddress,
} from '#server/core/database-address.ts'
import { AnswerWatch } from './answer-watch.ts'
import { typeParsers } from './statements.ts'

/** The configuration of `DatabaseClient` and of the pools. */
export interface DatabaseConfig extends ClientConfig {
  /** The first writable one is used. */
  hosts: DatabaseHost[]
  /** Milliseconds to wait for the answer of a message group (message-group.ts). */
  answerWithin?: number
}

/** Returns address and type parsers for any client of the database (pool, listener, migration, backup). Throws AddressProblem. */
export function clientConfig(url: string, startupOptions = ''): DatabaseConfig {
  const address = parseDatabaseAddress(url)
  const { hosts, user, password, database, parameters } = address
  const [first] = hosts
  // Dates computed by SQL are in China's time zone, whatever the server's own zone is.
  const options = [parameters.get('options'), '-c timezone=Asia/Shanghai', startupOptions].filter(Boolean).join(' ')
  return {
    hosts,
    ...first,
    user,
    password,
    database,
    options,
    ssl: tlsOf(address),
    ...(parameters.get('sslnegotiation') === 'direct' && { sslnegotiation: 'direct' as const }),
    types: typeParsers,
    application_name: parameters.get('application_name') || 'haiyilian',
    keepAlive: true,
  }
}

function tlsModeOf({ parameters }: DatabaseAddress): string {
  const older = { true: 'verify-full', '1': 'verify-full', 'no-verify': 'require' }[parameters.get('ssl') ?? '']
  const direct = parameters.get('sslnegotiation') === 'direct' ? 'require' : undefined
  return parameters.get('sslmode') ?? older ?? process.env.PGSSLMODE ?? direct ?? 'disable'
}

/** Returns how the connections are protected. An encrypted one without a verified certificate can be read by a server in between. */
export function tlsProtection(address: DatabaseAddress): 'none' | 'encrypted' | 'verified' {
  const mode = tlsModeOf(address)
  if (mode === 'disable' || mode === 'allow') return 'none'
  const root = address.parameters.get('sslrootcert')
  const hasRoot = root !== undefined && root !== 'system' && mode !== 'no-verify'
  return mode === 'verify-full' || hasRoot ? 'verified' : 'encrypted'
}

/** Gives `sslmode` its libpq meaning; pg 8 takes `require` for `verify-full`. */
function tlsOf(address: DatabaseAddress): boolean | ConnectionOptions {
  const { parameters } = address
  const mode = tlsModeOf(address)
  if (mode === 'disable' || mode === 'allow') return false
  const file = (name: string) => {
    const path = parameters.get(name)
    // libpq's name for the system's trusted roots, for which Node uses its bundled ones.
    if (!path || path === 'system') return undefined
    try {
      return readFileSync(path, 'utf8')
    } catch {
      throw new AddressProblem(`DATABASE_URL：读不到 ${name} 所写的文件 ${path}，请检查路径与权限`)
    }
  }
  const [ca, cert, key] = [file('sslrootcert'), file('sslcert'), file('sslkey')]
  const own = { ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) }
  if (mode === 'verify-full') return own
  // As for libpq, `require` with a CA verifies the chain but not the name.
  if (ca && mode !== 'no-verify') return { ...own, checkServerIdentity: () => undefined }
  return { ...own, rejectUnauthorized: false }
}

/** None of several hosts is writable. */
export class NoWritableHost extends Error {
  readonly failures: { host: DatabaseHost; error: unknown }[]
  constructor(failures: NoWritableHost['failures']) {
    super('没有一个数据库主机可以写入')
    this.failures = failures
  }
}

/** The server is read-only. */
export class ReadOnlyHost extends Error {}

/** Milliseconds to wait for one host, so that three unresponsive hosts fit into a pool's timeout of ten seconds. */
const probeTimeout = 3_000
/** Milliseconds for which a finding holds. Pools open their connections in bursts. */
const findingLasts = 1_000

const findings = new Map<string, { at: number; host: Promise<DatabaseHost> }>()
/** The last writable host, by the list of hosts. It is tried first, so that a dead first host causes only one delay. */
const lastWritable = new Map<string, DatabaseHost>()

/** Finds the writable host; connections opened at the same time share one search. */
function writableHost(config: DatabaseConfig): Promise<DatabaseHost> {
  const key = JSON.stringify([config.hosts, config.database, config.user])
  const cached = findings.get(key)
  if (cached && performance.now() - cached.at < findingLasts) return cached.host
  const host = search(config, lastWritable.get(key))
  findings.set(key, { at: performance.now(), host })
  host.then(
    found => {
      lastWritable.set(key, found)
      findings.set(key, { at: performance.now(), host })
    },
    () => findings.delete(key),
  )
  return host
}

async function search(config: DatabaseConfig, last: DatabaseHost | undefined): Promise<DatabaseHost> {
  const same = (host: DatabaseHost) => host.host === last?.host && host.port === last?.port
  const hosts = [...config.hosts.filter(same), ...config.hosts.filter(host => !same(host))]
  const failures: NoWritableHost['failures'] = []
  for (const host of hosts) {
    try {
      await probe(config, host)
      return host
    } catch (error) {
      failures.push({ host, error })
    }
  }
  throw new NoWritableHost(failures)
}

async function probe(config: DatabaseConfig, host: DatabaseHost): Promise<void> {
  // The options are left out: a pool may use them to make its connections read-only, which says nothing about the server.
  const { user, password, database, ssl, sslnegotiation } = config
  const timeouts = { connectionTimeoutMillis: probeTimeout, query_timeout: probeTimeout }
  const client = new Client({
    user,
    password,
    database,
    ssl,
    sslnegotiation,
    ...host,
    ...timeouts,
    application_name: 'haiyilian probe',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ refuses: boolean }>(
      `select pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean as refuses`,
    )
    if (rows[0]?.refuses) throw new ReadOnlyHost()
  } finally {
    await client.end().catch(() => {})
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: Client) => void)

/** A connection to the writable host among those in the address. */
export class DatabaseClient extends Client {
  /** Set if the configuration says how long to wait for an answer. */
  readonly answers?: AnswerWatch
  readonly #config: DatabaseConfig
  #ended = false

  constructor(config: DatabaseConfig) {
    super(config)
    this.#config = config
    const { answerWithin } = config
    if (answerWithin !== undefined)
      this.answers = new AnswerWatch(answerWithin, error => this.connection.stream.destroy(error))
    // A server that ends a connection during its setup, before the pool listens for errors, must not end the process; the current
    // statement reports it.
    this.on('error', () => {})
  }

  override connect(): Promise<Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<Client> | undefined {
    const single = this.#config.hosts.length === 1
    if (!callback) return single ? super.connect() : this.#connectToWritable()
    // pg passes either, while the type declares two functions.
    const done = callback as (error: Error | null, client?: Client) => void
    if (single) super.connect(done)
    else
      this.#connectToWritable().then(
        () => done(null, this),
        (error: Error) => done(error),
      )
    return undefined
  }

  override end(): Promise<void>
  override end(callback: (error: Error) => void): void
  override end(callback?: (error: Error) => void): Promise<void> | undefined {
    this.#ended = true
    if (!callback) return super.end()
    super.end(callback)
    return undefined
  }

  async #connectToWritable(): Promise<Client> {
    const { host, port } = await writableHost(this.#config)
    // Ended during the search, or abandoned by the pool: nobody would close a connection opened now.
    if (this.#ended || this.connection.stream.destroyed) throw new Error('Connection terminated')
    if (host !== undefined) this.host = host
    this.port = port
    return super.connect()
  }
}

/** Opens a connection for `work`, and closes it afterwards. */
export async function withClient<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient(clientConfig(url))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
