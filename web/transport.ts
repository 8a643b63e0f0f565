import { type CallOptions, refusal } from './answers.ts'
import type { NetworkError } from './network-errors.ts'
import { hearServerTime } from './server-time.ts'

/** The headers by which a client names itself. */
type Client = Record<string, string>

export const requestTimeout = 60_000

type Kind = NetworkError['kind'] | 'cancelled'
/** No answer came; what makes calls tells it as a refusal. */
export class NoAnswer extends Error {
  readonly kind: Kind
  constructor(kind: Kind) {
    super(kind)
    this.kind = kind
  }
}

export const noAnswerText: Record<Kind, string> = {
  ERR_NETWORK: '网络连接失败，请检查网络后重试',
  ECONNABORTED: '请求超时，请稍后重试',
  cancelled: '已取消',
}

export interface Received {
  status: number
  text: string
}

export async function post(url: string, body: string, client: Client, options: CallOptions): Promise<Received> {
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
export function upload(
  url: string,
  fields: Record<string, unknown>,
  client: Client,
  options: CallOptions,
): Promise<Received> {
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

export interface Envelope {
  code: number
  msg: string
  data: unknown
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number' && 'msg' in value

/** What stands before the portal (a proxy, a load balancer) may answer something else than an envelope. */
export function open({ status, text }: Received): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    if (isEnvelope(value)) return value
  } catch {}
  return refusal(0, `服务暂时不可用，请稍后重试（${status}）`)
}
