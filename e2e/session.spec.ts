import { demo, logInByCall, post, signedIn, stored, tokenOf } from './people.ts'
import { expect, test } from './test.ts'

const cleared = [
  'token',
  'hyl_phone',
  'hyl_userinfo',
  'hyl_signature',
  'articIdList',
  'articTitleList',
  'hyl_company_remain_days',
]

test('a session that was ended elsewhere is forgotten, and the login says why and leads back', async ({ page }) => {
  const { sid } = await signedIn(page, demo.employee)
  await page.goto('/help')
  await expect.poll(() => stored(page)).toHaveProperty('articIdList')
  await page.evaluate(() => localStorage.setItem('hyl_company_remain_days', '30'))
  // Ended as a person would do it: from another browser's list of sessions.
  const other = await logInByCall(page.request, demo.employee)
  const { data } = await post<{ list: { session_id: string; current: boolean }[] }>(
    page.request,
    '/v1/user/getSessionList',
    { sid },
  )
  const mine = data.list.find(each => each.current)?.session_id
  await post(page.request, '/v1/user/endSession', { sid: other.sid, session_id: mine })
  await page.goto('/personaldetails')
  await page.waitForURL(url => url.pathname === '/' && url.searchParams.get('sign') === '1')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('alert')).toHaveText('您的登录已在别处被结束，请重新登录')
  const kept = await stored(page)
  for (const key of cleared) expect(kept).not.toHaveProperty(key)
  await dialog.getByRole('textbox', { name: '登录账号' }).fill(demo.employee)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(demo.password)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL('**/personaldetails')
})

test('a visitor with a stored manager role but no token is asked to log in at the console tab', async ({ page }) => {
  await page.goto('/healthz')
  await page.evaluate(() => localStorage.setItem('hyl_manager', '1'))
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: '控制台' }).click()
  await expect(page.getByRole('alert')).toHaveText(/登录已过期，请重新登录/)
  await expect(page.getByRole('dialog').getByRole('textbox', { name: '登录账号' })).toBeVisible()
})

test('logging out forgets everything, on the server as well', async ({ page }) => {
  const { sid } = await signedIn(page, demo.employee)
  await page.goto('/help')
  await page.evaluate(() => {
    localStorage.setItem('invite_code', 'HYL666')
    localStorage.setItem('hyl_theme', 'light')
  })
  await page.goto('/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: /138\*{4}0002/ })
    .click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await expect(page.getByRole('status').filter({ hasText: '退出成功' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: '登录' })).toBeVisible()
  // The choice of light or dark, and the record of a visit, belong to the browser, not to the account.
  expect(await stored(page)).toEqual({ hyl_theme: 'light', hyl_visited: expect.any(String) })
  expect((await post(page.request, '/v1/user/wGetUserInfo', { sid })).code).toBe(-41016)
})

test('a token older than three days is exchanged, keeping its start time, so the next page does so again', async ({
  page,
}) => {
  const { sid } = await signedIn(page, demo.employee)
  const day = 86_400_000
  const young = Date.now() - 3 * day + 60_000
  await page.evaluate(time => localStorage.setItem('startTokenTime', String(time)), young)
  const refreshed: unknown[] = []
  page.on('request', request => {
    if (request.url().endsWith('/v1/user/refreshSession')) refreshed.push(request.postDataJSON())
  })
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('button', { name: /138\*{4}0002/ })).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(refreshed).toEqual([])
  expect(await tokenOf(page)).toBe(sid)

  const old = Date.now() - 3 * day - 1000
  await page.evaluate(time => localStorage.setItem('startTokenTime', String(time)), old)
  await page.reload()
  await expect.poll(() => tokenOf(page)).not.toBe(sid)
  expect(refreshed).toEqual([{ instance_id: 23, sid }])
  expect((await stored(page)).startTokenTime).toBe(String(old))
  const second = await tokenOf(page)
  await page.goto('/personaldetails')
  await expect.poll(() => tokenOf(page)).not.toBe(second)
  expect(refreshed).toHaveLength(2)
})

test('logging out in one tab ends the other', async ({ page, context }) => {
  await signedIn(page, demo.employee)
  await page.goto('/personaldetails')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('陈雨桐')
  const other = await context.newPage()
  await other.goto('/')
  await other
    .getByRole('banner')
    .getByRole('button', { name: /138\*{4}0002/ })
    .click()
  await other.getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(url => url.pathname === '/')
})
