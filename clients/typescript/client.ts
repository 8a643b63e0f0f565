import { type Calls, codes, routes } from './calls.generated.ts'

export { type Calls, codes, type EventName, routes } from './calls.generated.ts'
export { InvalidSignature, verifyWebhook, type WebhookEvent } from './webhook.ts'

export interface ClientOptions {
  /** The portal's address, as in https://portal.example.com. */
  url: string
  /** The company's token, which begins with hyl_. */
  token: string
  /** The number of times a request is sent again after no answer, a 429 or a 503. */
  retries?: number
  /** Milliseconds that one attempt may take. */
  timeout?: number
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Identifies one change. A program that may be restarted stores it with the change, so that the change is made once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** A refusal by the portal. */
export class Refused extends Error {
  readonly code: number
  /** Completes the message, or names the wrong field. */
  readonly data: unknown
  constructor(code: number, message: string, data: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

type Input<Name extends keyof Calls> = Calls[Name]['input']
type Method<Name extends keyof Calls> =
  Record<string, never> extends Input<Name>
    ? (input?: Input<Name>, options?: CallOptions) => Promise<Calls[Name]['output']>
    : (input: Input<Name>, options?: CallOptions) => Promise<Calls[Name]['output']>

export type Client = { [Name in keyof Calls]: Method<Name> }

/** Sleeps, but at most until the caller aborts. */
const sleep = (milliseconds: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal?.aborted) stop()
    signal?.addEventListener('abort', stop, { once: true })
  })
/** The most seconds to wait for the portal. */
const longestWait = 60

/** Creates a client of the portal: one method for each call that a token can make. */
export function createClient({
  url,
  token,
  retries = 4,
  timeout = 60_000,
  fetch: send = fetch,
}: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')

  async function call(name: keyof Calls, input: object, { idempotencyKey, signal }: CallOptions) {
    const { path, change, safe } = routes[name]
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Every attempt has the same key: whichever arrives, the change is made once.
      ...(change && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    }
    const request = { method: 'POST', headers, body: JSON.stringify(input), redirect: 'error' } as const
    const attempt = async () => {
      const ends = [AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]
      const response = await send(`${base}/api${path}`, { ...request, signal: AbortSignal.any(ends) })
      // The body is read within the attempt: a truncated one is no answer either.
      return {
        status: response.status,
        retryAfter: Number(response.headers.get('retry-after')),
        text: await response.text(),
      }
    }
    for (let turn = 0; ; turn += 1) {
      const last = turn >= retries
      const answer = await attempt().catch((error: unknown) => {
        // Where a repetition might do the work twice, it is unknown whether the lost attempt has done it.
        if (last || !safe || signal?.aborted) throw error
        return undefined
      })
      // After a 429 nothing was done, and a 503 has ended: under its key finished work is answered and not done again.
      if (answer && (last || (answer.status !== 429 && answer.status !== 503))) return read(answer)
      const after = answer && answer.retryAfter > 0 ? answer.retryAfter : 2 ** turn * (0.5 + Math.random() / 2)
      await sleep(1000 * Math.min(longestWait, after), signal)
    }
  }

  return new Proxy({} as Client, {
    get: (_, name) =>
      typeof name === 'string' && name in routes
        ? // The types of `Client` keep each name to its own input.
          (input: object = {}, options: CallOptions = {}) => call(name as keyof Calls, input, options)
        : undefined,
  })
}

function read({ status, text }: { status: number; text: string }): unknown {
  let answer: { code?: unknown; msg: string; data: unknown } | undefined
  try {
    answer = JSON.parse(text)
  } catch {
    // A proxy has answered in place of the portal.
  }
  if (typeof answer?.code !== 'number') {
    // With 200 this is no refusal by the portal, and the request may have been carried out.
    if (status < 400) throw new TypeError(`The answer of HTTP ${status} is not the portal's`)
    throw new Refused(status, codes[status] ?? `HTTP ${status}`, null)
  }
  if (answer.code !== 200) throw new Refused(answer.code, answer.msg, answer.data)
  return answer.data
}
