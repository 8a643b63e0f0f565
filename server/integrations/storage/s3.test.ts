import { createHmac, hash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type Answer, type CounterpartRequest, counterpart } from '#server/testing/counterpart.ts'
import { createS3Storage } from './s3.ts'
import { StorageFull } from './storage.ts'

const keyId = 'test-key-id'
const secret = 'the right secret'
const key = 'licence/2026/11/file.png'
const about = (content: Buffer) => ({ contentType: 'image/png', size: content.length })

const sha256 = (data: string | Buffer) => hash('sha256', data, 'hex')
const sign = (by: string | Buffer, data: string) => createHmac('sha256', by).update(data).digest()
const xml = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<Error><Code>${code}</Code><Message>${code}</Message></Error>`,
})

/** SigV4, https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html; answers the refusal, if any. */
function refusal({ method, url, headers, body }: CounterpartRequest): Answer | undefined {
  const [, id, date = '', region = '', service = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/(\w+)\/aws4_request, SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const time = String(headers['x-amz-date'])
  const payload = String(headers['x-amz-content-sha256'])
  if (id !== keyId || service !== 's3' || !time.startsWith(date)) return xml(403, 'InvalidAccessKeyId')
  // OSS does not accept chunked bodies; an unsigned payload cannot be checked.
  if (headers['content-encoding'] || payload.startsWith('STREAMING')) return xml(400, 'NotImplemented')
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return xml(400, 'XAmzContentSHA256Mismatch')
  const query = [...url.searchParams].sort().map(pair => pair.map(encodeURIComponent).join('='))
  const canonical = [
    method,
    url.pathname,
    query.join('&'),
    ...signedHeaders.split(';').map(name => `${name}:${String(headers[name]).trim()}`),
    '',
    signedHeaders,
    payload,
  ].join('\n')
  const text = `AWS4-HMAC-SHA256\n${time}\n${date}/${region}/s3/aws4_request\n${sha256(canonical)}`
  const signing = [region, 's3', 'aws4_request'].reduce(sign, sign(`AWS4${secret}`, date))
  return sign(signing, text).toString('hex') === signature ? undefined : xml(403, 'SignatureDoesNotMatch')
}

/** Lists two keys per page, https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html. */
function listing(kept: Map<string, unknown>, query: URLSearchParams): Answer {
  const from = Number(query.get('continuation-token') ?? 0)
  const keys = [...kept.keys()]
    .map(path => path.replace('/haiyilian/', ''))
    .filter(each => each.startsWith(query.get('prefix') ?? ''))
  const more = keys.length > from + 2
  const contents = keys.slice(from, from + 2).map(each => `<Contents><Key>${each}</Key></Contents>`)
  const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  return {
    headers: { 'content-type': 'application/xml' },
    body: `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  }
}

/** Creates a bucket in memory. `tamper` changes a request on its way to the bucket. */
async function bucket(
  options: { secret?: string; tamper?: (request: CounterpartRequest) => CounterpartRequest; refuse?: Answer } = {},
) {
  const kept = new Map<string, { body: Buffer; type: string }>()
  const address = await counterpart(request => {
    const received = options.tamper?.(request) ?? request
    const refused = refusal(received) ?? options.refuse
    if (refused) return refused
    const { method, url, headers, body } = received
    if (method === 'PUT') kept.set(url.pathname, { body, type: String(headers['content-type']) })
    if (method === 'DELETE') {
      kept.delete(url.pathname)
      return { status: 204 }
    }
    const file = kept.get(url.pathname)
    if (method !== 'GET') return {}
    if (url.searchParams.get('list-type') === '2') return listing(kept, url.searchParams)
    if (!file) return xml(404, 'NoSuchKey')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (!start || !end) return { headers: { 'content-length': String(file.body.length) }, body: file.body }
    const part = file.body.subarray(Number(start), Number(end) + 1)
    const range = `bytes ${start}-${end}/${file.body.length}`
    return { status: 206, headers: { 'content-range': range, 'content-length': String(part.length) }, body: part }
  })
  const storage = await createS3Storage({
    s3Endpoint: `http://${address}`,
    s3Region: 'cn-hangzhou',
    s3Bucket: 'haiyilian',
    s3AccessKeyId: keyId,
    s3AccessKeySecret: options.secret ?? secret,
    s3PathStyle: true,
  })
  return { storage, kept }
}

test('a stored file is read whole and by range and removed; every request is signed', async () => {
  const { storage, kept } = await bucket()
  const content = randomBytes(300_000)
  await storage.put(key, content, about(content))
  expect(kept.get(`/haiyilian/${key}`)?.type).toBe('image/png')

  const stored = await storage.get(key)
  expect(stored?.size).toBe(content.length)
  expect(stored && (await buffer(stored.stream)).equals(content)).toBe(true)
  const part = await storage.get(key, { start: 1000, end: 1999 })
  expect(part?.size).toBe(content.length)
  expect(part && (await buffer(part.stream)).equals(content.subarray(1000, 2000))).toBe(true)

  await storage.remove(key)
  await storage.remove(key)
  expect(kept.size).toBe(0)
  expect(await storage.get(key)).toBeUndefined()
})

test('a stream of known size is stored as it is, without chunk marks', async () => {
  const { storage, kept } = await bucket()
  const content = randomBytes(200_000)
  await storage.put(key, Readable.from([content.subarray(0, 70_000), content.subarray(70_000)]), about(content))
  expect(kept.get(`/haiyilian/${key}`)?.body.equals(content)).toBe(true)
})

test('a wrong secret is refused for each operation', async () => {
  const { storage, kept } = await bucket({ secret: 'another secret' })
  await expect(storage.put(key, Buffer.from('x'), about(Buffer.from('x')))).rejects.toThrow('SignatureDoesNotMatch')
  await expect(storage.get(key)).rejects.toThrow('SignatureDoesNotMatch')
  await expect(storage.remove(key)).rejects.toThrow('SignatureDoesNotMatch')
  expect(kept.size).toBe(0)
})

test('a body or content type altered in transit is refused', async () => {
  const content = Buffer.from('true content')
  const body = await bucket({ tamper: request => ({ ...request, body: Buffer.from('fake content') }) })
  await expect(body.storage.put(key, content, about(content))).rejects.toThrow('XAmzContentSHA256Mismatch')
  const type = await bucket({
    tamper: request => ({ ...request, headers: { ...request.headers, 'content-type': 'text/html' } }),
  })
  await expect(type.storage.put(key, content, about(content))).rejects.toThrow('SignatureDoesNotMatch')
  expect(body.kept.size + type.kept.size).toBe(0)
})

test('an exhausted quota is reported as such', async () => {
  const { storage } = await bucket({ refuse: xml(403, 'QuotaExceeded') })
  await expect(storage.put(key, Buffer.from('x'), about(Buffer.from('x')))).rejects.toBeInstanceOf(StorageFull)
})

test('an invalid key causes no request', async () => {
  const { storage } = await bucket()
  await expect(storage.get('../other-bucket/file')).rejects.toThrow('storage key')
})

test('keys below a folder are listed over several pages', async () => {
  const { storage } = await bucket()
  for (const name of ['runs/c', 'other/x', 'runs/a', 'runs/b'])
    await storage.put(name, Buffer.from('x'), about(Buffer.from('x')))
  expect(await storage.list('runs/')).toEqual(['runs/a', 'runs/b', 'runs/c'])
})

test('a trial object is stored, read and removed, and fails if the bucket refuses it or the secret is wrong', async () => {
  const { storage, kept } = await bucket()
  await storage.probe()
  expect(kept.size).toBe(0)
  await expect((await bucket({ refuse: xml(403, 'QuotaExceeded') })).storage.probe()).rejects.toThrow('QuotaExceeded')
  const wrong = await bucket({ secret: 'another secret' })
  await expect(wrong.storage.probe()).rejects.toThrow('SignatureDoesNotMatch')
})
