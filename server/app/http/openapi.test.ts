import { expect, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type CallName, contract } from '#contract/index.ts'
import { scopeNames } from '#contract/scope-names.ts'
import { scopeOf } from '#server/modules/api-tokens/token-access.ts'
import { testPortal } from '#server/testing/portal.ts'

const { app } = await testPortal()
const calls = Object.entries(contract as Record<string, Call>) as [CallName, Call][]

interface Document {
  paths: Record<
    string,
    {
      post: {
        operationId: string
        parameters?: { required?: boolean }[]
        requestBody: object
        responses: Record<string, object>
      }
    }
  >
}
const documentOf = async (scopes: string) => (await app.inject(`/api/openapi.json?scopes=${scopes}`)).json<Document>()

test('a token’s document has the calls of its scopes, without a sid and with a required key', async () => {
  const { paths } = await documentOf('people:change')
  const posts = Object.values(paths).map(({ post }) => post)
  expect(posts.map(post => post.operationId)).toContain('addCompanyUser')
  expect(posts.map(post => post.operationId)).not.toContain('getCompanyUserList')
  expect(JSON.stringify(posts)).not.toContain('"sid"')
  for (const post of posts)
    if (contract[post.operationId as CallName].effect === 'change') expect(post.parameters?.[0]?.required).toBe(true)
  const order = Object.values((await documentOf('orders:change')).paths).find(
    ({ post }) => post.operationId === 'createOrder',
  )
  expect(JSON.stringify(order)).not.toContain('coupon_id')
})

test('a token’s document has its own description and each status, and a session’s what admission refuses', async () => {
  const { paths } = await documentOf('people:read')
  const listed = paths[contract.getCompanyUserList.path]?.post.responses ?? {}
  expect(Object.keys(listed)).toEqual(['200', '400', '401', '403', '413', '415', '429', '500', '503'])
  const codesOf = (response: object | undefined) =>
    (JSON.stringify(response).match(/"enum":\[(200|-41\d+)[^\]]*\]/)?.[0] ?? '').match(/-?\d+/g)?.map(Number)
  expect(codesOf(listed[403])).toEqual([-41052, -41053, -41054])
  expect(codesOf(listed[200])).toContain(-42006)
  expect(Object.values(paths).map(({ post }) => post.operationId)).toContain('getOwnToken')
  const all = (await app.inject('/api/openapi.json')).json<Document>().paths
  expect(codesOf(all[contract.getCompanyUserList.path]?.post.responses[200])).toEqual(
    expect.arrayContaining([-41017, -41024, -42006]),
  )
})

test('an unknown scope has no document', async () => {
  for (const scopes of ['money:change', 'people:read,', '', 'people'])
    expect((await app.inject(`/api/openapi.json?scopes=${scopes}`)).statusCode).toBe(400)
})

test('every scope has calls, and calls that pay, prove identity or guard access have no scope', () => {
  const scoped = calls.filter(([, call]) => call.scope)
  expect(new Set(scoped.map(([, call]) => scopeOf(call)))).toEqual(new Set(scopeNames))
  for (const [name, call] of scoped) {
    expect(call.access, name).toBe('manager')
    expect(scopeOf(call), name).toBeDefined()
    expect(['fresh', 'payload'], name).not.toContain(call.proof)
    expect(call.path, name).not.toMatch(/pay|invoice|coupon|captcha|password|passkey|session|terminal|token|webhook/i)
  }
  for (const name of [
    'orderOpera',
    'setCompanyUserRole',
    'undoActivity',
    'deviceAudit',
    'setCompanyInfo',
    'setTerminalApproval',
  ] as const)
    expect((contract[name] as Call).scope, name).toBeUndefined()
})
