import { demo, signedIn } from './people.ts'
import { expect, test } from './test.ts'

test('the loading overlay appears with the first call and disappears with the last', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/')
  const waiting: (() => Promise<void>)[] = []
  await page.route('**/v1/user/checkManager', route => {
    waiting.push(() => route.fulfill({ json: { code: 500, msg: '服务出现问题，请稍后重试', data: null } }))
  })
  const overlay = page.getByRole('status').filter({ hasText: '数据加载中...' })
  await expect(overlay).toHaveCount(0)
  const tab = page.getByRole('banner').getByRole('link', { name: '控制台' })
  await tab.click()
  await expect(overlay).toBeVisible()
  await tab.click()
  await expect.poll(() => waiting.length).toBe(2)
  await waiting[0]?.()
  await expect(page.getByRole('alert')).toHaveText(['服务出现问题，请稍后重试'])
  // One of the two calls is still running, so the overlay stays.
  await expect(overlay).toBeVisible()
  await expect(overlay).toHaveCount(1)
  await waiting[1]?.()
  await expect(overlay).toHaveCount(0)
})

test('a call without a response is listed on the self-check page', async ({ page, tolerate }) => {
  tolerate(/net::ERR_|status of/)
  await page.goto('/?sign=1')
  await page.route('**/api/v1/user/wLogin', route => route.abort('connectionrefused'))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '登录账号' }).fill(demo.employee)
  await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(demo.password)
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(['网络连接失败，请检查网络后重试'])
  const list = JSON.parse((await page.evaluate(() => localStorage.getItem('hyl_network_errors'))) ?? '[]')
  expect(list).toEqual([{ time: expect.any(Number), call: 'wLogin', kind: 'ERR_NETWORK', ms: expect.any(Number) }])
  await page.unroute('**/api/v1/user/wLogin')
  await dialog.getByRole('button', { name: '登录', exact: true }).click()
  // Only the page that the login leads to shows this.
  await expect(page.getByRole('banner').getByRole('button', { name: /138\*{4}0002/ })).toBeVisible()
  await page.goto('/test')
  const errors = page.getByRole('region', { name: '最近的网络错误' })
  await expect(errors.getByText('wLogin')).toBeVisible()
  await errors.getByRole('button', { name: /清空|清除/ }).click()
  await expect(errors.getByText(/没有记录/)).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('hyl_network_errors') ?? '[]')).toBe('[]')
})
