/// <reference types="node" />
// biome-ignore lint/style/noRestrictedImports: the client is tested against a real server, which may also fail to answer
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
// biome-ignore lint/style/noRestrictedImports: see above
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeBrowser, userInfo } from '#web/testing/browser.ts'

interface RecordedRequest {
  url: string
  method: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

let server: Server
let requests: RecordedRequest[]
let answer: (response: ServerResponse) => void
let browser: ReturnType<typeof fakeBrowser>
let api: typeof import('./api.ts').api
let loading: typeof import('./loading.ts').loading
let store: typeof import('./store.ts').store

const envelope = (code: number, data: unknown = {}) => JSON.stringify({ code, msg: `消息${code}`, data })
const respondWith = (text: string, status = 200) => {
  answer = response => void response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

beforeEach(async () => {
  vi.resetModules()
  requests = []
  server = createServer((request, response) => {
    let text = ''
    request.on('data', chunk => {
      text += chunk
    })
    request.on('end', () => {
      const { url = '', method = '', headers } = request
      requests.push({ url, method, headers, body: JSON.parse(text) as Record<string, unknown> })
      answer(response)
    })
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  browser = fakeBrowser({ apiBase: `http://127.0.0.1:${port}/api` })
  ;({ api } = await import('./api.ts'))
  ;({ loading } = await import('./loading.ts'))
  ;({ store } = await import('./store.ts'))
})

afterEach(async () => {
  server.closeAllConnections()
  await new Promise(done => server.close(done))
})

/** The events by which a browser announces that the page is being left. */
function leavingBrowser() {
  const listeners = new Map<string, () => void>()
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener))
  return { listeners, leave: (type: string) => listeners.get(type)?.() }
}

const errors = () => JSON.parse(browser.local.getItem('hyl_network_errors') ?? '[]') as Record<string, unknown>[]

describe('requests', () => {
  test('of a public call carry the instance and no sid', async () => {
    browser.local.setItem('token', 'secret-sid')
    respondWith(envelope(200, { list: [], total: 0 }))
    const result = await api.getIndustryList({})
    expect(result).toMatchObject({ code: 200, ok: true, data: { list: [], total: 0 } })
    expect(requests[0]).toMatchObject({
      url: '/api/v3/service/getIndustryList',
      method: 'POST',
      body: { instance_id: 23 },
    })
    expect(requests[0]?.body).not.toHaveProperty('sid')
    expect(requests[0]?.headers).toMatchObject({
      authorization: 'portal-web 1201',
      'accept-language': 'zh-CN',
      'content-type': 'application/json',
    })
  })

  test('of an account call carry instance and sid', async () => {
    browser.local.setItem('token', 'secret-sid')
    respondWith(envelope(200, { is_company_manager: 1 }))
    await api.checkManager({})
    expect(requests[0]?.body).toEqual({ instance_id: 23, sid: 'secret-sid' })
  })

  test('send the tag of a held response, which is reused if the server says it is unchanged', async () => {
    browser.local.setItem('token', 'secret-sid')
    const data = { is_company_manager: 1 as const }
    answer = response => {
      const body =
        requests.at(-1)?.headers['answer-tag'] === 'a-tag'
          ? { code: 304, msg: '', data: null }
          : { code: 200, msg: '', data, tag: 'a-tag' }
      response.writeHead(200).end(JSON.stringify(body))
    }
    expect(await api.checkManager({})).toMatchObject({ data, ok: true })
    expect(requests.at(-1)?.headers).not.toHaveProperty('answer-tag')
    const first = await api.checkManager({}, { held: null })
    expect(requests.at(-1)?.headers['answer-tag']).toBe('-')
    const held = { data: first.data, tag: (first.ok && first.tag) || '' }
    const again = await api.checkManager({}, { held })
    expect(again).toMatchObject({ code: 200, ok: true, tag: 'a-tag' })
    expect(again.data).toBe(first.data)
  })

  test('tell an answer that was given before from one of their own', async () => {
    browser.local.setItem('token', 'secret-sid')
    respondWith(envelope(200))
    expect(await api.setDisplayName({ display_name: '陈雨桐' })).not.toHaveProperty('isReplayed')
    for (const code of [200, -53013]) {
      answer = response => void response.writeHead(200, { 'idempotency-replayed': 'true' }).end(envelope(code))
      expect(await api.setDisplayName({ display_name: '陈雨桐' })).toMatchObject({ code, isReplayed: true })
    }
  })

  test('of a password reset follow the specification, without the instance', async () => {
    respondWith(envelope(200))
    await api.forgotPassword({ username: '13800000001', password: 'abc123', password2: 'abc123', captcha: '123456' })
    expect(Object.keys(requests[0]?.body ?? {}).sort()).toEqual(['captcha', 'password', 'password2', 'username'])
  })
})

describe('an invalid session', () => {
  test('without a sid sends no protected call', async () => {
    browser.local.setItem('hyl_phone', 'x')
    const result = await api.getCompanyInfo({})
    expect(result).toMatchObject({ ok: false, code: -41003, data: 'sid' })
    expect(requests).toHaveLength(0)
    expect(browser.local.getItem('hyl_phone')).toBeNull()
    expect(browser.visits).toEqual(['/?sign=1'])
  })

  test.each([
    [-41016, null, true],
    [-41004, null, true],
    [-41003, 'sid', true],
    [-41003, 'phone', false],
    [-41017, null, false],
  ])('code %i with data %j redirects to the login: %s', async (code, data, leads) => {
    browser.local.setItem('token', 'old')
    respondWith(envelope(code, data))
    const result = await api.checkManager({})
    expect(result).toMatchObject({ ok: false, code })
    expect(browser.visits).toEqual(leads ? ['/?sign=1'] : [])
    expect(browser.local.getItem('token')).toBe(leads ? null : 'old')
  })

  test.each([
    [-41017, 0, null, ['/personaldetails']],
    [-41017, 1, null, []],
    [-41024, 1, 'finance', []],
  ])(
    'is not assumed when the console refuses by %i a user whose role is now %i, %s',
    async (code, manages, duty, visits) => {
      browser.local.setItem('token', 'still-good')
      const { session } = await import('./session.ts')
      session.setManager(1)
      answer = response => {
        const isProfile = requests.at(-1)?.url.endsWith('/wGetUserInfo')
        const user_info = { ...userInfo, is_company_manager: manages, duty }
        response.writeHead(200, { 'content-type': 'application/json' })
        response.end(isProfile ? envelope(200, { user_info }) : envelope(code))
      }
      // After several simultaneous refusals the role is read once.
      const refused = await Promise.all([api.getCompanyInfo({}), api.getCompanyInfo({})])
      expect(refused.map(each => each.code)).toEqual([code, code])
      expect(requests.filter(({ url }) => url.endsWith('/wGetUserInfo'))).toHaveLength(1)
      expect([browser.visits, session.manager(), browser.local.getItem('token')]).toEqual([
        visits,
        manages,
        'still-good',
      ])
      expect(store.get().duty).toBe(duty)
    },
  )

  test.each([
    [-41016, null, '消息-41016'],
    [-41004, null, '消息-41004'],
    // The message of a missing parameter is for developers.
    [-41003, 'sid', '登录已过期，请重新登录'],
  ])('is explained in the login overlay after %i', async (code, data, text) => {
    browser.local.setItem('token', 'old')
    respondWith(envelope(code, data))
    await api.checkManager({})
    expect(JSON.parse(browser.tab.getItem('hyl_notice') ?? '')).toEqual({ kind: 'error', text })
  })

  test('is not assumed when a refresh is refused', async () => {
    const { refreshSession } = await import('./session-life.ts')
    browser.local.setItem('token', 'old')
    browser.local.setItem('startTokenTime', '1')
    respondWith(envelope(-41004))
    await refreshSession()
    expect(requests).toHaveLength(1)
    expect(browser.visits).toEqual([])
    expect(browser.local.getItem('token')).toBe('old')
    respondWith(envelope(200, { sid: 'new' }))
    await refreshSession()
    expect(browser.local.getItem('token')).toBe('new')
    expect(browser.local.getItem('startTokenTime')).toBe('1')
  })
})

test('of several calls of an ended session the first tells why, whether it or another one is answered', async () => {
  const { takeNotice } = await import('./notice.ts')
  browser.local.setItem('token', 'a-sid')
  respondWith(envelope(-41016, {}))
  await Promise.all([api.getDeviceList({}), api.getCompanyInfo({})])
  await api.getVplGroupList({})
  expect(takeNotice()?.text).toBe('消息-41016')
})

describe('a request that the document has sent', () => {
  const bodyOf = (fields: object) => JSON.stringify({ instance_id: 23, ...fields, sid: 'a-sid' })
  const sent = (response: Promise<Response>) => {
    browser.local.setItem('token', 'a-sid')
    const apiBase = JSON.parse(document.getElementById('portal')?.textContent ?? '') as { apiBase: string }
    globalThis.earlyRequests = {
      [`${apiBase.apiBase}/v1/company/getCompanyInfo ${bodyOf({})}`]: { sentAt: Date.now(), response },
    }
    onTestFinished(() => {
      globalThis.earlyRequests = undefined
    })
  }

  test('is sent again if it failed', async () => {
    sent(Promise.reject(new TypeError('Failed to fetch')))
    respondWith(envelope(200, { name: '企业' }))
    expect(await api.getCompanyInfo({})).toMatchObject({ ok: true, data: { name: '企业' } })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['never', new Promise<Response>(() => undefined)],
    ['with a beginning alone', Promise.resolve(new Response(new ReadableStream()))],
  ])('times out like any other if it is answered %s', async (_, response) => {
    sent(response)
    expect(await api.getCompanyInfo({}, { timeout: 50 })).toMatchObject({ ok: false, msg: '请求超时，请稍后重试' })
    expect(requests).toHaveLength(0)
  })
})

describe('a failed request', () => {
  test('with a broken connection is recorded and answered', async () => {
    answer = response => void response.destroy()
    const result = await api.getIndustryList({})
    expect(result).toMatchObject({ ok: false, code: 0, msg: '网络连接失败，请检查网络后重试' })
    expect(errors()).toMatchObject([{ call: 'getIndustryList', kind: 'ERR_NETWORK' }])
    expect(store.get().errors).toHaveLength(1)
  })

  test('that times out is recorded as ECONNABORTED', async () => {
    answer = () => {}
    const result = await api.getIndustryList({}, { timeout: 60 })
    expect(result).toMatchObject({ ok: false, code: 0, msg: '请求超时，请稍后重试' })
    const [error] = errors()
    expect(error).toMatchObject({ kind: 'ECONNABORTED' })
    expect(error?.ms).toBeGreaterThanOrEqual(55)
  })

  test('that times out within the body is recorded as ECONNABORTED', async () => {
    answer = response => void response.writeHead(200).write('{"code":')
    expect(await api.getIndustryList({}, { timeout: 60 })).toMatchObject({ code: 0 })
    expect(errors()).toMatchObject([{ kind: 'ECONNABORTED' }])
  })

  test('is not recorded when its signal is aborted', async () => {
    answer = () => {}
    const controller = new AbortController()
    const result = api.getIndustryList({}, { signal: controller.signal })
    setTimeout(() => controller.abort(), 30)
    expect(await result).toMatchObject({ ok: false, code: 0 })
    expect(errors()).toEqual([])
  })

  test('is not recorded when the browser leaves or reloads the page', async () => {
    const { listeners, leave } = leavingBrowser()
    vi.resetModules()
    ;({ api } = await import('./api.ts'))
    answer = response => void setTimeout(() => response.destroy(), 20)
    expect([...listeners.keys()].sort()).toEqual(['beforeunload', 'pagehide', 'pageshow'])
    leave('beforeunload')
    expect(await api.getIndustryList({})).toMatchObject({ code: 0 })
    leave('pagehide')
    expect(await api.getIndustryList({})).toMatchObject({ code: 0 })
    expect(errors()).toEqual([])
    // The page was restored, so the next failure counts again.
    leave('pageshow')
    expect(await api.getIndustryList({})).toMatchObject({ code: 0 })
    expect(errors()).toMatchObject([{ kind: 'ERR_NETWORK' }])
  })

  test('is kept among the last 50', async () => {
    answer = response => void response.destroy()
    for (let round = 0; round < 53; round++) await api.getIndustryList({}, { background: true })
    expect(errors()).toHaveLength(50)
  })

  test('with a response that is no envelope says so', async () => {
    respondWith('<h1>502 Bad Gateway</h1>', 502)
    expect(await api.getIndustryList({})).toMatchObject({
      ok: false,
      code: 0,
      msg: '服务暂时不可用，请稍后重试（502）',
    })
    expect(errors()).toEqual([])
  })

  test('with an envelope under another status is passed on', async () => {
    respondWith(envelope(429), 429)
    expect(await api.getIndustryList({})).toMatchObject({ ok: false, code: 429 })
  })
})

test('the loading overlay counts calls under way, except background ones', async () => {
  answer = response => void setTimeout(() => response.end(envelope(200)), 40)
  const calls = [api.getIndustryList({}), api.getIndustryList({}), api.getIndustryList({}, { background: true })]
  await new Promise(done => setTimeout(done, 10))
  expect(loading.count()).toBe(2)
  await Promise.all(calls)
  expect(loading.count()).toBe(0)
})

test('the loading overlay appears after 300 ms, one box for all calls', async () => {
  const boxes: string[] = []
  const element = () => ({ className: '', innerHTML: '', append() {}, showPopover() {}, remove: () => boxes.pop() })
  vi.stubGlobal('document', { ...document, createElement: element, body: { append: () => boxes.push('shown') } })
  answer = response => void setTimeout(() => response.end(envelope(200)), 60)
  await Promise.all([api.getIndustryList({}), api.getIndustryList({})])
  expect(boxes).toEqual([])
  answer = response => void setTimeout(() => response.end(envelope(200)), 700)
  const calls = [api.getIndustryList({}), api.getIndustryList({}), api.getIndustryList({}, { background: true })]
  await new Promise(done => setTimeout(done, 150))
  expect(boxes).toEqual([])
  await vi.waitFor(() => expect(boxes).toEqual(['shown']))
  await Promise.all(calls)
  expect(boxes).toEqual([])
})

test('the default time-out is 60 seconds', async () => {
  const { requestTimeout } = await import('./transport.ts')
  expect(requestTimeout).toBe(60_000)
})
