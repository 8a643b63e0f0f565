import { consolePages as menuPages } from './pages.ts'
import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

const tokenPages = [
  '/realname/yes',
  '/realname/no',
  '/test',
  '/personaldetails',
  '/pages/buySuccess/buySuccess',
  '/pages/buyFailed/buyFailed',
]
const consolePages = ['/control', '/control/company', '/control/managepersonal']
const publicPages = ['/', '/download', '/scene', '/cheats', '/help', '/details', '/product', '/promotion/HYL666']

test('without a token every page but the public ones leads home @once', async ({ page }) => {
  for (const path of [...tokenPages, ...consolePages]) {
    await page.goto(path)
    await page.waitForURL(url => url.pathname === '/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('全球业务，一键组网')
  }
  for (const path of publicPages) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
})

test('with a token the pages of the account open, and the console leads an ordinary user to the personal page @once', async ({
  page,
}) => {
  await signedIn(page, demo.employee)
  for (const path of tokenPages.filter(each => !each.startsWith('/realname'))) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  }
  for (const path of consolePages) {
    await page.goto(path)
    await page.waitForURL(url => url.pathname === '/personaldetails')
  }
})

test('a role written into the storage by hand opens no door @once', async ({ page }) => {
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
      .or(page.getByRole('heading', { name: '陈雨桐' })),
  ).toBeVisible()
  await expect(page.getByText('91440300MAXX000013')).toHaveCount(0)
  const response = await page.request.post('/api/v1/company/getCompanyInfo', { data: { sid } })
  expect(await response.json()).toMatchObject({ code: -41017 })
})

test('a manager moves about the console; its tabs and the current menu outlive a reload', async ({ page }, {
  project,
}) => {
  await signedIn(page, demo.manager)
  await page.goto('/control')
  await page.waitForURL('**/control/managepersonal*')
  if (project.name === 'narrow') {
    const button = page.getByRole('button', { name: '打开菜单' })
    // A finger finds it beside the company's name.
    expect((await button.boundingBox())?.width).toBeGreaterThanOrEqual(32)
    await button.click()
  }
  await page.getByRole('navigation', { name: '控制台菜单' }).getByRole('link', { name: '企业信息' }).click()
  await page.waitForURL('**/control/company*')
  await expect(page.getByRole('heading', { name: '深圳市蓝帆跨境电商有限公司' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link')
  await expect(tabs).toHaveText(['个人信息', '企业信息'])
  await expect(tabs.last()).toBeInViewport()
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain('企业信息')
  await page.reload()
  await expect(tabs).toHaveText(['个人信息', '企业信息'])
  await expect(page).toHaveTitle(/^企业信息/)
})

test('a path that is no page answers 404 with a way home @once', async ({ page, tolerate }) => {
  tolerate(/status of 404/)
  for (const path of ['/nothing/here', '/error/400', '/promotion']) {
    const response = await page.goto(path)
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('页面不存在')
    await expect(page.getByRole('main').getByRole('link', { name: '返回首页' })).toBeVisible()
  }
})

test('the tab of the page shown is in sight, however many are open, and when it is opened for the first time', async ({
  page,
}) => {
  await signedIn(page, demo.manager)
  const bar = page.getByRole('navigation', { name: '已打开的页面' })
  for (const path of menuPages.filter(each => !each.includes('?') && !each.endsWith('/nothing'))) {
    await page.goto(path)
    await expect(bar.locator('[aria-current]')).toBeInViewport({ ratio: 1 })
  }
})
