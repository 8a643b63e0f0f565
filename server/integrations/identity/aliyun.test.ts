import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { type Answer, counterpart } from '#server/testing/counterpart.ts'
import { createAliyunIdentity } from './aliyun.ts'
import { IdentityFailure } from './identity.ts'
import { answerAsService, createSandboxIdentity } from './sandbox.ts'

const key = { id: 'test-key-id', secret: 'the right secret' }
const number = '11010519491231002X'

/** Creates the service with a server that checks each signature over a real connection. */
async function service({ secret = key.secret, answer }: { secret?: string; answer?: Answer | 'silent' } = {}) {
  const address = await counterpart(request => answer ?? answerAsService(request, key))
  return createAliyunIdentity(
    { identityEndpoint: `http://${address}`, identityAccessKeyId: key.id, identityAccessKeySecret: secret },
    { timeout: 500 },
  )
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof IdentityFailure)) throw new Error(`expected an IdentityFailure, got ${error}`)
  // The error is logged.
  expect(inspect(error, { depth: 9 })).not.toMatch(/王小明|11010519491231002X/)
  return error.message
}

test.each([
  ['王小明', 'match'],
  ["O'Neil (王·明)*", 'match'],
  ['不符小明', 'mismatch'],
  ['无名小明', 'undecided'],
])('%s is answered with %s, over a signature that the service checks', async (name, result) => {
  expect(await (await service()).check({ name, number })).toBe(result)
  expect(await createSandboxIdentity().check({ name, number })).toBe(result)
})

test('a wrong secret, a service error or an invalid response gives no result and reveals no personal data', async () => {
  const identity = { name: '王小明', number }
  expect(await failureOf((await service({ secret: 'another' })).check(identity))).toMatch('SignatureDoesNotMatch')
  expect(await failureOf((await service()).check({ name: '故障王小明', number }))).toMatch('402')
  const repeating = { status: 500, body: { Code: `no ${number} of 王小明`, Message: '王小明' } }
  expect(await failureOf((await service({ answer: repeating })).check(identity))).toMatch('未知')
  expect(await failureOf((await service({ answer: { body: '<html>' } })).check(identity))).toMatch('无法识别')
  const unknown = { body: { Code: '200', ResultObject: { BizCode: '9' } } }
  expect(await failureOf((await service({ answer: unknown })).check(identity))).toMatch('200')
})

test('an unanswered request and an unreachable service time out', async () => {
  expect(await failureOf((await service({ answer: 'silent' })).check({ name: '王小明', number }))).toMatch('没有应答')
  const nobody = createAliyunIdentity({
    identityEndpoint: 'http://127.0.0.1:9',
    identityAccessKeyId: key.id,
    identityAccessKeySecret: key.secret,
  })
  expect(await failureOf(nobody.check({ name: '王小明', number }))).toMatch('没有应答')
})

test('access can be verified without checking anybody', async () => {
  await (await service()).verifyAccess()
  expect(await failureOf((await service({ secret: 'another' })).verifyAccess())).toMatch('SignatureDoesNotMatch')
  const unpaid = { body: { Code: '412', Message: '欠费中' } }
  expect(await failureOf((await service({ answer: unpaid })).verifyAccess())).toMatch('412')
})

// Guard: the provider's own documentation names its endpoints without a scheme, and no verification could be submitted with one.
test.each([
  ['cloudauth.aliyuncs.com', 'https://cloudauth.aliyuncs.com'],
  ['http://127.0.0.1:9', 'http://127.0.0.1:9'],
])('a check is sent to the endpoint %s', async (endpoint, origin) => {
  const origins: string[] = []
  const send = async ({ url }: { url: URL }) => {
    origins.push(url.origin)
    return { status: 200, text: '{"Code":"200","ResultObject":{"BizCode":"1"}}' }
  }
  const identity = createAliyunIdentity(readConfig({ IDENTITY_ENDPOINT: endpoint }), { send })
  expect([await identity.check({ name: '王小明', number }), origins]).toEqual(['match', [origin]])
})
