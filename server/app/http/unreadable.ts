import type { Socket } from 'node:net'
import type { Config } from '#server/core/config.ts'
import { Refusal, refused } from '#server/core/refusal.ts'
import { nothingAllowed, onlyHttps } from './headers.ts'

// The reason phrases are those of RFC 9110. Importing them from node:http would load everything it exports and cost 40 ms of every
// start.
const refusals: Record<string, { refusal: Refusal; words: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { refusal: new Refusal(408), words: 'Request Timeout' },
  HPE_HEADER_OVERFLOW: { refusal: new Refusal(431), words: 'Request Header Fields Too Large' },
}
const unknown = { refusal: new Refusal(400, null, '请求不是合法的 HTTP'), words: 'Bad Request' }

/** Malformed HTTP reaches no route: answer on the connection itself and close it. */
export const answerUnreadable =
  ({ mode }: Pick<Config, 'mode'>) =>
  (error: Error & { code?: string }, socket: Socket) => {
    if (socket.writable && error.code !== 'ECONNRESET') {
      const { refusal, words } = refusals[error.code ?? ''] ?? unknown
      const body = JSON.stringify(refused(refusal))
      socket.write(
        [
          `HTTP/1.1 ${refusal.code} ${words}`,
          'content-type: application/json; charset=utf-8',
          `content-length: ${Buffer.byteLength(body)}`,
          'cache-control: no-store',
          'x-content-type-options: nosniff',
          `content-security-policy: ${nothingAllowed}`,
          ...(mode === 'production' ? [`strict-transport-security: ${onlyHttps}`] : []),
          'connection: close',
          '',
          body,
        ].join('\r\n'),
      )
    }
    socket.destroy(error)
  }
