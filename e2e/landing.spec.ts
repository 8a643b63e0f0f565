import type { Page } from '@playwright/test'
import { expect, publicScript, test } from './test.ts'

const hero = (page: Page) => page.locator('.hero-actions')

test('a buyer goes from a city on the map to its price, with the keyboard or the pointer', async ({ page }) => {
  await page.goto('/')
  const city = page.getByRole('navigation', { name: '节点城市' }).getByRole('link', { name: /^日本 东京/ })
  await expect(city).toHaveAccessibleName(/数据中心原生 IP ¥\d+\.\d\d 起/)
  const tip = city.locator('.tip')
  await expect(tip).toBeHidden()
  await city.focus()
  await expect(tip).toBeVisible()
  await city.blur()
  await city.locator('.hit').hover()
  await expect(tip).toBeVisible()
  await city.press('Enter')
  await page.waitForURL(/\/product\?region=jp-tokyo/)
  await expect(page.getByRole('combobox', { name: '国家/地区与城市' })).toHaveValue('jp-tokyo')
  await expect(page.locator('[data-total]')).toHaveText(/^¥\d/)
})

test('on a phone the cities are a list by continent', { tag: '@narrow' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: '节点城市' })).toBeHidden()
  const london = page.getByRole('link', { name: /英国 伦敦/ })
  await expect(london).toBeHidden()
  await page.locator('summary', { hasText: '欧洲' }).click()
  await expect(london).toBeVisible()
  await london.click()
  await page.waitForURL(/region=gb-london/)
})

test('a returning visitor finds the download first, without a layout shift', async ({ page }) => {
  await page.goto('/')
  const first = () => hero(page).getByRole('link').first()
  await expect(first()).toHaveText('免费注册')
  await page.evaluate(() => localStorage.setItem('hyl_visited', String(Date.now() - 3_700_000)))
  await page.reload()
  await expect(first()).toHaveText(/^下载/)
  await expect(hero(page).getByRole('link')).toHaveCount(3)
})

test.describe('in a browser with an empty cache', () => {
  test.use({ ownContext: true })
  test('the page footer loads no React, and says so when a script cannot load', async ({ page, context, tolerate }) => {
    tolerate(/ERR_INTERNET_DISCONNECTED/)
    const scripts: string[] = []
    page.on('request', request => request.resourceType() === 'script' && scripts.push(request.url()))
    await page.goto('/')
    await publicScript(page)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.getByRole('region', { name: '联系我们' }).getByRole('textbox', { name: '手机号' }).fill('138')
    await page.waitForLoadState('networkidle')
    expect(scripts.some(url => /inline-login/.test(url))).toBe(true)
    expect(scripts.filter(url => /\/(react|account)-/.test(url))).toEqual([])
    await context.setOffline(true)
    await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
    await expect(page.getByRole('status').filter({ hasText: '网络已断开' })).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ ownContext: true, javaScriptEnabled: false })
  test('the demos work: binding an address, and an access change showing who gains and loses', async ({
    page,
    tolerate,
  }) => {
    tolerate(/request failed: .*\.js csp$/)
    await page.goto('/')
    const binding = page.locator('.binding')
    await expect(binding.getByText('待绑定')).toBeVisible()
    await binding.getByRole('radio').nth(1).check()
    await expect(binding.getByText('待绑定')).toBeHidden()
    await expect(binding.locator('[data-bound]').filter({ visible: true })).toContainText('203.0.113.57')
    const plan = page.locator('.plan')
    await plan.getByRole('checkbox', { name: '运营部' }).uncheck()
    await expect(plan.getByText('失去').filter({ visible: true })).toHaveCount(2)
    await plan.getByRole('checkbox', { name: '运营部' }).check()
    await plan.getByRole('checkbox', { name: '直播部' }).uncheck()
    await expect(plan.getByText('没有变化。')).toBeVisible()
  })
})
