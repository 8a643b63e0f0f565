import { answerTag, replayed } from '#contract/rules.ts'
import { type CallOptions, refusal } from './answers.ts'
import { takePrefetched } from './early.ts'
import type { NetworkError } from './network-errors.ts'
import { isPageLeaving } from './page-leaving.ts'
import { updateServerTime } from './server-time.ts'

/** The headers that identify the client. */
type Client = Record<string, string>

export const requestTimeout = 60_000

type Kind = NetworkError['kind'] | 'cancelled'
/** Thrown when no answer came; the API client turns it into an error result. */
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

const keyHeader = ({ idempotencyKey }: CallOptions): Record<string, string> =>
  idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }

const tagHeader = ({ held }: CallOptions): Record<string, string> =>
  held === undefined ? {} : { [answerTag]: held?.tag ?? '-' }

export interface HttpResponse {
  status: number
  text: string
  isReplayed?: boolean
}

/** The document's requests support no signal. */
const unlessAborted = <Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    }),
  ])

export async function post(url: string, body: string, client: Client, options: CallOptions): Promise<HttpResponse> {
  const timeout = AbortSignal.timeout(options.timeout ?? requestTimeout)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const headers = { ...client, ...keyHeader(options), ...tagHeader(options), 'content-type': 'application/json' }
  const early = takePrefetched(url, body)
  const sentAt = early?.sentAt ?? Date.now()
  const send = () => fetch(url, { method: 'POST', headers, body, signal, credentials: 'include' })
  const receive = async () => {
    const response = await (early ? early.response.catch(send) : send())
    updateServerTime(response.headers.get('date'), sentAt, Date.now())
    const isReplayed = response.headers.has(replayed)
    return { status: response.status, text: await response.text(), isReplayed }
  }
  try {
    return await (early ? unlessAborted(receive(), signal) : receive())
  } catch {
    throw new NoAnswer(
      options.signal?.aborted || isPageLeaving() ? 'cancelled' : timeout.aborted ? 'ECONNABORTED' : 'ERR_NETWORK',
    )
  }
}

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export function upload(
  url: string,
  fields: Record<string, unknown>,
  client: Client,
  options: CallOptions,
): Promise<HttpResponse> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value))
  if (options.file) body.append('file', options.file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries({ ...client, ...keyHeader(options) }))
      request.setRequestHeader(name, value)
    request.timeout = options.timeout ?? requestTimeout
    request.upload.onprogress = event => options.onProgress?.(event.total ? event.loaded / event.total : 0)
    request.onload = () => {
      const isReplayed = request.getResponseHeader(replayed) !== null
      resolve({ status: request.status, text: request.responseText, isReplayed })
    }
    request.onerror = () => reject(new NoAnswer(isPageLeaving() ? 'cancelled' : 'ERR_NETWORK'))
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
  tag?: string
  isReplayed?: true
}
const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number' && 'msg' in value

/** Parses an envelope. A proxy or load balancer in front of the portal may answer in another form. */
export function parseEnvelope({ status, text, isReplayed }: HttpResponse): Envelope {
  try {
    const value: unknown = JSON.parse(text)
    if (isEnvelope(value)) return isReplayed ? { ...value, isReplayed } : value
  } catch {}
  return refusal(0, `服务暂时不可用，请稍后重试（${status}）`)
}
