import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import type { Services } from '#server/engines/services.ts'
import { testDatabase } from '#server/testing/database.ts'
import { outbox } from './outbox.ts'

const { system } = await testDatabase()
const app = Fastify()
// The plugin uses only these two services of the portal.
await app.register(outbox, { config: readConfig({}), system } as Services)
afterAll(() => app.close())

const add = (phone: string, purpose: string, code: string, text: string) =>
  system.change`
    insert into demo_outbox (message_id, phone, purpose, code, text) values (uuidv7(), ${phone}, ${purpose}, ${code}, ${text})`
await add('13900000001', 'register', '111111', '【海易联】验证码 111111。')
await add('13900000002', 'verification', '', '【海易联】<script>alert("x")</script>')
await add('13900000001', 'forgotpwd', '222222', '【海易联】验证码 222222。')

test('a phone’s messages are listed newest first, with the documented fields only', async () => {
  const answer = await app.inject({ url: '/demo/outbox?phone=13900000001' })
  expect(answer.headers).toMatchObject({
    'content-type': expect.stringContaining('application/json'),
    'cache-control': 'no-store',
  })
  const at = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(answer.json()).toEqual([
    { phone: '13900000001', purpose: 'forgotpwd', code: '222222', text: '【海易联】验证码 222222。', at },
    { phone: '13900000001', purpose: 'register', code: '111111', text: '【海易联】验证码 111111。', at },
  ])
})

test('without a phone all messages are listed; an unknown or invalid phone has none', async () => {
  expect((await app.inject({ url: '/demo/outbox' })).json()).toHaveLength(3)
  for (const phone of ['13911111111', 'x', '%00', '1&phone=2', "'"])
    expect((await app.inject({ url: `/demo/outbox?phone=${phone}` })).json()).toEqual([])
})

test('the page escapes codes and texts, reloads itself and contains no script', async () => {
  const page = await app.inject({ url: '/demo' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('<p class="code">222222</p>')
  expect(page.body).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
  expect(page.body).not.toContain('<script')
  expect(page.body).toContain('http-equiv="refresh"')
  expect(page.headers['content-security-policy']).toContain("style-src 'self'")
  expect((await app.inject({ url: '/demo/outbox.css' })).headers['content-type']).toContain('text/css')
  const one = await app.inject({ url: '/demo?phone=13900000001' })
  expect(one.body).not.toContain('13900000002')
  expect((await app.inject({ url: `/demo?phone=${encodeURIComponent('"><img src=x>')}` })).body).not.toContain('<img')
})

test('the page labels each message with its purpose, and a notice as a notice', async () => {
  await add('13900000003', 'company_act', '333333', '【海易联】验证码 333333。')
  await add('13900000003', 'order_paid', '', '【海易联】已收到款项。')
  const { body } = await app.inject({ url: '/demo?phone=13900000003' })
  const words = [...body.matchAll(/<span>([^<]*)<\/span>(?=<time)/g)].map(([, word]) => word)
  expect(words).toEqual(['通知', '企业操作验证码'])
})

test('outside the demonstration the outbox cannot be registered', async () => {
  const production = Fastify()
  await expect(
    production.register(outbox, { config: { ...readConfig({}), mode: 'production' }, system } as Services),
  ).rejects.toThrow('demo mode only')
})
