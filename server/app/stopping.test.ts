import { Agent, request } from 'node:http'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { testDatabase } from '#server/testing/database.ts'
import { production } from '#server/testing/production.ts'
import { listenPortal } from './portal.ts'

const { url } = await testDatabase()

test('while it stops, open connections are answered and ended; none is cut and none is refused', async () => {
  const config = readConfig({ ...production, PORT: '0', DATA_DIR: `/tmp/stopping-${process.pid}` })
  const portal = await listenPortal(config, { url, log: pino({ level: 'silent' }), web: undefined, poolSize: 2 })
  const agents = Array.from({ length: 20 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const ask = (agent: Agent, path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined }>((resolve, reject) => {
      request(`${portal.address}${path}`, { agent }, answer => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode, connection: answer.headers.connection }))
      })
        .on('error', reject)
        .end()
    })
  for (const agent of agents) expect((await ask(agent, '/healthz')).connection).toBe('keep-alive')

  const stopped = portal.stop()
  for (const agent of agents) expect(await ask(agent, '/healthz')).toEqual({ status: 200, connection: 'close' })
  // New connections may still arrive until the proxy has noticed.
  const late = new Agent()
  expect(await ask(late, '/readyz')).toEqual({ status: 503, connection: 'close' })
  await stopped
  await expect(ask(late, '/healthz')).rejects.toThrow('ECONNREFUSED')
})
