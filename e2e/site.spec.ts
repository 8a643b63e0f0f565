import type { Page } from '@playwright/test'
import { expect, publicScript, test } from './test.ts'

const tabs = [
  { sign: 'header', label: '首页', path: '/' },
  { sign: 'download', label: '产品下载', path: '/download' },
  { sign: 'scene', label: '应用场景', path: '/scene' },
  { sign: 'cheats', label: '出海攻略', path: '/cheats' },
  { sign: 'help', label: '帮助中心', path: '/help' },
]
const navigation = (page: Page) => page.getByRole('navigation', { name: '主导航' })

test('the tabs lead to their pages, mark the active one and give the title', { tag: '@narrow' }, async ({ page }) => {
  await page.goto('/')
  for (const { sign, label, path } of tabs) {
    await navigation(page).getByRole('link', { name: label }).click()
    await page.waitForURL(url => url.pathname === path && url.searchParams.get('csssign') === sign)
    expect(new URL(page.url()).searchParams.get('name')).toBe(label)
    await expect(page).toHaveTitle(`${label} - 海易联`)
    await expect(navigation(page).locator('[aria-current=page]')).toHaveText([label])
  }
})

test('`csssign` marks the tab on any page; `name` is accepted only from the known labels', async ({ page }) => {
  await page.goto('/details?csssign=scene&name=出海攻略')
  await expect(navigation(page).locator('[aria-current=page]')).toHaveText(['应用场景'])
  await expect(page).toHaveTitle('出海攻略 - 海易联')
  await page.goto('/details')
  const own = await page.title()
  await page.goto(`/details?csssign=nobody&name=${encodeURIComponent('恭喜中奖 <b>')}`)
  await page.waitForLoadState('networkidle')
  expect(await page.title()).toBe(own)
})

test('an address in the hash is synced to the router, on load and on change', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  await page.goto('/#/download?csssign=download')
  await page.waitForURL(url => url.pathname === '/download' && url.searchParams.get('csssign') === 'download')
  await page.evaluate(() => {
    location.hash = '#/help'
  })
  await page.waitForURL(url => url.pathname === '/help' && url.hash === '')
  await page.goto('/#/promotion/HYL666')
  await page.waitForURL(url => url.pathname === '/promotion/HYL666')
  // Such an address never leads to another host.
  await page.goto('/#//example.com/help')
  await page.waitForURL(url => url.pathname === '/error/400')
})

const scrolled = (page: Page) => page.evaluate(() => document.body.scrollTop)

test('a new page begins at its top; back to top stands 100 px above the bottom', { tag: '@narrow' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const button = page.getByRole('button', { name: '回到顶部' })
  await expect(button).toBeHidden()
  await page.getByRole('heading', { name: '联系我们' }).scrollIntoViewIfNeeded()
  await expect(button).toBeVisible()
  const box = await button.boundingBox()
  const { height } = page.viewportSize() ?? { height: 0 }
  expect(Math.round(height - (box?.y ?? 0) - (box?.height ?? 0))).toBe(100)
  await button.click()
  await expect.poll(() => scrolled(page)).toBe(0)
  await expect(button).toBeHidden()

  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  expect(await scrolled(page)).toBeGreaterThan(500)
  await page.getByRole('contentinfo').getByRole('link', { name: '产品介绍' }).click()
  await page.waitForURL('**/details')
  expect(await scrolled(page)).toBe(0)
  // The container scrolls, not the window.
  expect(await page.evaluate(() => [window.scrollY, document.documentElement.clientHeight])).toEqual([0, height])
})

test('an agreement in the footer opens in a dialog, or as a page without script', async ({ page, browser }) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: '隐私协议' }).click()
  const terms = page.getByRole('dialog', { name: '隐私协议' })
  await expect(terms.locator('iframe')).toHaveAttribute('src', '/template/private.html')
  await page.keyboard.press('Escape')
  await expect(terms).toBeHidden()
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: new URL(page.url()).origin })
  const other = await plain.newPage()
  await other.goto('/')
  await other.getByRole('contentinfo').getByRole('link', { name: '用户服务协议' }).click()
  await expect(other.getByRole('heading').first()).toBeVisible()
  await plain.close()
})

test('downloads list every system with details and file; the footer requests the newest installer', async ({
  page,
}) => {
  await page.goto('/download')
  for (const system of ['Windows', 'Mac', 'Android']) {
    const heading = page.getByRole('heading', { name: system, exact: true })
    const card = page.getByRole('main').getByRole('listitem').filter({ has: heading })
    await expect(card.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
    await expect(card.getByText(/^\d+\.\d+\.\d+$/)).toBeVisible()
  }
  await expect(page.getByRole('img', { name: /iOS.*二维码/ })).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: '下载 Windows 版' }).click()
  expect((await file).suggestedFilename()).toMatch(/windows.*\.zip$/)
  const requested = page.waitForRequest('**/v1/app/getVersion')
  const newest = page.waitForEvent('download')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Mac' }).click()
  expect((await requested).postDataJSON()).toEqual({ instance_id: 23, channel_id: 1, client_type: 4 })
  expect((await newest).suggestedFilename()).toMatch(/mac.*\.zip$/)
})

test('a system without an installer says so', async ({ page }) => {
  for (const [answer, message] of [
    [{ code: 200, msg: '成功', data: { oss_url: '' } }, '暂无安装包'],
    [{ code: 200, msg: '成功', data: null }, '暂无安装包'],
    [{ code: -44001, msg: '未找到安装包', data: null }, '未找到安装包'],
  ] as const) {
    await page.route('**/v1/app/getVersion', route => route.fulfill({ json: answer }))
    await page.goto('/')
    await publicScript(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Mac' }).click()
    await expect(page.getByRole('alert')).toHaveText([message])
    await page.unroute('**/v1/app/getVersion')
  }
})

test('an article can be rated, and its list is stored for older clients', async ({ page }) => {
  await page.goto('/help')
  // The page's script comes after its paint.
  await page.waitForFunction(() => localStorage.getItem('articIdList'))
  const ids = JSON.parse((await page.evaluate(() => localStorage.getItem('articIdList'))) ?? '[]') as string[]
  const titles = JSON.parse((await page.evaluate(() => localStorage.getItem('articTitleList'))) ?? '[]') as string[]
  expect(ids.length).toBeGreaterThan(10)
  expect(titles).toHaveLength(ids.length)
  expect(titles).toContain('收不到短信验证码')
  await page.getByRole('link', { name: /收不到短信验证码/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('收不到短信验证码')
  const useful = page.getByRole('button', { name: /^有用|有帮助/ })
  await useful.click()
  await expect(page.getByText('感谢您的反馈，很高兴帮到您。')).toBeVisible()
  await expect(useful).toHaveAttribute('aria-pressed', 'true')
})

test.describe('without JavaScript', () => {
  test.use({ ownContext: true, javaScriptEnabled: false })
  test('every public page can be read, and the help can be searched', async ({ page, tolerate }) => {
    // This test blocks the scripts on purpose.
    tolerate(/request failed: .*\.js csp$/)
    for (const path of ['/', '/download', '/scene', '/cheats', '/help', '/details', '/product']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect((await page.getByRole('main').textContent())?.length).toBeGreaterThan(200)
    }
    for (const path of ['/control', '/enterprise']) {
      await page.goto(path)
      await expect(page.locator('noscript')).toBeVisible()
      await expect(page.locator('.first-frame').filter({ visible: true })).toHaveCount(0)
    }
    await page.getByRole('link', { name: '回到首页' }).click()
    await page.goto('/product')
    // Nothing is calculated, so no sum is shown.
    await expect(page.locator('.calculator noscript')).toBeVisible()
    await expect(page.getByText('¥0.00')).toBeHidden()
    await page.goto('/help')
    await page.getByRole('searchbox').first().fill('验证码')
    await page.getByRole('button', { name: '搜索' }).first().click()
    await expect(page.getByRole('heading', { name: /“验证码”的搜索结果/ })).toBeVisible()
    await page.getByRole('link', { name: /收不到短信验证码/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('收不到短信验证码')
  })
})

test('pressing a button before the page’s script has loaded is not lost', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/loader-*.js', async route => {
    await held
    await route.continue()
  })
  await page.goto('/')
  await page.getByRole('button', { name: '切换浅色或深色' }).click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  release()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the theme follows the system until the switch is used, and is then remembered', { tag: '@narrow' }, async ({
  page,
}) => {
  const theme = () => page.locator('html').getAttribute('data-theme')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await publicScript(page)
  expect(await theme()).toBe('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(theme).toBe('light')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: '切换浅色或深色' }).click()
  await expect.poll(theme).toBe('dark')
  expect(await ground()).not.toBe(light)
  await page.goto('/download')
  expect(await theme()).toBe('dark')
})
