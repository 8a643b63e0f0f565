import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { testPortal } from '#server/testing/portal.ts'
import { parseAccepted } from './encoding.ts'

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=1.0, br;q=0.5', 'gzip'],
  ['br;q=0, gzip;q=0.1', 'gzip'],
  ['br;q=0', 'identity'],
  ['*', 'br'],
  ['identity;q=1, *;q=0', 'identity'],
  ['deflate', 'identity'],
])('Accept-Encoding %s is answered by %s', (accepted, encoding) => {
  expect(parseAccepted(accepted)).toBe(encoding)
})

test('a long response is compressed for clients that accept it, a short one is not', async () => {
  const { app, make } = await testPortal()
  const { owner } = await make.company({ employees: 12 })
  const sid = await make.session(owner.account)
  const ask = (page_size: number, accepted?: string) =>
    app.inject({
      method: 'POST',
      url: `/api${contract.getCompanyUserList.path}`,
      headers: { authorization: 'portal-web 1201', ...(accepted && { 'accept-encoding': accepted }) },
      payload: { sid, page_size },
    })
  const plain = await ask(20)
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers.vary).toBe('accept-encoding')
  expect(plain.json().data.list).toHaveLength(13)
  const brotli = await ask(20, 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  const gzip = await ask(20, 'gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  const short = await ask(1, 'br')
  expect(short.headers).not.toHaveProperty('content-encoding')
  expect(short.json().data.list).toHaveLength(1)
})
