import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { testPortal } from '#server/testing/portal.ts'
import { production } from '#server/testing/production.ts'
import { answerUnreadable } from './unreadable.ts'

const answerIn = (config: ReturnType<typeof readConfig>) => {
  let sent = ''
  const socket = Object.assign(new EventEmitter(), {
    writable: true,
    write: (text: string) => (sent += text),
    destroy: () => {},
  })
  // A stand-in: nothing else of a socket is used.
  answerUnreadable(config)(new Error('no HTTP'), socket as unknown as Socket)
  return sent
}

test('responses without a route also carry HSTS in production', () => {
  expect(answerIn(readConfig(production))).toContain('strict-transport-security: max-age=31536000; includeSubDomains')
  expect(answerIn(readConfig({}))).not.toContain('strict-transport-security')
})

const { app } = await testPortal(production)
const documents = {
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}
const everywhere = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
}

test('in production each answer demands https, and a document opens no door to other pages', async () => {
  const data = await app.inject({ method: 'POST', url: '/api/v1/app/getProofChallenge', payload: {} })
  expect(data.json()).toMatchObject({ code: 200 })
  expect(data.headers).toMatchObject(everywhere)
  for (const name of Object.keys(documents)) expect(data.headers).not.toHaveProperty(name)
  // Anything but JSON counts as a document.
  const other = await app.inject({ method: 'OPTIONS', url: '/api/', headers: { origin: 'https://portal.example.com' } })
  expect(other.headers).toMatchObject({ ...everywhere, ...documents })
})

// Guard: frameworkErrors. Its answers pass no hook: they had neither these headers nor the number by which support finds a request.
test.each([
  ['a faulty escape', '/%zz'],
  ['a part that is too long', `/files/${'x'.repeat(200)}`],
])('a URL with %s is answered with the same headers', async (_what, url) => {
  const answer = await app.inject({ url })
  expect([answer.statusCode, answer.json().code]).toEqual([400, 400])
  expect(answer.headers).toMatchObject({ ...everywhere, 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) })
  for (const name of Object.keys(documents)) expect(answer.headers).not.toHaveProperty(name)
})

test('only the pages’ host may call the API from a browser', async () => {
  const ask = (origin: string, method: 'OPTIONS' | 'POST' = 'OPTIONS') =>
    app.inject({
      method,
      url: '/api/v1/app/getProofChallenge',
      headers: { origin },
      ...(method === 'POST' && { payload: {} }),
    })
  const allowed = {
    'access-control-allow-origin': 'https://portal.example.com',
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': 'idempotency-replayed',
    vary: 'origin',
  }
  const own = await ask('https://portal.example.com')
  expect(own.statusCode).toBe(204)
  expect(own.headers).toMatchObject({ ...allowed, 'access-control-allow-methods': 'POST' })
  expect(own.headers['access-control-allow-headers']).toContain('idempotency-key')
  expect((await ask('https://portal.example.com', 'POST')).headers).toMatchObject(allowed)
  for (const method of ['OPTIONS', 'POST'] as const) {
    const other = await ask('https://elsewhere.example.com', method)
    expect(Object.keys(other.headers).filter(name => name.startsWith('access-control'))).toEqual([])
  }
})
