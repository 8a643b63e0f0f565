import type { Socket } from 'node:net'
import { Refusal, refused } from './envelope.ts'

// The words are RFC 9110's. Those of node:http cost 40 ms of every start: imported as a module, it loads all that it could export.
const refusals: Record<string, { refusal: Refusal; words: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { refusal: new Refusal(408), words: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { refusal: new Refusal(431), words: 'Request Header Fields Too Large' },
}
const unknown = { refusal: new Refusal(400, null, '请求不是合法的 HTTP'), words: 'Bad Request' }

/** What is no HTTP reaches no route: the connection itself is answered, and ends. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (socket.writable && error.code !== 'ECONNRESET') {
    const { refusal, words } = refusals[error.code ?? ''] ?? unknown
    const body = JSON.stringify(refused(refusal))
    socket.write(
      [
        `HTTP/1.1 ${refusal.code} ${words}`,
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
