import { hash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { files } from '#server/app/http/files.ts'
import { readConfig } from '#server/core/config.ts'
import { signedAddress } from '#server/engines/files/signed-address.ts'
import { insertFile } from '#server/engines/files/uploads.sql.ts'
import type { Services } from '#server/engines/services.ts'
import { createDiskStorage } from '#server/integrations/storage/disk.ts'
import { testDatabase } from '#server/testing/database.ts'
import { makeOn } from '#server/testing/make.ts'

const { system } = await testDatabase()
const make = makeOn(system)
const config = readConfig({})
const folder = await mkdtemp(join(tmpdir(), 'haiyilian-files-'))
const storage = createDiskStorage(folder)
const app = Fastify()
// The plugin reads only these three of a portal's parts.
await app.register(files, { config, system, storage, log: pino({ level: 'silent' }) } as Services)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const content = randomBytes(100_000)
const sha256 = hash('sha256', content, 'hex')

async function kept(contentType: string, fileName: string) {
  const key = `test/${randomBytes(8).toString('hex')}`
  await storage.put(key, content, { contentType, size: content.length })
  const file = { content_type: contentType, size: content.length, sha256, storage_key: key, file_name: fileName }
  return { id: await insertFile(system, { purpose: 'test', ...file }), key }
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

test('a signed URL shows a picture in a sandbox; a PDF is only downloaded', async () => {
  const { id } = await kept('image/png', '营业执照.png')
  const answer = await get(signedAddress(config, id))
  expect(answer.statusCode).toBe(200)
  expect(answer.rawPayload.equals(content)).toBe(true)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': '100000',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox'),
    'content-disposition': `inline; filename="____.png"; filename*=UTF-8''${encodeURIComponent('营业执照.png')}`,
  })
  const pdf = await kept('application/pdf', `a"b'c.pdf`)
  expect((await get(signedAddress(config, pdf.id))).headers['content-disposition']).toBe(
    `attachment; filename="a_b'c.pdf"; filename*=UTF-8''a%22b%27c.pdf`,
  )
})

test('a signed URL is valid for ten minutes, for its file, unaltered and with our key only', async () => {
  const { id } = await kept('image/png', 'a.png')
  const other = await kept('image/png', 'b.png')
  const now = Date.now()
  expect((await get(signedAddress(config, id, now - 590_000))).statusCode).toBe(200)
  const address = signedAddress(config, id)
  const [, expires = ''] = /expires=(\d+)/.exec(address) ?? []
  for (const bad of [
    signedAddress(config, id, now - 601_000),
    address.replace(id, other.id),
    address.replace(expires, String(Number(expires) + 60)),
    address.replace(expires, `${expires}&expires=${expires}`),
    address.replace(/signature=.*/, 'signature='),
    `${address}=`,
    address.replace(/.$/, end => (end === 'A' ? 'Q' : 'A')),
    signedAddress({ secretKey: 'the key of another portal, as long', secretKeysOld: [] }, id),
    `/files/${id}`,
  ]) {
    const answer = await get(bad)
    expect([bad, answer.statusCode, answer.body]).toEqual([bad, 403, '链接已失效，请返回页面重新打开'])
  }
  expect((await get(signedAddress(config, '0199aaaa-0000-7000-8000-000000000000'))).statusCode).toBe(404)
})

async function published(fileName = '海易联 12.0.1.exe', publishedAt = new Date(Date.now() - 1000)) {
  const file = await kept('application/octet-stream', fileName)
  const version = randomBytes(4).toString('hex')
  const { id } = await make.installer({ fileId: file.id, version, publishedAt })
  return { url: `/downloads/${id}/${encodeURIComponent(fileName)}`, id, key: file.key }
}

test('a published installer is public and complete, with its checksum as ETag', async () => {
  const { url, id } = await published()
  const answer = await get(url)
  expect([answer.statusCode, answer.rawPayload.equals(content)]).toEqual([200, true])
  expect(answer.headers).toMatchObject({
    'content-length': '100000',
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'content-disposition': expect.stringMatching(/^attachment; /),
    'cache-control': expect.stringContaining('immutable'),
  })
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '100000', ''])
  expect((await get(url, { 'if-none-match': `W/"x", "${sha256}"` })).statusCode).toBe(304)
  expect((await get(`/downloads/${id}/other.exe`)).statusCode).toBe(404)
  expect((await get('/downloads/not-an-id/a.exe')).statusCode).toBe(404)
})

test('an installer not yet published or hosted elsewhere is not found', async () => {
  expect((await get((await published('b.exe', new Date(Date.now() + 60_000))).url)).statusCode).toBe(404)
  const elsewhere = await make.installer({ version: 'elsewhere' })
  expect((await get(`/downloads/${elsewhere.id}/client.zip`)).statusCode).toBe(404)
})

test('an interrupted download can be resumed', async () => {
  const { url } = await published('c.exe')
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 0, 0],
    ['bytes=50000-', 50_000, 99_999],
    ['bytes=99990-200000', 99_990, 99_999],
    ['bytes=-10', 99_990, 99_999],
    ['bytes=-200000', 0, 99_999],
  ]
  for (const [range, start, end] of ranges) {
    const answer = await get(url, { range })
    expect([range, answer.statusCode]).toEqual([range, 206])
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end}/100000`)
    expect(answer.headers['content-length']).toBe(String(end - start + 1))
    expect(answer.rawPayload.equals(content.subarray(start, end + 1))).toBe(true)
  }
  for (const range of ['bytes=100000-', 'bytes=-0']) {
    const answer = await get(url, { range })
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */100000'])
  }
  for (const range of ['bytes=9-5', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-', 'bytes=a-b'])
    expect([range, (await get(url, { range })).statusCode]).toEqual([range, 200])
  expect((await get(url, { range: 'bytes=0-9', 'if-range': `"${sha256}"` })).statusCode).toBe(206)
  expect((await get(url, { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200)
})

test('a file missing from storage, or altered there, is an error and not a short download', async () => {
  const gone = await published('d.exe')
  await storage.remove(gone.key)
  expect((await get(gone.url)).statusCode).toBe(500)
  const cut = await published('e.exe')
  await storage.put(cut.key, content.subarray(1), { contentType: 'x/y', size: content.length - 1 })
  expect((await get(cut.url)).statusCode).toBe(500)
})
