import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, DatabaseError } from 'pg'
import type { Postmaster } from './embedded-postmaster.ts'
import { EmbeddedError, type Runner, serverEnvironment, windows } from './embedded-system.ts'

const owner = 'portal'
const superuser = 'postgres'
/** The companies' role (pool.ts), which here is a login of its own, so that `set role none` changes nothing. */
const companies = 'portal_company'
const database = 'portal'

/** Runs initdb in a sibling folder and renames the finished cluster, so that a killed start leaves no partial one. */
export async function createCluster(cluster: string, binaries: string, runner: Runner, unsafe: boolean): Promise<void> {
  const draft = `${cluster}.new`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  runner.own(draft)
  const args = ['-D', draft, '-U', superuser, '--encoding=UTF8', '--locale=C', '--no-instructions']
  if (unsafe) args.push('--no-sync')
  args.push('--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  if (windows) {
    const password = `${cluster}.password`
    writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
    args.push('--auth=scram-sha-256', `--pwfile=${password}`)
  } else args.push('--auth=peer')
  const [program, programArgs] = runner.command(join(binaries, 'bin', windows ? 'initdb.exe' : 'initdb'), args)
  try {
    await promisify(execFile)(program, programArgs, { env: serverEnvironment(), ...runner.ids })
  } catch (cause) {
    const printed = cause instanceof Error && 'stderr' in cause ? cause.stderr : cause
    throw new EmbeddedError(`创建内置数据库失败：\n${printed}`, { cause })
  }
  renameSync(draft, cluster)
}

/**
 * Writes pg_hba.conf. There is no password: the kernel identifies the peer of the socket to PostgreSQL, and only the portal's and
 * the database's own users are admitted. (`nobody` may be shared with other services, but the socket's folder is not.)
 */
export function writeAccess(cluster: string, runner: Runner): void {
  if (windows) {
    write(cluster, 'pg_hba.conf', 'host all all 127.0.0.1/32 scram-sha-256\n', runner)
    return
  }
  const pairs = runner.names.flatMap(name => [owner, superuser, companies].map(role => `portal "${name}" ${role}\n`))
  write(cluster, 'pg_hba.conf', 'local all all peer map=portal\n', runner)
  write(cluster, 'pg_ident.conf', pairs.join(''), runner)
}

function write(cluster: string, name: string, text: string, runner: Runner): void {
  const file = join(cluster, name)
  if (readFileSync(file, 'utf8') === text) return
  writeFileSync(file, text)
  chmodSync(file, 0o600)
  runner.own(file)
}

/** Returns the address of the portal's database on a running server. */
export function addressOf({ port, sockets }: Postmaster, cluster: string): string {
  if (!windows) return `postgresql://${owner}@${encodeURIComponent(sockets)}:${port}/${database}`
  const password = readFileSync(`${cluster}.password`, 'utf8')
  return `postgresql://${owner}:${password}@127.0.0.1:${port}/${database}`
}

/** Connects once, and makes the user and the database when they do not exist yet. */
export async function openDatabase(url: string): Promise<'open' | 'not yet' | 'refused'> {
  try {
    let ready = false
    await using(url, async client => {
      ready = await canCompaniesLogIn(client)
    })
    if (!ready) await using(superuserAddress(url), client => letCompaniesLogIn(client, new URL(url).password))
    return 'open'
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code === '57P03') return 'not yet'
    // 28000 and 28P01 mean that the user does not exist or is not admitted, 3D000 that the database does not exist.
    if (!['28000', '28P01', '3D000'].includes(error.code ?? '')) return 'refused'
  }
  try {
    await using(superuserAddress(url), async client => {
      await createDatabase(client, new URL(url).password)
      await letCompaniesLogIn(client, new URL(url).password)
    })
    await using(url, async () => {})
    return 'open'
  } catch {
    return 'refused'
  }
}

/** Returns the address at which the companies' role logs in. */
export function companyAddress(url: string): string {
  const address = new URL(url)
  address.username = companies
  return address.href
}

async function canCompaniesLogIn(client: Client): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1 and rolcanlogin', [companies])
  return rowCount === 1
}

/** The portal's user may still switch to the role, which commands and repairs do. */
async function letCompaniesLogIn(client: Client, password: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [companies])
  await client.query(
    `${rowCount ? 'alter' : 'create'} role ${companies} login ${password ? `password '${password}'` : ''}`,
  )
  // An adopted server may have read its access rules before they included the role.
  await client.query('select pg_reload_conf()')
  await client.query(`grant ${companies} to ${owner} with set true, inherit false, admin true`)
}

/** Returns the address of the embedded server's superuser, for tests and repairs. */
export function superuserAddress(url: string): string {
  const address = new URL(url)
  address.username = superuser
  address.pathname = '/postgres'
  return address.href
}

async function createDatabase(client: Client, password: string): Promise<void> {
  const { rows: roles } = await client.query('select from pg_roles where rolname = $1', [owner])
  // Not a superuser, like the user of a DATABASE_URL, so that row-level security and missing privileges show here already.
  if (!roles.length)
    await client.query(`create role ${owner} login createrole ${password ? `password '${password}'` : ''}`)
  const { rows: databases } = await client.query('select from pg_database where datname = $1', [database])
  if (!databases.length) await client.query(`create database ${database} owner ${owner}`)
}

async function using(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
