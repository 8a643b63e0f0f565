import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { endSlowBodies } from './slow-body.ts'

const app = Fastify()
endSlowBodies(app, 400)
app.post('/usual', async () => 'in')
app.post('/streamed', { config: { streams: true } }, async () => 'in')
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** Sends half of a body, and the rest later; returns the answer. */
async function slowly(path: string, pause: number): Promise<string> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: text/plain\r\ncontent-length: 4\r\n\r\nab`,
  )
  const sent = setTimeout(() => socket.write('cd'), pause)
  const answer = await buffer(socket).catch(() => Buffer.alloc(0))
  clearTimeout(sent)
  return answer.toString()
}

test('a body that stalls has its connection closed; a streamed upload may take its time', async () => {
  expect(await slowly('/usual', 1_500)).toBe('')
  expect(await slowly('/usual', 30)).toContain('200 OK')
  expect(await slowly('/streamed', 1_000)).toContain('200 OK')
})
