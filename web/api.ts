import type { CallName, InputOf, OutputOf } from '#contract/index.ts'
import { clientVersion, instanceId } from '#contract/rules.ts'
import { type CallRoute, calls } from './calls.generated.ts'
import { addNetworkError, type NetworkError } from './network-errors.ts'
import { portal } from './portal.ts'
import { hearServerTime } from './server-time.ts'
import { session } from './session.ts'
import { store } from './store.ts'
import { loading } from './ui/loading.ts'

/** A "no": the server's, or with code 0 that no answer came. `msg` is for the person. */
export interface Refused {
  code: number
  msg: string
  data: unknown
  ok: false
}

export type Answer<Name extends CallName> = { code: 200; msg: string; data: OutputOf<Name>; ok: true } | Refused

export interface CallOptions {
  /** Ends the call when the page that asked is left. */
  signal?: AbortSignal
  /** In the background: without the loading overlay. */
  quiet?: boolean
  /** A refused session is the caller's own affair (session refresh). */
  keepSession?: boolean
  /** Milliseconds. */
  timeout?: number
  /** What goes up with a multipart call, and how far it is, 0 to 1. */
  file?: File
  onProgress?: (share: number) => void
}

export const requestTimeout = 60_000

const client = {
  'accept-language': 'zh-CN',
  authorization: `portal-web ${clientVersion}`,
}

type Kind = NetworkError['kind'] | 'cancelled'
/** No answer came; never leaves this file. */
class NoAnswer extends Error {
  readonly kind: Kind
  constructor(kind: Kind) {
    super(kind)
    this.kind = kind
  }
}

const noAnswerText: Record<Kind, string> = {
  ERR_NETWORK: '网络连接失败，请检查网络后重试',
  ECONNABORTED: '请求超时，请稍后重试',
  cancelled: '已取消',
}

const refusal = (code: number, msg: string, data: unknown = null): Refused => ({ code, msg, data, ok: false })

/** Unknown or expired, ended elsewhere, or missing from the payload. */
export const isSessionRefusal = ({ code, data }: { code: number; data: unknown }) =>
  code === -41016 || code === -41004 || (code === -41003 && data === 'sid')

interface Received {
  status: number
  text: string
}

async function post(url: string, body: string, options: CallOptions): Promise<Received> {
  const timeout = AbortSignal.timeout(options.timeout ?? requestTimeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const headers = { ...client, 'content-type': 'application/json' }
  const asked = Date.now()
  try {
    const response = await fetch(url, { method: 'POST', headers, body, signal })
    hearServerTime(response.headers.get('date'), asked, Date.now())
    return { status: response.status, text: await response.text() }
  } catch {
    throw new NoAnswer(options.signal?.aborted ? 'cancelled' : timeout.aborted ? 'ECONNABORTED' : 'ERR_NETWORK')
  }
}

/** By XMLHttpRequest, because fetch tells nothing about how far a body has gone up. */
function upload(url: string, fields: Record<string, unknown>, options: CallOptions): Promise<Received> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  if (options.file) body.append('file', options.file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(client)) request.setRequestHeader(name, value)
    request.timeout = options.timeout ?? requestTimeout
    request.upload.onprogress = event => options.onProgress?.(event.total ? event.loaded / event.total : 0)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new NoAnswer('ERR_NETWORK'))
    request.ontimeout = () => reject(new NoAnswer('ECONNABORTED'))
    request.onabort = () => reject(new NoAnswer('cancelled'))
    options.signal?.addEventListener('abort', () => request.abort())
    request.send(body)
  })
}

interface Envelope {
  code: number
  msg: string
  data: unknown
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number' && 'msg' in value

/** What stands before the portal (a proxy, a load balancer) may answer something else than an envelope. */
function open({ status, text }: Received): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    if (isEnvelope(value)) return value
  } catch {}
  return refusal(0, `服务暂时不可用，请稍后重试（${status}）`)
}

function send(name: CallName, route: CallRoute, input: object, sid: string, options: CallOptions): Promise<Received> {
  const url = portal().apiBase + route.path
  // Resetting a password is specified without the instance.
  const instance = name === 'forgotPassword' ? {} : { instance_id: instanceId }
  const fields = { ...instance, ...input, ...(route.access === 'public' ? {} : { sid }) }
  return route.multipart ? upload(url, fields, options) : post(url, JSON.stringify(fields), options)
}

async function call(name: CallName, input: object, options: CallOptions): Promise<Envelope> {
  const route = calls[name]
  const sid = session.sid()
  if (route.access !== 'public' && !sid) {
    session.invalidate()
    return refusal(-41003, '登录已过期，请重新登录', 'sid')
  }
  const done = options.quiet ? undefined : loading.begin()
  const start = Date.now()
  try {
    const envelope = open(await send(name, route, input, sid, options))
    if (isSessionRefusal(envelope) && !options.keepSession) session.invalidate()
    return envelope
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error
    const { kind } = error
    if (kind !== 'cancelled')
      store.set({ errors: addNetworkError({ time: start, call: name, kind, ms: Date.now() - start }) })
    return refusal(0, noAnswerText[kind])
  } finally {
    done?.()
  }
}

type Api = { [Name in CallName]: (input: InputOf<Name>, options?: CallOptions) => Promise<Answer<Name>> }

/** Every call of the contract. It never throws for what the network or the server does: look at `ok`. */
export const api = Object.fromEntries(
  Object.keys(calls).map(name => [
    name,
    async (input: object, options: CallOptions = {}) => {
      // The table is generated from the contract, so its keys are the call names.
      const { code, msg, data } = await call(name as CallName, input, options)
      return { code, msg, data, ok: code === 200 }
    },
  ]),
  // The table has every name; the server answers each with the shape of its contract (tested there).
) as unknown as Api

/** The sentence for a refusal: where the message ends in a colon, the data completes it. */
export const sentence = ({ msg, data }: Refused) =>
  msg.endsWith('：') && (typeof data === 'string' || typeof data === 'number') ? `${msg}${data}` : msg
