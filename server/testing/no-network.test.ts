import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'

test('a connection beyond this machine fails', async () => {
  const refused = await fetch('http://192.0.2.1/').catch((error: Error) => error)
  expect(String((refused as Error).cause)).toContain('测试不允许连接外部网络：192.0.2.1')
  await expect(fetch('https://example.com/')).rejects.toThrow()
  const socket = connect(80, 'example.com')
  await expect(once(socket, 'connect')).rejects.toThrow('example.com')
})

test('a connection within this machine works', async () => {
  const server = createServer((_request, response) => response.end('here'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  for (const host of ['127.0.0.1', 'localhost'])
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
  server.closeAllConnections()
  server.close()
})
