import { type LookupAddress, lookup } from 'node:dns'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '#server/core/public-address.ts'

/** Requests to addresses entered by companies: none may lead into internal networks (decision 0017). */

/** Returns why an address is refused before anything is sent, in words for the company; undefined if it may be used. */
export function addressProblem(address: string, allowPrivate: boolean): string | undefined {
  const { protocol, hostname, username, password } = new URL(address)
  if (username || password) return '不能有账号与密码'
  if (allowPrivate) return undefined
  if (protocol !== 'https:') return '须为 https'
  return hostProblem(hostname.replace(/^\[(.*)\]$/, '$1'))
}

/** Checks a bare host. A name is checked again when it is resolved, by `publicLookup`. */
export function hostProblem(host: string): string | undefined {
  if (isIP(host) ? !isPublicAddress(host) : /^(localhost|.*\.(localhost|local|internal))\.?$/i.test(host))
    return '不能是本机或内部网络'
  return undefined
}

class PrivateAddress extends Error {}

type Resolved = (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void

/**
 * Resolves a name once and passes exactly the checked addresses to the socket, so that a second DNS answer cannot lead elsewhere.
 * One private address among several refuses all of them.
 */
export const guardedLookup =
  (resolve: (hostname: string, resolved: Resolved) => void): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('no address'), [])
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(new PrivateAddress(), [])
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family)
    })

export const publicLookup = guardedLookup((hostname, resolved) => lookup(hostname, { all: true }, resolved))

/** A kept-alive connection keeps using the address that was checked when it was opened. */
const kept = { keepAlive: true, maxSockets: 50, maxFreeSockets: 50, timeout: 30_000 }
const agents = {
  judged: new HttpsAgent({ ...kept, lookup: publicLookup }),
  private: { 'http:': new HttpAgent(kept), 'https:': new HttpsAgent(kept) },
}

interface Outbound {
  method: string
  headers: Record<string, string>
  body: string
  /** True in tests only. */
  allowPrivate: boolean
  /** Milliseconds for connecting, sending and the answer together. */
  patience: number
}

/** Sends a request and returns the answer with its body unread. The address must have been checked by `addressProblem`. */
export function openRequest(
  address: string,
  { method, headers, body, allowPrivate, patience }: Outbound,
): Promise<IncomingMessage> {
  const secure = new URL(address).protocol === 'https:'
  const agent = allowPrivate ? agents.private[secure ? 'https:' : 'http:'] : agents.judged
  return new Promise<IncomingMessage>((resolve, reject) => {
    const request = (secure ? httpsRequest : httpRequest)(address, {
      ...{ method, agent, signal: AbortSignal.timeout(patience) },
      headers: { ...headers, ...(body && { 'content-length': Buffer.byteLength(body) }) },
    })
    request
      .on('response', resolve)
      .on('error', reject)
      .end(body || undefined)
  })
}

/** The Node network error codes that a company can do something about. */
const problems: Record<string, string> = {
  ENOTFOUND: '域名无法解析',
  EAI_AGAIN: '域名无法解析',
  ECONNREFUSED: '对方拒绝连接',
  ECONNRESET: '连接被中断',
  EPIPE: '连接被中断',
  CERT_HAS_EXPIRED: '证书已过期',
  DEPTH_ZERO_SELF_SIGNED_CERT: '证书不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '证书不受信任',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '证书不受信任',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '证书不受信任',
  ERR_TLS_CERT_ALTNAME_INVALID: '证书与域名不符',
  ERR_SSL_WRONG_VERSION_NUMBER: '对方没有使用 TLS',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: '对方没有使用 TLS',
}

/** Explains to the company in words why there was no answer. */
export function troubleOf(error: unknown, patience = 10_000): string {
  if (error instanceof PrivateAddress) return '地址不能使用：域名指向本机或内部网络'
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (name === 'AbortError' || name === 'TimeoutError') return `没有在 ${patience / 1000} 秒之内应答`
  return problems[code] ?? '无法连接'
}
