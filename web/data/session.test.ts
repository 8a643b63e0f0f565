import { beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeBrowser, userInfo } from '#web/testing/browser.ts'

let browser: ReturnType<typeof fakeBrowser>
let session: typeof import('./session.ts').session
let store: typeof import('./store.ts').store
let life: typeof import('./session-life.ts')

const answer = { sid: 'a-sid', user_info: userInfo, user_status: 1 as const, signature: 'signed' }
const threeDays = 259_200_000

beforeEach(async () => {
  vi.resetModules()
  browser = fakeBrowser()
  ;({ session } = await import('./session.ts'))
  ;({ store } = await import('./store.ts'))
  life = await import('./session-life.ts')
})

describe('the stored login', () => {
  test('is kept under the specified keys, phone and user info encoded', () => {
    session.open(answer)
    const at = Number(browser.local.getItem('startTokenTime'))
    expect(Math.abs(at - Date.now())).toBeLessThan(1000)
    expect(browser.local.getItem('token')).toBe('a-sid')
    expect(browser.local.getItem('hyl_phone')).toBe('hgkz5TX26ZLU22An+raXIw==')
    expect(browser.local.getItem('hyl_user_sign')).toBe('admin')
    expect(browser.local.getItem('hyl_manager')).toBe('1')
    expect(browser.local.getItem('hyl_company_remain_days')).toBe('1280')
    expect(browser.local.getItem('hyl_signature')).toBe('signed')
    expect(browser.local.getItem('hyl_userinfo')).not.toContain('138')
    expect(session.userInfo()).toEqual(userInfo)
    expect(store.get()).toMatchObject({ sid: 'a-sid', phone: '13800000001', manager: 1 })
  })

  test('of an ordinary user has the role user', () => {
    session.open({ ...answer, user_info: { ...userInfo, is_company_manager: 0, company_remain_days: null } })
    expect(session.role()).toBe('user')
    expect(browser.local.getItem('hyl_manager')).toBe('0')
    expect(browser.local.getItem('hyl_company_remain_days')).toBeNull()
  })

  test('takes over a newer balance of days, also from another tab', () => {
    session.open(answer)
    session.setRemainDays(1250)
    expect(browser.local.getItem('hyl_company_remain_days')).toBe('1250')
    expect(store.get().remainDays).toBe(1250)
    browser.local.setItem('hyl_company_remain_days', '1200')
    session.restore()
    expect(store.get().remainDays).toBe(1200)
    session.forget()
    expect([store.get().remainDays, browser.local.getItem('hyl_company_remain_days')]).toEqual([null, null])
  })

  test('is empty, with the role user, when nothing is stored', () => {
    expect([session.role(), session.manager(), session.sid(), session.phone(), session.userInfo()]).toEqual([
      'user',
      0,
      '',
      '',
      undefined,
    ])
  })

  test('ignores damaged values', () => {
    browser.local.setItem('hyl_phone', 'damaged')
    browser.local.setItem('hyl_userinfo', 'hgkz5TX26ZLU22An+raXIw')
    expect(session.phone()).toBe('')
    expect(session.userInfo()).toBeUndefined()
  })
})

const articles = ['articIdList', 'articTitleList']

test('an invalid session clears the specified keys, keeps the rest and redirects to the login', () => {
  session.open(answer)
  for (const key of [...articles, 'invite_code']) browser.local.setItem(key, 'x')
  session.invalidate()
  for (const key of ['hyl_phone', 'hyl_userinfo', 'token', 'hyl_signature', 'hyl_company_remain_days', ...articles])
    expect(browser.local.getItem(key), key).toBeNull()
  // The console tab stays, so that a click on it can ask for a login.
  expect(browser.local.getItem('hyl_manager')).toBe('1')
  expect(browser.local.getItem('invite_code')).toBe('x')
  expect(browser.visits).toEqual(['/?sign=1'])
  expect(store.get().sid).toBe('')
})

test.each(['invalidate', 'forget'] as const)('after %s a late response stores nothing', end => {
  session.open(answer)
  session[end]()
  const before = Array.from({ length: browser.local.length }, (_, index) => browser.local.key(index))
  session.setUserInfo(userInfo)
  session.setRemainDays(3)
  session.setPhone('13800000001')
  session.setManager(1)
  expect(Array.from({ length: browser.local.length }, (_, index) => browser.local.key(index))).toEqual(before)
  expect(store.get()).toMatchObject({ phone: '', remainDays: null })
})

test('logging out clears everything but the theme', () => {
  session.open(answer)
  for (const key of [...articles, 'invite_code', 'hyl_network_errors', 'hyl_theme']) browser.local.setItem(key, 'dark')
  browser.tab.setItem('hyl_tabs', '[]')
  session.forget()
  expect(Array.from({ length: browser.local.length }, (_, index) => browser.local.key(index))).toEqual(['hyl_theme'])
  expect(browser.tab.length).toBe(0)
  expect(store.get()).toMatchObject({ sid: '', phone: '', manager: 0, tabs: [] })
})

describe('the token refresh', () => {
  test.each([
    { age: threeDays, due: false },
    { age: threeDays + 1, due: true },
    { age: 30 * threeDays, due: true },
  ])('after $age ms is due: $due', ({ age, due }) => {
    session.open(answer)
    const start = Number(browser.local.getItem('startTokenTime'))
    expect(session.refreshDue(start + age)).toBe(due)
  })

  test('is never due without a token or a start', () => {
    expect(session.refreshDue(Date.now())).toBe(false)
    browser.local.setItem('token', 'x')
    expect(session.refreshDue(Date.now())).toBe(false)
  })

  test('keeps the start time', () => {
    session.open(answer)
    browser.local.setItem('startTokenTime', '1')
    session.renew('new-sid')
    expect(browser.local.getItem('token')).toBe('new-sid')
    expect(browser.local.getItem('startTokenTime')).toBe('1')
  })
})

test.each([
  [{ sid: 'a', phone: '1' }, { sid: '', phone: '' }, 'ended'],
  [{ sid: '', phone: '' }, { sid: 'a', phone: '1' }, 'opened'],
  [{ sid: 'a', phone: '1' }, { sid: 'b', phone: '2' }, 'other-account'],
  [{ sid: 'a', phone: '1' }, { sid: 'b', phone: '1' }, undefined],
] as const)('a change in another tab: %j → %j is %s', (before, after, change) => {
  expect(life.changeBetween(before, after)).toBe(change)
})
