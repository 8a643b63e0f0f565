import { PassThrough } from 'node:stream'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from '#server/app/open-database.ts'
import { warnOfUnlistedProxy } from './unlisted-proxy.ts'

function appBehind(trustProxy: string[], mode: 'production' | 'demo' = 'production') {
  const warnings: { ip?: string; level: number }[] = []
  const sink = new PassThrough().on('data', (line: Buffer) => warnings.push(JSON.parse(line.toString())))
  const loggerInstance: FastifyBaseLogger = createLog({ logLevel: 'warn' }, sink)
  const app = Fastify({ loggerInstance, trustProxy })
  warnOfUnlistedProxy(app, { mode })
  app.get('/', async () => 'ok')
  const visit = (remoteAddress: string, forwardedFor?: string) =>
    app.inject({ url: '/', remoteAddress, headers: forwardedFor ? { 'x-forwarded-for': forwardedFor } : {} })
  return { visit, warnings }
}

test('a proxy that TRUST_PROXY does not list is named in the log, once', async () => {
  const { visit, warnings } = appBehind(['127.0.0.1'])
  // The listed proxy, also with a visitor on its own machine, and a monitor that comes without a proxy.
  await visit('127.0.0.1', '203.0.113.7')
  await visit('127.0.0.1', '127.0.0.1')
  await visit('10.0.0.9')
  expect(warnings).toEqual([])
  await visit('10.0.0.2', '203.0.113.7')
  await visit('10.0.0.2', '203.0.113.8')
  expect(warnings).toMatchObject([{ level: 40, ip: '10.0.0.2', msg: expect.stringContaining('TRUST_PROXY') }])
})

test('a demonstration, which may have any proxy, warns of none', async () => {
  const { visit, warnings } = appBehind(['127.0.0.1'], 'demo')
  await visit('10.0.0.2', '203.0.113.7')
  expect(warnings).toEqual([])
})
