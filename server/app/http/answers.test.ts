import { PassThrough, Readable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { codes } from '#contract/codes.ts'
import { directoryCallback } from '#contract/directory-names.ts'
import { createLog } from '#server/app/open-database.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { signedNotification } from '#server/integrations/gateways/sandbox-notify.ts'
import { testPortal } from '#server/testing/portal.ts'

const lines: Record<string, unknown>[] = []
const sink = new PassThrough().on('data', (line: Buffer) => lines.push(JSON.parse(line.toString())))
const portal = await testPortal({}, createLog({ logLevel: 'info' }, sink))
const { make, config, services } = portal
const { system, storage } = services

const stored = (purpose: string) => make.storedFile({ purpose, fileName: 'client.png' })
const [file, picture, program] = await Promise.all([stored('licence'), stored('article'), stored('installer')])
const company = await make.company()
const { secret } = await make.apiToken(company, { scopes: ['activity:read'] })
const installer = await make.installer({ fileId: program.id })
const notice = { out_trade_no: 'P1', trade_no: 'T1', amount: 100, state: 'paid', paid_at: new Date().toISOString() }

const files = [
  { url: signedAddress(config, file.id) },
  { url: `/images/${picture.id}.png` },
  { url: `/downloads/${installer.id}/client.png` },
]
const routes: InjectOptions[] = [
  ...files,
  { url: `${directoryCallback}/${company.id}` },
  { url: '/log/activity.ndjson', headers: { authorization: `Bearer ${secret}` } },
  { url: '/demo/outbox' },
  { url: '/demo/cashier/P12345' },
]
/** A function, because a notification expires after a while. */
const notification = () => {
  const { headers, body } = signedNotification(config, notice)
  return { method: 'POST' as const, url: '/notify/sandbox', headers, payload: body }
}

function failWith(error: Error) {
  const fails = () => Promise.reject(error)
  vi.spyOn(system, 'row').mockReturnValue(fails)
  vi.spyOn(system, 'rows').mockReturnValue(fails)
  vi.spyOn(system, 'transaction').mockImplementation(fails)
}
/** Sends a request and returns the response with the errors logged meanwhile. */
async function ask(request: InjectOptions) {
  const before = lines.length
  const { statusCode: status, headers, body } = await portal.app.inject(request)
  return { status, headers, body, logged: lines.slice(before).filter(({ level }) => level === 50) }
}
function expectBare({ headers, body }: { headers: Record<string, unknown>; body: string }, code: 500 | 503) {
  expect(JSON.parse(body)).toEqual({ code, msg: codes[code], data: { request_id: headers['x-request-id'] } })
  expect(headers['cache-control']).toBe('no-store')
  for (const name of ['etag', 'content-range', 'accept-ranges', 'content-disposition'])
    expect(headers).not.toHaveProperty(name)
}

afterEach(() => vi.restoreAllMocks())

test('without the database each route beside the calls answers 503 with an envelope, and reveals nothing', async () => {
  failWith(Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:5432'), { code: 'ECONNREFUSED' }))
  for (const request of [...routes, notification()]) {
    const answer = await ask(request)
    expect([request.url, answer.status]).toEqual([request.url, 503])
    expectBare(answer, 503)
    expect(answer.headers['retry-after']).toBe('1')
  }
})

test('a fault on each of these routes is answered 500 and logged with its stack', async () => {
  failWith(new TypeError('x of undefined'))
  for (const request of [...routes, notification()]) {
    const answer = await ask(request)
    expect([request.url, answer.status]).toEqual([request.url, 500])
    expectBare(answer, 500)
    expect(answer.logged).toMatchObject([{ path: expect.any(String), err: { message: 'x of undefined' } }])
  }
})

test.each([
  ['is missing', () => Promise.resolve(undefined)],
  ['cannot be opened', () => Promise.reject(new Error('InvalidAccessKeyId'))],
  ['fails at its first byte', async () => ({ size: 1024, stream: unreadable() })],
])('no cache may keep the answer about a file that %s, which names no key', async (_case, get) => {
  vi.spyOn(storage, 'get').mockImplementation(get)
  for (const request of files)
    for (const headers of [{}, { range: 'bytes=0-9' }]) {
      const answer = await ask({ ...request, headers })
      expect([request.url, answer.status]).toEqual([request.url, 500])
      expectBare(answer, 500)
      expect(answer.logged).toHaveLength(1)
    }
})

const unreadable = () =>
  new Readable({
    read() {
      this.destroy(new Error('EIO'))
    },
  })
