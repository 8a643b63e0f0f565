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

  test('of somebody with a duty has what it reaches beside the role, which a manager loses', () => {
    session.open({ ...answer, user_info: { ...userInfo, duty: 'reader', duty_departments: ['运营部'] } })
    expect(browser.local.getItem('hyl_reach')).toBe('reader-limited')
    session.setUserInfo({ ...userInfo, duty: 'finance', duty_departments: null })
    expect(browser.local.getItem('hyl_reach')).toBe('finance')
    session.setUserInfo(userInfo)
    expect(browser.local.getItem('hyl_reach')).toBeNull()
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
  // The console tab remains, so that a click on it can lead to the login.
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

test('logging out clears everything but what belongs to the browser', () => {
  session.open(answer)
  for (const key of [...articles, 'invite_code', 'hyl_network_errors', 'hyl_theme', 'hyl_announcements'])
    browser.local.setItem(key, 'dark')
  browser.tab.setItem('hyl_tabs', '[]')
  session.forget()
  expect(Array.from({ length: browser.local.length }, (_, index) => browser.local.key(index))).toEqual([
    'hyl_theme',
    'hyl_announcements',
  ])
  expect(browser.tab.length).toBe(0)
  expect(store.get()).toMatchObject({ sid: '', phone: '', manager: 0, tabs: [] })
})

const other = {
  ...answer,
  user_info: { ...userInfo, account_id: '01a1f850-d383-7b23-af32-e16528d31bbb', phone: '13800000009' },
}
const tabs = [{ id: 7, name: '设备', path: '/control/device?keyword=138' }]

describe('what a tab keeps of an account', () => {
  const fill = () => {
    for (const key of ['hyl_tabs', 'hyl_basket', 'hyl_places', 'hyl_drafts'])
      browser.tab.setItem(key, JSON.stringify(tabs))
    store.set({ tabs })
  }

  test('is there after the end of the session and another login of the same account', () => {
    session.open(answer)
    fill()
    session.invalidate()
    session.open(answer)
    expect(browser.tab.getItem('hyl_basket')).toContain('keyword=138')
    expect(store.get().tabs).toEqual(tabs)
  })

  test.each(['here', 'in another tab'])('is gone when another account logs in %s', where => {
    session.open(answer)
    fill()
    session.invalidate()
    if (where === 'here') session.open(other)
    else {
      // The other tab writes the shared values; this tab still has its own.
      session.open(other)
      fill()
      browser.tab.setItem('hyl_tab_owner', userInfo.account_id)
      session.restore()
    }
    expect(
      JSON.stringify(
        Array.from({ length: browser.tab.length }, (_, at) => browser.tab.getItem(browser.tab.key(at) ?? '')),
      ),
    ).not.toContain('设备')
    expect(store.get().tabs).toEqual([])
  })

  test('stays when they change their phone, here or in another tab', async () => {
    const { readDraft, writeDraft } = await import('./draft.ts')
    const { changes, changed } = watching()
    writeDraft('ticket', '专线断了')
    session.setPhone('13800000007')
    expect(readDraft('ticket')).toBe('专线断了')
    session.setUserInfo({ ...userInfo, phone: '13800000008' })
    store.set({ phone: userInfo.phone })
    changed('hyl_phone', browser.local.getItem('hyl_phone'))
    expect([readDraft('ticket'), changes, store.get().phone]).toEqual(['专线断了', [], '13800000008'])
  })

  test('stays where an earlier version has kept it by the phone, and is nobody else’s', async () => {
    const { readDraft, writeDraft } = await import('./draft.ts')
    session.open(answer)
    const keep = (owner: string) =>
      browser.tab.setItem('hyl_drafts', JSON.stringify({ owner, values: { ticket: '专线断了' } }))
    keep(userInfo.phone)
    expect(readDraft('ticket')).toBe('专线断了')
    writeDraft('note', '1')
    expect([readDraft('ticket'), browser.tab.getItem('hyl_drafts')?.includes(userInfo.phone)]).toEqual([
      '专线断了',
      false,
    ])
    keep('13800000099')
    expect([readDraft('ticket'), browser.tab.getItem('hyl_drafts')]).toEqual([undefined, null])
  })

  test('goes with a logout in another tab, but not with the end of the session there', () => {
    const { changes, tell } = watching()
    fill()
    // The other tab removes the keys one after the other, and this tab gets an event for each.
    for (const key of ['hyl_phone', 'hyl_userinfo', 'token']) tell(key, null)
    expect([changes, browser.tab.getItem('hyl_basket') !== null]).toEqual([['ended'], true])
    session.open(answer)
    for (const key of ['startTokenTime', 'hyl_phone', 'token']) tell(key, null)
    expect([changes, browser.tab.getItem('hyl_basket'), store.get().tabs]).toEqual([['ended', 'signed-out'], null, []])
  })
})

/** This tab, and its events about changes in another tab. */
function watching() {
  let changed: (event: object) => void = () => undefined
  vi.stubGlobal('window', {
    addEventListener(type: string, listener: typeof changed) {
      if (type === 'storage') changed = listener
    },
  })
  const changes: string[] = []
  session.open(answer)
  life.watchSession(change => changes.push(change))
  function tell(key: string, newValue: string | null) {
    if (newValue === null) browser.local.removeItem(key)
    else browser.local.setItem(key, newValue)
    changed({ key, newValue })
  }
  return { changes, tell, changed: (key: string, newValue: string | null) => changed({ key, newValue }) }
}

/** The values that another tab writes when this account logs in there. */
function written(opened: typeof answer): Map<string, string> {
  session.open(opened)
  const names = Array.from({ length: browser.local.length }, (_, at) => browser.local.key(at) ?? '')
  const entries = new Map(names.map(name => [name, browser.local.getItem(name) ?? '']))
  session.forget()
  return entries
}

test('a session that another tab has begun before this one hears of the former one’s end stays', () => {
  const theirs = written({ ...other, sid: 'b-sid' })
  const { changes, changed } = watching()
  browser.tab.setItem('hyl_basket', JSON.stringify(tabs))
  browser.local.clear()
  for (const [key, value] of theirs) browser.local.setItem(key, value)
  for (const key of ['startTokenTime', 'hyl_phone', 'token']) changed(key, null)
  for (const [key, value] of theirs) changed(key, value)
  expect([session.sid(), store.get().sid, session.userInfo()]).toEqual(['b-sid', 'b-sid', other.user_info])
  expect([changes, browser.tab.getItem('hyl_basket')]).toEqual([['other-account'], null])
})

test('an end that another tab has found leads to the login and back, and removes nothing that all tabs share', async () => {
  const { wantedAddress } = await import('./wanted-address.ts')
  session.open(answer)
  session.leaveForLogin()
  expect([browser.visits, wantedAddress()]).toEqual([['/?sign=1'], '/control/device?keyword=138'])
  expect(browser.local.getItem('token')).toBe('a-sid')
})

test('an answer for the account that was logged in before stores nothing', () => {
  session.open(other)
  session.setUserInfo(userInfo)
  expect([session.userInfo(), session.phone(), session.manager()]).toEqual([other.user_info, '13800000009', 1])
})

test('a logout removes the start of the session first, by which other tabs tell it from an end', () => {
  session.open(answer)
  const removed: string[] = []
  const { removeItem } = browser.local
  browser.local.removeItem = key => {
    removed.push(key)
    removeItem(key)
  }
  session.forget()
  expect(removed[0]).toBe('startTokenTime')
  session.open(answer)
  removed.length = 0
  session.invalidate()
  expect(removed).not.toContain('startTokenTime')
})

test('the first reason of an end stays, and the login leads back', async () => {
  const { takeNotice } = await import('./notice.ts')
  const { wantedAddress } = await import('./wanted-address.ts')
  session.open(answer)
  session.invalidate('您的登录已在别处被结束')
  session.invalidate()
  expect(wantedAddress()).toBe('/control/device?keyword=138')
  expect(takeNotice()?.text).toBe('您的登录已在别处被结束')
})

test.each(['here', 'in another tab'])(
  'another company %s forgets what was remembered of the one before',
  async where => {
    const { remembered, remembering } = await import('./remembered.ts')
    const { onCompanyChange } = await import('./company-change.ts')
    const moved = { ...userInfo, company_name: '另一家有限公司' }
    const theirs = written({ ...answer, user_info: moved })
    session.open(answer)
    remembering('getDeviceList {}')({ data: { list: [] } })
    let changed = 0
    onCompanyChange(() => (changed += 1))
    session.setUserInfo({ ...userInfo, company_remain_days: 2 })
    expect([remembered('getDeviceList {}'), changed]).toEqual([expect.anything(), 0])
    if (where === 'here') session.setUserInfo(moved)
    else {
      browser.local.setItem('hyl_userinfo', theirs.get('hyl_userinfo') ?? '')
      session.restore()
    }
    // The data on the screen also belongs to the former company.
    expect([remembered('getDeviceList {}'), changed]).toEqual([undefined, 1])
  },
)

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
    session.renew('new-sid', 'a-sid')
    expect(browser.local.getItem('token')).toBe('new-sid')
    expect(browser.local.getItem('startTokenTime')).toBe('1')
  })
})

test.each([
  [{ sid: 'a', account: '1' }, { sid: '', account: '' }, 'ended'],
  [{ sid: '', account: '' }, { sid: 'a', account: '1' }, 'opened'],
  [{ sid: 'a', account: '1' }, { sid: 'b', account: '2' }, 'other-account'],
  [{ sid: 'a', account: '1' }, { sid: 'b', account: '1' }, undefined],
] as const)('a change in another tab: %j → %j is %s', (before, after, change) => {
  expect(life.changeBetween(before, after)).toBe(change)
})
