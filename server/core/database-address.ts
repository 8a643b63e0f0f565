export interface DatabaseHost {
  /** A name, an address or the folder of a unix socket; undefined leaves it to PGHOST. */
  host: string | undefined
  port: number
}

/** The parts of DATABASE_URL. Only `password` is secret. */
export interface DatabaseAddress {
  /** At least one. If there are several, the portal uses the first writable one. */
  hosts: DatabaseHost[]
  user: string | undefined
  password: string | undefined
  database: string | undefined
  /** The query string. */
  parameters: Map<string, string>
}

/** The message is Chinese and never repeats the address, because it holds the password. */
export class AddressProblem extends Error {}

const form =
  '应写作 postgresql://用户:密码@主机:端口/库名；用户与密码里的 / ? @ % 等符号须写成百分号编码，例如 / 写作 %2F、% 写作 %25'
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']

/**
 * Parses a PostgreSQL address as libpq does. `URL` cannot: it refuses several hosts and an empty host, takes a `#` in the password
 * for a fragment, and quotes the whole address in its errors. Throws AddressProblem.
 */
export function parseDatabaseAddress(address: string): DatabaseAddress {
  const [, authority, path, query] = /^postgres(?:ql)?:\/\/([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(address) ?? []
  // Another `@` or `/` is part of a password that was split here; the rest would be shown as a host or a database.
  if (authority === undefined || path?.includes('/') || `${path}${query}`.includes('@')) throw new AddressProblem(form)
  const at = authority.lastIndexOf('@')
  const [user, ...password] = authority.slice(0, Math.max(at, 0)).split(':')
  const parameters = new Map(
    (query ?? '').split('&').flatMap(pair => {
      const [name = '', ...value] = pair.split('=')
      return name ? [[decoded(name), decoded(value.join('=').replaceAll('+', ' '))] as const] : []
    }),
  )
  const input = (name: string, text: string | undefined) => parameters.get(name) || decoded(text ?? '') || undefined
  const parsed: DatabaseAddress = {
    hosts: hostsOf(authority.slice(at + 1), parameters),
    user: input('user', user),
    password: input('password', password.join(':')),
    database: input('dbname', path),
    parameters,
  }
  refuseUnsupported(parameters)
  return parsed
}

/** Returns the server's name for messages. */
export const nameOf = ({ host = 'localhost', port }: DatabaseHost): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressProblem(form)
  }
}

function hostsOf(authority: string, parameters: Map<string, string>): DatabaseHost[] {
  const pairs = authority.split(',').map(entry => {
    const [, host, port] = /^(\[[\da-fA-F:.]+\]|[^:[\]]*)(?::(\d*))?$/.exec(entry) ?? []
    if (host === undefined) throw new AddressProblem(form)
    return { host: decoded(host.replace(/^\[|\]$/g, '')), port }
  })
  const hosts = parameters.get('host')?.split(',') ?? pairs.map(({ host }) => host)
  const ports = parameters.get('port')?.split(',') ?? pairs.map(({ port }) => port)
  // As in libpq, a single port applies to all hosts.
  if (ports.length > 1 && ports.length !== hosts.length) throw new AddressProblem('端口应与主机一样多，或只写一个')
  return hosts.map((host, index) => {
    const text = (ports.length > 1 ? ports[index] : ports[0]) || process.env.PGPORT || '5432'
    const port = Number(text)
    if (!/^\d+$/.test(text) || port < 1 || port > 65_535) throw new AddressProblem(form)
    return { host: host || undefined, port }
  })
}

function refuseUnsupported(parameters: Map<string, string>): void {
  const mode = parameters.get('sslmode')
  if (mode !== undefined && !sslModes.includes(mode))
    throw new AddressProblem(
      'sslmode 应为 disable（不加密）、require（加密而不核对证书）、verify-ca 或 verify-full（核对证书）',
    )
  if (mode === 'verify-ca' && !parameters.get('sslrootcert'))
    throw new AddressProblem('sslmode=verify-ca 须用 sslrootcert 写明 CA 证书的文件，或改用 verify-full')
  const target = parameters.get('target_session_attrs')
  if (target !== undefined && !['any', 'read-write', 'primary'].includes(target))
    throw new AddressProblem('target_session_attrs 应为 read-write：门户需要写入，不能使用备库')
}
