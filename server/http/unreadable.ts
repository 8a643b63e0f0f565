import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal, refused } from './envelope.ts'

const refusals: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: new Refusal(408),
  HPE_HEADER_OVERFLOW: new Refusal(431),
}
const unknown = new Refusal(400, null, '请求不是合法的 HTTP')

/** What is no HTTP reaches no route: the connection itself is answered, and ends. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const refusal = refusals[error.code ?? ''] ?? unknown
    const body = JSON.stringify(refused(refusal))
    socket.write(
      [
        `HTTP/1.1 ${refusal.code} ${STATUS_CODES[refusal.code]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        'x-content-type-options: nosniff',
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    )
  }
  socket.destroy(error)
}
