import { desktopHost, mobileHost } from './mobile-hosts.ts'
import { demo, managerSession, newPassword, newPhone, post } from './people.ts'
import { invitationSentTo, uniqueName } from './staff.ts'
import { expect, test } from './test.ts'

test.use({
  ownContext: true,
  viewport: { width: 390, height: 844 },
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
})

const otherHost = /request to another host: http:\/\/(www|m)\.portal\.localhost:/

/** The addresses of the desktop site and of its mobile site. */
function sitesOf(baseURL: string | undefined) {
  const { port } = new URL(baseURL ?? '')
  return { desktop: `http://${desktopHost(port)}`, mobile: `http://${mobileHost(port)}` }
}

test('a phone is redirected to the same page and query on the mobile site’s host', async ({
  page,
  baseURL,
  tolerate,
}) => {
  tolerate(/request to another host: http:\/\/(www|m)\.portal\.localhost:|status of 404/)
  const { desktop, mobile } = sitesOf(baseURL)
  for (const [from, to, heading] of [
    ['/', '/', '给跨境团队的专属原生 IP'],
    ['/?code=HYL666', '/cusgroup?code=HYL666', '海易联企业试用'],
    ['/#/download?csssign=download', '/download?csssign=download', '产品下载'],
    ['/help/no-sms', '/help/no-sms', '收不到短信验证码'],
    [
      '/scene?name=%E5%BA%94%E7%94%A8%E5%9C%BA%E6%99%AF',
      '/scene?name=%E5%BA%94%E7%94%A8%E5%9C%BA%E6%99%AF',
      '应用场景',
    ],
    // No account is logged in on that host yet, so the guard leads home, where the login is open.
    ['/control/orderrecord?state=pending', '/?sign=1', '给跨境团队的专属原生 IP'],
    ['/nothing/here', '/nothing/here', '页面不存在'],
  ] as const) {
    await page.goto(`${desktop}${from}`).catch(() => {})
    await page.waitForURL(`${mobile}${to}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
  }
  await page.goto(`${desktop}/?sign=1`).catch(() => {})
  await page.waitForURL(url => url.origin === mobile)
  await expect(page.getByRole('dialog').getByRole('tab', { name: '登录' })).toHaveAttribute('aria-selected', 'true')
  // A host without an entry stays where it is.
  await page.goto('/download')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('产品下载')
})

test('the answer of an identity provider comes to the host on which the sign-in began', async ({
  page,
  baseURL,
  tolerate,
}) => {
  tolerate(otherHost)
  const { desktop, mobile } = sitesOf(baseURL)
  const [secret, state] = ['s'.repeat(43), `01a1f850-d383-7b23-af32-000000000001.${'t'.repeat(43)}`]
  await page.goto(`${mobile}/enterprise`)
  await page.evaluate(way => sessionStorage.setItem('hyl_sign_in', JSON.stringify(way)), { secret, state })
  const completed = page.waitForRequest(/completeCompanySignIn/)
  await page.goto(`${desktop}/enterprise?code=SplxlO&state=${state}`).catch(() => {})
  const request = await completed
  expect(new URL(request.url()).origin).toBe(mobile)
  expect(request.postDataJSON()).toMatchObject({ secret, parameters: { code: 'SplxlO', state } })
  await page.waitForURL(`${mobile}/enterprise`)
  await expect(page.getByRole('alert')).toBeVisible()
})

test('an address that needs a login opens on the mobile site’s host after logging in there', async ({
  page,
  baseURL,
  tolerate,
}) => {
  tolerate(otherHost)
  const { desktop, mobile } = sitesOf(baseURL)
  const target = '/control/orderrecord?state=pending'
  const dialog = page.getByRole('dialog')
  async function logIn() {
    await dialog.getByRole('textbox', { name: '登录账号' }).fill(demo.manager)
    await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(demo.password)
    await dialog.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: '登录', exact: true }).click()
  }
  await page.goto(`${desktop}${target}`).catch(() => {})
  await page.waitForURL(`${mobile}/?sign=1`)
  await expect(dialog.getByRole('alert')).toHaveText('请先登录，之后打开刚才的页面')
  await logIn()
  await page.waitForURL(`${mobile}${target}`)
  await expect(page.getByRole('heading', { level: 1, name: '订单记录' })).toBeVisible()

  // Closing the login cancels the visit of that page.
  await page.evaluate(() => localStorage.clear())
  await page.goto(`${mobile}/control/company`)
  await page.waitForURL(`${mobile}/?sign=1`)
  await dialog.getByRole('button', { name: '关闭' }).click()
  await page.goto(`${mobile}/?sign=1`)
  await logIn()
  await page.waitForURL(`${mobile}/`)
})

test('an invitation link opens on a phone and its person joins; a manager sees the console first', async ({
  page,
  request,
  baseURL,
  tolerate,
}) => {
  tolerate(/request to another host: http:\/\/(www|m)\.portal\.localhost:/)
  const { desktop, mobile } = sitesOf(baseURL)
  const [phone, name] = [newPhone(), uniqueName('手机')]
  const { sid } = await managerSession(request)
  await post(request, '/v1/company/addCompanyUser', { sid, employees: [{ phone, name }] })
  const token = await invitationSentTo(request, phone)
  await page.goto(`${desktop}/invitation/${token}`).catch(() => {})
  await page.waitForURL(`${mobile}/invitation/${token}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('邀请您加入')
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await page.getByLabel('设置登录密码').fill(newPassword)
  await page.getByLabel('设置登录密码').press('Enter')
  await page.waitForURL(/\/personaldetails$/)
  await expect(page.getByText(name).first()).toBeVisible()
  // The list of network errors has no request that the browser cancelled.
  expect(await page.evaluate(() => localStorage.getItem('hyl_network_errors') ?? '[]')).toBe('[]')

  await page.evaluate(() => {
    localStorage.setItem('hyl_manager', '1')
  })
  await page.goto(`${mobile}/`)
  const tabs = page.getByRole('navigation', { name: '主导航' })
  const box = await tabs.getByRole('link', { name: '控制台' }).boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true)
})
