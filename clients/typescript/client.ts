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
  fetch?: typeof fetch
}

export interface CallOptions {
  /** Names one change. A program that may be restarted keeps it beside the change, so that the change is made once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The portal's "no". */
export class Refused extends Error {
  readonly code: number
  /** Completes the message, or names the field that is wrong. */
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

const sleep = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds))
/** Seconds that one waits for the portal at most. */
const longestWait = 60

/** Makes a client of the portal: one method for each call that a token can make. */
export function createClient({ url, token, retries = 4, fetch: send = fetch }: ClientOptions): Client {
  const base = url.replace(/\/+$/, '')

  async function call(name: keyof Calls, input: object, { idempotencyKey, signal }: CallOptions) {
    const { path, change, safe } = routes[name]
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      // Every attempt has the same key: whichever arrives, the change is made once.
      ...(change && { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    }
    const request = { method: 'POST', headers, body: JSON.stringify(input), redirect: 'error', signal } as const
    for (let attempt = 0; ; attempt += 1) {
      const last = attempt >= retries || !safe || signal?.aborted
      const response = await send(`${base}/api${path}`, request).catch((error: unknown) => {
        if (last) throw error
        return undefined
      })
      if (response && (last || (response.status !== 429 && response.status !== 503))) return read(response)
      const retryAfter = Number(response?.headers.get('retry-after'))
      await sleep(1000 * Math.min(longestWait, retryAfter > 0 ? retryAfter : 2 ** attempt * (0.5 + Math.random() / 2)))
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

async function read(response: Response): Promise<unknown> {
  const answer = (await response.json().catch(() => undefined)) as
    | { code: number; msg: string; data: unknown }
    | undefined
  if (!answer || typeof answer.code !== 'number')
    throw new Refused(response.status, codes[response.status] ?? `HTTP ${response.status}`, null)
  if (answer.code !== 200) throw new Refused(answer.code, answer.msg, answer.data)
  return answer.data
}
