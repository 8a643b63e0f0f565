import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

// guard.test.ts covers every path; these tests check the guard in front of the pages.
test('account and console pages redirect to the home page without a token', async ({ page }) => {
  for (const path of ['/personaldetails', '/control/company']) {
    await page.goto(path)
    await page.waitForURL(url => url.pathname === '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('给跨境团队的专属原生 IP')
  }
})

test('with a token account pages open, and the console redirects an ordinary user to the personal page', async ({
  page,
}) => {
  await signedIn(page, demo.employee)
  await page.goto('/test')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/test')
  await page.goto('/control/company')
  await page.waitForURL(url => url.pathname === '/personaldetails')
})

test('before the scripts have loaded only a manager sees the frame of the console', async ({ page }) => {
  // The scripts never arrive.
  await page.route('**/assets/*.js', () => {})
  const menu = page.getByRole('navigation', { name: '控制台菜单' })
  for (const [phone, sees] of [
    [demo.employee, false],
    [demo.manager, true],
  ] as const) {
    await signedIn(page, phone)
    for (const path of ['/pages/buySuccess/buySuccess', '/control/orderrecord']) {
      await page.goto(path, { waitUntil: 'commit' })
      await expect(page.getByText('正在加载…').filter({ visible: true })).toHaveCount(1)
      await expect(menu).toBeVisible({ visible: sees })
    }
  }
})

test('a role written into storage by hand gives no access', async ({ page }) => {
  const { sid } = await signedIn(page, demo.employee)
  await page.evaluate(() => {
    localStorage.setItem('hyl_user_sign', 'admin')
    localStorage.setItem('hyl_manager', '1')
  })
  await page.goto('/control/company')
  // The server knows better, and the page learns it.
  await expect(
    page
      .getByText(/没有权限|联系企业管理员/)
      .first()
      .or(page.getByRole('heading', { level: 1, name: /陈雨桐/ })),
  ).toBeVisible()
  await expect(page.getByText('91440300MAXX000013')).toHaveCount(0)
  const response = await page.request.post('/api/v1/company/getCompanyInfo', { data: { sid } })
  expect(await response.json()).toMatchObject({ code: -41017 })
})

test(
  'a manager moves about the console; its tabs and the current menu outlive a reload',
  { tag: '@narrow' },
  async ({ page }, { project }) => {
    await signedIn(page, demo.manager)
    await page.goto('/control')
    await page.waitForURL('**/control/managepersonal*')
    if (project.name === 'narrow') {
      const button = page.getByRole('button', { name: '打开菜单' })
      // The button must be wide enough for a finger beside the company's name.
      expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(32)
      await button.click()
      await expect(page.getByRole('dialog').getByRole('button', { name: /^切换到/ })).toBeVisible()
    }
    await page.getByRole('navigation', { name: '控制台菜单' }).getByRole('link', { name: '企业信息' }).click()
    await page.waitForURL('**/control/company*')
    await expect(page.getByRole('heading', { name: '深圳市蓝帆跨境电商有限公司' })).toBeVisible()
    const tabs = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('listitem').getByRole('link')
    await expect(tabs).toHaveText(['个人信息', '企业信息'])
    await expect(tabs.last()).toBeInViewport()
    expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain('企业信息')
    await page.reload()
    await expect(tabs).toHaveText(['个人信息', '企业信息'])
    await expect(page).toHaveTitle(/^企业信息/)
  },
)

test('an unknown path answers 404 with a link home', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  for (const path of ['/nothing/here', '/error/400', '/promotion']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面不存在')
    await expect(page.getByRole('main').getByRole('link', { name: '返回首页' })).toBeVisible()
  }
})

test('the current page’s tab is scrolled into view, even with many tabs and when just opened', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.setViewportSize({ width: 390, height: 844 })
  const bar = page.getByRole('navigation', { name: '已打开的页面' })
  for (const name of ['company', 'departmentgroup', 'employeetime', 'deviceManage', 'manageline', 'buyvirtual']) {
    await page.goto(`/control/${name}`)
    await expect(bar.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
  }
})
