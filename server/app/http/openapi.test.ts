import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { unzipSync } from 'fflate'
import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import type { Call } from '#contract/call.ts'
import { type CallName, contract } from '#contract/index.ts'
import { type ScopeName, scopeNames } from '#contract/scope-names.ts'
import { windowStart } from '#server/database/limits.ts'
import { scopeOf } from '#server/modules/api-tokens/token-access.ts'
import { testPortal } from '#server/testing/portal.ts'
import { publicFiles } from './developer-files.ts'
import { openApi } from './openapi.ts'

const { app, system } = await testPortal()
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

test('the documents of all sets of scopes share their generated parts', () => {
  const { path } = contract.getCompanyUserList
  const operationIn = (...scopes: ScopeName[]) => openApi('海易联', scopes).paths[path]?.post
  expect(operationIn('people:read')).toBeDefined()
  expect(operationIn('people:read')).toBe(operationIn('people:read', 'lines:read'))
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

test('the documents, the clients and the examples are served beside the API, and nothing else is', async () => {
  const page = (await app.inject('/api/docs')).body
  expect(page).not.toContain('HTTP 状态 200。')
  for (const [, path = ''] of page.matchAll(/href="(\/api\/docs\/[^"]+)"/g))
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, 200])
  const written = await app.inject('/api/docs/open-interfaces.md')
  expect([written.headers['content-type'], written.body]).toEqual([
    'text/plain; charset=utf-8',
    await readFile('docs/open-interfaces.md', 'utf8'),
  ])
  const { rawPayload } = await app.inject('/api/docs/clients-and-examples.zip')
  const files = unzipSync(rawPayload)
  for (const path of ['clients/typescript/client.ts', 'clients/mcp/main.ts', 'examples/company-sync/sync.ts'])
    expect(Buffer.from(files[path] ?? []).toString()).toBe(await readFile(path, 'utf8'))
  for (const path of [
    '/api/docs/clients/typescript/..%2f..%2fpackage.json',
    '/api/docs/security.md',
    '/api/docs/clients/typescript/none',
  ])
    expect([path, (await app.inject(path)).statusCode]).toEqual([path, 404])
})

test('a document is a page whose links all lead somewhere, and what is not served is no link', async () => {
  const page = await app.inject('/api/docs/open-interfaces')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<h1>开放接口</h1>')
  expect(page.body).toContain('<code>Idempotency-Key</code>')
  expect(page.body).not.toContain('](')
  expect(page.body).toMatch(/<a>决策 \d{4}<\/a>/)
  for (const start of ['/api/docs/open-interfaces', '/api/docs/desktop-client', '/api/docs/clients/typescript']) {
    const { body } = await app.inject(start)
    const addresses = [...body.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address)
    expect(addresses.length, start).toBeGreaterThan(2)
    for (const address of addresses)
      if (address.startsWith('#')) expect(body, address).toContain(`id="${decodeURIComponent(address.slice(1))}"`)
      else expect([start, address, (await app.inject(address)).statusCode]).toEqual([start, address, 200])
  }
  expect((await app.inject('/api/docs/open-interfaces')).body).toContain('href="/api/docs/clients/typescript"')
})

test('files that a developer leaves beside an example are not served', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'examples-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['README.md', 'main.ts', 'people.json', '.env', 'main.ts~', '.main.ts.swp'])
    await writeFile(join(folder, name), '')
  await mkdir(join(folder, 'node_modules.ts'))
  expect(await publicFiles(pathToFileURL(`${folder}/`))).toEqual(['README.md', 'main.ts'])
})

test('a token’s document describes the messages of Webhooks, and the page describes the token’s variant of a call', async () => {
  const { 'x-webhooks': webhooks } = (await app.inject('/api/openapi.json?scopes=all')).json()
  const { parameters, requestBody } = webhooks.event.post
  expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
  ])
  const { properties } = requestBody.content['application/json'].schema
  expect(properties.type.enum).toContain('employee.removed')
  const page = (await app.inject('/api/docs')).body
  const [, section = ''] = page.split('<section id="addCompanyUser">')
  expect(section.split('</section>')[0]).toMatch(/-41051[\s\S]*Idempotency-Key/)
})

test('an address that requests documents without end is refused, and told when it may go on', async () => {
  const from = (remoteAddress: string) => app.inject({ url: '/api/openapi.json?scopes=all', remoteAddress })
  expect((await from('203.0.113.9')).statusCode).toBe(200)
  await system.change`
    update limit_counter set hits = 600
    where key = 'api-document:203.0.113.9' and window_start = ${windowStart(sql`600::integer`)}`
  const { statusCode, headers, json } = await from('203.0.113.9')
  expect([statusCode, json().code]).toEqual([429, 429])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
  expect((await from('203.0.113.10')).statusCode).toBe(200)
})
