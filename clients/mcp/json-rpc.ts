import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** An error of the protocol, as in JSON-RPC 2.0. */
export class RpcError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

interface Incoming {
  id?: string | number | null
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { code: number; message: string }
}

type Handle = (method: string, params: Record<string, unknown>) => Promise<unknown>

export interface Peer {
  /** Sends a request to the other side and waits for its answer. */
  request(method: string, params: object): Promise<unknown>
  /** Sends a notification, which the other side doesn't answer. */
  notify(method: string): void
  /** Resolves when the other side has closed the connection. */
  closed: Promise<void>
}

/** Speaks JSON-RPC 2.0 with one message a line, as MCP does over standard input and output. */
export function connect(input: Readable, output: Writable, handle: Handle): Peer {
  const waiting = new Map<string, PromiseWithResolvers<unknown>>()
  let requests = 0
  const write = (message: object) => output.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)

  async function take(line: string): Promise<void> {
    let message: Incoming
    try {
      message = JSON.parse(line) as Incoming
    } catch {
      write({ id: null, error: { code: -32700, message: 'not JSON' } })
      return
    }
    const { id, method, params = {}, result, error } = message
    if (method === undefined) {
      const answer = waiting.get(String(id))
      waiting.delete(String(id))
      if (error) answer?.reject(new RpcError(error.code, error.message))
      else answer?.resolve(result)
      return
    }
    try {
      const answer = await handle(method, params)
      // A notification gets no answer.
      if (id !== undefined) write({ id, result: answer ?? {} })
    } catch (thrown) {
      const code = thrown instanceof RpcError ? thrown.code : -32603
      if (id !== undefined) write({ id, error: { code, message: thrown instanceof Error ? thrown.message : 'failed' } })
    }
  }

  const lines = createInterface({ input })
  lines.on('line', line => {
    if (line.trim()) void take(line)
  })
  return {
    notify: method => void write({ method }),
    request(method, params) {
      requests += 1
      const id = `server-${requests}`
      const answer = Promise.withResolvers<unknown>()
      waiting.set(id, answer)
      write({ id, method, params })
      return answer.promise
    },
    closed: new Promise(resolve => lines.once('close', resolve)),
  }
}
