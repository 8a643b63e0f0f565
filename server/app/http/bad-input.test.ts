import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { contract } from '#contract/index.ts'
import { operations } from '#contract/operations/index.ts'
import { refused } from '#server/core/refusal.ts'
import { testPortal } from '#server/testing/portal.ts'
import { inputShape, sampleInput } from '#server/testing/samples.ts'
import { malformed } from './malformed.ts'

const portal = await testPortal()
const { make, post } = portal
const company = await make.company()

const calls = Object.entries(contract as Record<string, Call>).filter(([, call]) => !call.multipart)
const envelope = (body: string) => JSON.parse(body) as { code: number; msg: string; data: unknown }
const login = contract.wLogin.path

test('malformed JSON of any kind answers 400', async () => {
  const broken = [
    '{',
    '',
    'null',
    '[]',
    '"text"',
    '1',
    '{"a":1}x',
    Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
    `${'['.repeat(100_000)}`,
  ]
  for (const body of broken) {
    const answer = await post(login, body)
    expect(answer.status, String(body).slice(0, 20)).toBe(400)
    expect(envelope(answer.body)).toEqual({ code: 400, msg: '请求不是合法的 JSON', data: null })
  }
})

test('JSON nested 100,000 levels deep is refused like any unknown field', async () => {
  const answer = await post(login, `{"username":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  expect(answer.status).toBeLessThan(500)
})

test('another or a missing content type answers 415', async () => {
  for (const type of [
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])
    expect((await post(login, 'a=1', { headers: { 'content-type': type } })).status, type).toBe(415)
  const none = await portal.app.inject({ method: 'POST', url: `/api${login}` })
  expect(none.statusCode).toBe(415)
})

test('a body of ten megabytes answers 413', async () => {
  const answer = await post(login, JSON.stringify({ username: 'x'.repeat(10 * 1024 * 1024) }))
  expect(answer.status).toBe(413)
  expect(envelope(answer.body)).toEqual({ code: 413, msg: '提交的内容过大', data: null })
})

test('a multipart form cut off at any point answers 400', async () => {
  const { token } = await make.operator()
  const form = (name: string, rest = '') => `--x\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const file = form('file', '; filename="a.exe"')
  const installer = { client_type: '1', version: '1.0.0', notes: '', force_update: 'false', size: '9' }
  const sid = await make.session(company.owner.account)
  // Each upload call, with fields that it accepts before the file.
  const calls: [path: string, fields: Record<string, string>][] = [
    [contract.uploadFile.path, { sid, purpose: 'licence' }],
    [`/operations${operations.previewAddressImport.path}`, {}],
    [`/operations${operations.uploadInstaller.path}`, installer],
  ]
  for (const [path, input] of calls) {
    const fields = Object.entries(input).map(([name, value]) => `${form(name)}${value}\r\n`)
    for (const body of [
      form('purpose').slice(0, -9),
      `${form('purpose')}lic`,
      `${fields.join('')}${file}abc`,
      'no form',
    ]) {
      const answer = await post(path, body, {
        headers: {
          authorization: 'operations-web 1201',
          'content-type': 'multipart/form-data; boundary=x',
          cookie: `operator=${token}`,
        },
      })
      expect(answer.status, `${path} ${body}`).toBe(400)
      expect(envelope(answer.body)).toEqual({ code: 400, msg: '上传的内容不完整，请重新上传', data: null })
    }
  }
})

test('a date or number outside the database’s range is refused at its field', async () => {
  const { token } = await make.operator()
  const refused = { code: -41003, status: 200 }
  for (const from of ['0000-01-01', '0001-01-01', '9999-12-31'])
    expect(await portal.operate('getAuditList', { from }, { token })).toMatchObject({ ...refused, data: 'from' })
  expect(await portal.operate('getCompanyList', { verified_to: '0000-01-01' }, { token })).toMatchObject(refused)
  const at = '0000-01-01T00:00:00.000Z'
  expect(await portal.operate('getAddressHistory', { address_id: company.id, at }, { token })).toMatchObject(refused)
  expect(
    await portal.operate('getArticleVersion', { article_id: company.id, number: 2 ** 40 }, { token }),
  ).toMatchObject({ ...refused, data: 'number', msg: '版本号不正确' })
})

test('a malformed HTTP request is also answered in the envelope, and its connection closed', async () => {
  await portal.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = portal.app.server.address() as AddressInfo
  const partsOf = async (sent: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(sent)
    return (await buffer(socket)).toString().split('\r\n\r\n')
  }
  const headOf = async (sent: string) => (await partsOf(sent))[0]
  const answerTo = async (sent: string) => {
    const [head = '', body = ''] = await partsOf(sent)
    return { status: head.split('\r\n')[0], ...envelope(body) }
  }
  const head = await headOf('hello\r\n\r\n')
  for (const header of ["content-security-policy: default-src 'none';", 'cache-control: no-store', 'nosniff'])
    expect(head).toContain(header)
  const none = { status: 'HTTP/1.1 400 Bad Request', code: 400, msg: '请求不是合法的 HTTP', data: null }
  expect(await answerTo('hello\r\n\r\n')).toEqual(none)
  expect(await answerTo(`POST /api${login} HTTP/1.1\r\nhost: x\r\ncontent-length: -1\r\n\r\n`)).toEqual(none)
  expect(await answerTo(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`)).toMatchObject({
    status: 'HTTP/1.1 431 Request Header Fields Too Large',
    msg: '请求头过大',
  })
})

test('an unknown call or method answers 404 in the envelope', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    const answer = await portal.app.inject({ method, url: `/api${login}` })
    expect(answer.statusCode, method).toBe(404)
    expect(envelope(answer.body).code).toBe(404)
  }
  expect((await post('/v1/user/nothing', {})).status).toBe(404)
})

test('an internal error answers 500 with the request id and no details', async () => {
  const { services } = portal
  const reads = services.readOnly?.system ?? services.system
  const original = reads.rows
  reads.rows = () => async () => {
    throw new Error('secret inside at /srv/portal/x.ts')
  }
  try {
    const answer = await post(contract.getVersion.path, { channel_id: 1, client_type: 1 })
    expect(answer.status).toBe(500)
    expect(answer.body).not.toContain('secret')
    expect(envelope(answer.body)).toMatchObject({ code: 500, data: { request_id: answer.headers['x-request-id'] } })
  } finally {
    reads.rows = original
  }
})

test('every answer forbids sniffing, framing and caching', async () => {
  const { headers } = await post(login, {})
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  })
})

/** Values that no field accepts; each is put into every field of every call in turn. */
const mutants: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '😀'.repeat(200),
  'x'.repeat(5000),
  [],
  {},
  [[]],
  { $gt: '' },
  "'; drop table account; --",
  '{{7*7}}',
  '__proto__',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '%00',
  'NaN',
]

/** Returns the refusal that the schema alone produces, or undefined if the handler is reached. */
function refusedBySchema({ input }: Call, body: Record<string, unknown>) {
  // The body arrives as JSON, which some values do not survive.
  const { error } = input.safeParse(JSON.parse(JSON.stringify(body)))
  return error && refused(malformed(error))
}

test.each(calls)('%s: no mutated input causes an internal error or an undeclared answer', async (name, call) => {
  const sample = () => sampleInput(call, [company.id])
  const shape = inputShape(call)
  const fields = new Set(Object.keys(sample()))
  for (const variant of [shape, ...(shape.oneOf ?? shape.anyOf ?? [])])
    for (const field of Object.keys(variant.properties ?? {})) fields.add(field)
  const allowed = new Set([200, -41003, -41004, -41016, -41017, -42006, 429, ...(call.codes ?? [])])
  const sid = call.access === 'public' ? undefined : await make.session(company.owner.account)
  let address = 0
  const send = async (body: Record<string, unknown>) => {
    // A new address for each request avoids the limits.
    const answer = await post(call.path, { ...body, ...(sid && { sid }) }, { ip: `10.${++address % 200}.7.7` })
    expect(answer.status, `${name} ${JSON.stringify(body).slice(0, 200)}: ${answer.body.slice(0, 300)}`).toBeLessThan(
      500,
    )
    return envelope(answer.body)
  }
  const judge = ({ code, msg }: { code: number; msg: string }, body: object) => {
    if (!allowed.has(code)) expect(allowed, `${name} ${JSON.stringify(body).slice(0, 200)} → ${code}`).toContain(code)
    if (/[A-Za-z]{4,} [a-z]{2,} [a-z]{2,}/.test(msg)) expect.fail(`an English message leaks: ${msg}`)
  }
  for (const field of fields) {
    const { [field]: _, ...without } = sample()
    const bodies = [...mutants.map(value => ({ ...sample(), [field]: value })), without]
    let isFirst = true
    for (const body of bodies) {
      // Refusals by the schema come from `refused` and `malformed` alone; the first one of each field confirms it.
      const expected = refusedBySchema(call, body)
      const answer = expected && !isFirst ? expected : await send(body)
      if (expected && isFirst) expect(answer).toEqual(expected)
      if (expected) isFirst = false
      judge(answer, body)
    }
  }
  const { body } = await post(call.path, { ...(sid && { sid }), unheard_of: 1, ...sample() })
  if (!(shape.oneOf ?? shape.anyOf)) expect(envelope(body)).toMatchObject({ code: -41003, data: 'unheard_of' })
})

interface Slot {
  holder: Record<string, unknown>
  field: string
  path: string
}

function findTexts(value: unknown, path: string[] = []): Slot[] {
  if (!value || typeof value !== 'object') return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap(field => {
    const at = [...path, field]
    return typeof holder[field] === 'string' ? [{ holder, field, path: at.join('.') }] : findTexts(holder[field], at)
  })
}

test('a text that PostgreSQL cannot store is refused at its field, unless it is only hashed, signed or shown', () => {
  const accepted = new Set<string>()
  let refusals = 0
  for (const [name, { input }] of Object.entries<Pick<Call, 'input'>>({ ...contract, ...operations })) {
    const sample = sampleInput({ input }, [company.id])
    const issuesOf = () => input.safeParse(sample).error?.issues ?? []
    const before = issuesOf().length
    for (const { holder, field, path } of findTexts(sample)) {
      const valid = holder[field]
      holder[field] = `${valid}\u0000`
      const { data } = input.safeParse(sample)
      // Other fields of some samples are invalid; what a field leaves out, as one that keeps only digits does, is harmless.
      const isRefused = issuesOf().some(issue => issue.path.join('.') === path || !before)
      if (isRefused || (data && !JSON.stringify(data).includes('\\u0000'))) refusals += 1
      else accepted.add(`${name} ${field}`)
      holder[field] = valid
    }
  }
  const hashed = /^(password2?|old_password)$/
  expect([...accepted].filter(each => !hashed.test(each.split(' ')[1] ?? ''))).toEqual([
    'wLogin challenge',
    'sendVerificationCode proof',
    'sendPhoneChangeCode proof',
    'completeCompanySignIn challenge',
    'checkArticleSlug title',
    'previewArticle title',
    'previewArticle summary',
    'previewTerms version',
    'previewTerms effective_on',
  ])
  expect(refusals).toBeGreaterThan(500)
})

test('an id in capitals means the id in lower case, unless a signature covers it', () => {
  const id = '0190b0c0-abcd-7000-8000-00000000000a'
  const strict: string[] = []
  let compared = 0
  for (const [name, call] of Object.entries<Pick<Call, 'input'>>({ ...contract, ...operations })) {
    const sample = JSON.stringify(sampleInput(call, [id]))
    const lower = call.input.safeParse(JSON.parse(sample))
    if (!lower.success || !sample.includes(id)) continue
    const upper = call.input.safeParse(JSON.parse(sample.replaceAll(id, id.toUpperCase())))
    if (upper.success) expect(upper.data, name).toEqual(lower.data)
    else strict.push(name)
    compared += 1
  }
  expect(strict).toEqual(['reportConnections'])
  expect(compared).toBeGreaterThan(150)
})
