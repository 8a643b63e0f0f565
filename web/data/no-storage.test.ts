import { beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '#web/testing/browser.ts'

const login = { is_agree: 1, username: '13800000002', password: 'demo1234' } as const
let api: typeof import('./api.ts').api
let sent: string[]

beforeEach(async () => {
  vi.resetModules()
  sent = []
  vi.stubGlobal('fetch', async (url: string) => {
    sent.push(url)
    return new Response(JSON.stringify({ code: -41001, msg: '账号或密码错误，剩余尝试次数：', data: 4 }))
  })
  fakeBrowser()
  ;({ api } = await import('./api.ts'))
})

const refuses = {
  'that refuses data of sites': { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
  'that throws, or whose space is used up': {
    getItem: () => null,
    removeItem: () => undefined,
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  },
}

test.each(Object.entries(refuses))('in a browser %s, nobody is logged in unseen', async (_, storage) => {
  vi.stubGlobal('localStorage', storage)
  const register = { ...login, captcha: '123456', invite_code: '' }
  for (const answer of [await api.wLogin(login), await api.wRegister(register)])
    expect(answer).toMatchObject({ ok: false, msg: expect.stringContaining('不允许本站保存数据') })
  expect(sent).toEqual([])
})

test('elsewhere the login is sent, and leaves no trace of the attempt', async () => {
  expect(await api.wLogin(login)).toMatchObject({ code: -41001 })
  expect(sent).toEqual(['/api/v1/user/wLogin'])
  expect(localStorage.length).toBe(0)
})
