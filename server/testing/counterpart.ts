import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface Asked {
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

/** An outside service on this machine, for one test. `silent` takes the request and never answers. Gives `host:port`. */
export async function counterpart(answer: (asked: Asked) => Answer | 'silent'): Promise<string> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://counterpart')
    const body = await buffer(request)
    const given = answer({ method: request.method ?? '', url, headers: request.headers, body })
    if (given === 'silent') return
    const text = given.body === undefined || typeof given.body === 'string' || Buffer.isBuffer(given.body)
    response.writeHead(given.status ?? 200, {
      ...(text ? {} : { 'content-type': 'application/json' }),
      ...given.headers,
    })
    response.end(text ? given.body : JSON.stringify(given.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}
