import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { inChina } from '#contract/china-time.ts'

export interface CounterpartRequest {
  method: string
  url: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string | Buffer | object
}

/** Every simulated payment is made now, to the second: a fixed day would eventually be too long ago to be refunded. */
export const paidAt = new Date(Math.floor(Date.now() / 1000) * 1000)
/** The same as a clock in China shows it, `2026-11-20T09:30:00`. */
export const paidInChina = inChina(paidAt.getTime()).slice(0, 19)

/**
 * Simulates an external service locally for one test and returns its `host:port`. `silent` accepts the request and never answers,
 * `broken` breaks the connection off.
 */
export async function counterpart(
  answer: (request: CounterpartRequest) => Answer | 'silent' | 'broken' | Promise<Answer>,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://counterpart')
    const body = await buffer(request)
    const reply = await answer({ method: request.method ?? '', url, headers: request.headers, body })
    if (reply === 'silent') return
    if (reply === 'broken') return void request.socket.destroy()
    const text = reply.body === undefined || typeof reply.body === 'string' || Buffer.isBuffer(reply.body)
    response.writeHead(reply.status ?? 200, {
      ...(text ? {} : { 'content-type': 'application/json' }),
      ...reply.headers,
    })
    response.end(text ? reply.body : JSON.stringify(reply.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
