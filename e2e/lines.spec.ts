import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { demo, keepSession, post, signedIn } from './people.ts'
import { newBuyer, orderByCall, payByCall, stock } from './shopping.ts'
import { expect, overflow, test } from './test.ts'

interface Line {
  svp_id: string
  name: string
  city: string
}

const listOf = (page: Page) => page.getByRole('region', { name: '专线列表' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const dialogOf = (page: Page) => page.getByRole('dialog')
const more = async (page: Page, { name, city }: Line, action: string) => {
  await page.getByRole('button', { name: `${name}（${city}） 的更多操作` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Creates a company that has just bought lines, for one test, and logs in as it. */
async function withLines(page: Page, quantity = 2) {
  // The lines have separate addresses, which no other test takes.
  const prefix = await stock('kr-seoul', 'datacenter-native', quantity + 2)
  const buyer = await newBuyer(page.request)
  const bought = { product: 'line', quantity, place: '韩国 首尔 数据中心原生 IP' } as const
  const { order_id, order_number } = await orderByCall(page.request, buyer, bought)
  await payByCall(page.request, buyer, order_id)
  await keepSession(page, buyer)
  const { sid } = buyer
  const { data } = await post<{ list: Line[] }>(page.request, '/v1/company/getCompanyVplList', { sid })
  const [first, second] = data.list
  if (!first || !second) throw new Error('nothing was bought')
  return { buyer, prefix, order_number, first, second }
}

/** Takes the first address that the dialog finds. */
async function takeFirst(page: Page, prefix: string, found: number): Promise<string> {
  await dialogOf(page).getByRole('searchbox', { name: '搜索地址' }).fill(prefix)
  await expect(dialogOf(page).getByText(`共 ${found} 个空闲地址`)).toBeVisible()
  await dialogOf(page).getByRole('radio').first().check()
  return (await dialogOf(page).getByRole('radiogroup').locator('code').first().textContent()) ?? ''
}

test('an address is bound and changed, each with a preview and a log entry', async ({ page }) => {
  test.slow()
  const { first, second, order_number, prefix } = await withLines(page)
  await page.goto('/control/manageline')
  const places = page.getByRole('list', { name: '各城市的专线' })
  await expect(places.getByRole('button')).toHaveText(/2 条 · 2 条待绑定$/)
  await page.getByRole('button', { name: `给 ${first.name}（${first.city}） 绑定地址` }).click()
  await dialogOf(page).getByRole('button', { name: '绑定' }).click()
  await expect(dialogOf(page).getByRole('alert')).toHaveText('请选择一个地址')
  const before = await takeFirst(page, prefix, 4)
  await expectAccessible(dialogOf(page))
  await dialogOf(page).getByRole('button', { name: '绑定' }).click()
  await expect(toast(page, `${first.name} 已绑定 ${before}`)).toBeVisible()
  await expect(listOf(page).getByText(before)).toBeVisible()
  await expect(places.getByRole('button')).toHaveText(/2 条 · 1 条待绑定$/)

  await more(page, first, '更换地址')
  await expect(dialogOf(page)).toContainText(`现在的地址 ${before} 将立即停用`)
  const after = await takeFirst(page, prefix, 3)
  expect(after).not.toBe(before)
  await dialogOf(page).getByRole('button', { name: '更换' }).click()
  await expect(listOf(page).getByText(after)).toBeVisible()
  await expect(listOf(page).getByText(before)).toHaveCount(0)

  await listOf(page).getByRole('link', { name: first.name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible()
  await expect(page.getByText('2 次（每月 3 次）')).toBeVisible()
  const log = page.getByRole('region', { name: '记录' })
  await expect(log.getByRole('listitem').filter({ hasText: '更换地址' })).toContainText(after)
  await expect(log.getByRole('listitem').filter({ hasText: '绑定地址' })).toContainText(before)
  await expect(page.getByRole('region', { name: '购买与续费' }).getByRole('link')).toHaveText(order_number)
  await expectAccessible(page)
  // Only one line was changed.
  await page.goto(`/control/managelinedetails?svp_id=${second.svp_id}`)
  await expect(page.getByRole('button', { name: '绑定地址' })).toBeVisible()
})

test('lines get names, remarks and automatic renewal, one or several at once', async ({ page }) => {
  const { first, second } = await withLines(page)
  await page.goto('/control/manageline')
  await more(page, first, '名称与备注')
  await dialogOf(page).getByRole('textbox', { name: '名称' }).fill(' ')
  await dialogOf(page).getByRole('button', { name: '保存' }).click()
  await expect(dialogOf(page).getByText('请输入专线名称')).toBeVisible()
  await dialogOf(page).getByRole('textbox', { name: '名称' }).fill('店铺登录')
  await dialogOf(page).getByRole('textbox', { name: '名称' }).press('Enter')
  await expect(listOf(page).getByRole('link', { name: '店铺登录' })).toBeVisible()
  for (const box of await listOf(page).getByRole('checkbox', { name: /^选择/ }).all()) await box.check()
  await page.getByRole('button', { name: '开启自动续费' }).click()
  await expect(dialogOf(page)).toContainText('到期前 7 天自动生成 30 天的续费订单')
  await expect(dialogOf(page)).toContainText(`店铺登录（${first.city}）`)
  await dialogOf(page).getByRole('button', { name: '开启' }).click()
  await expect(toast(page, '已开启 2 条专线的自动续费')).toBeVisible()
  await page.goto(`/control/managelinedetails?svp_id=${second.svp_id}`)
  await expect(page.getByRole('button', { name: '关闭自动续费' })).toBeVisible()
})

test('lines are filtered by place, state, group and words, which the address keeps', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto('/control/company')
  await page
    .getByRole('region', { name: '专线分布' })
    .getByRole('button', { name: /^日本 东京/ })
    .click()
  await expect(page).toHaveURL(/\/control\/manageline\?region_id=[\w-]{36}$/)
  await expect(listOf(page).getByText('共 2 条专线')).toBeVisible()
  await expect(listOf(page).getByRole('link', { name: '日本站-东京01' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: /^日本 东京/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(listOf(page).getByText('共 2 条专线')).toBeVisible()
  await page.getByRole('button', { name: /^日本 东京/ }).click()
  await page
    .getByText(/^已到期/)
    .first()
    .click()
  await expect(page).toHaveURL(/state=expired/)
  await expect(
    listOf(page)
      .getByText(/^保留至 /)
      .first(),
  ).toBeVisible()
  await page.goto(`/control/manageline?keyword=${encodeURIComponent('198.18.5.11')}`)
  await expect(listOf(page).getByText('共 1 条专线')).toBeVisible()
  await expect(listOf(page).getByRole('link', { name: '美区直播-纽约02' })).toBeVisible()

  // The map of the company's page leads there as its list of places does; a second click on the place undoes the choice.
  await page.goto('/control/company')
  await page.locator('.map-node').first().click()
  await expect(page).toHaveURL(/\/control\/manageline\?region_id=/)
  const chosen = page.getByRole('button', { pressed: true })
  await expect(chosen).toHaveCount(1)
  await chosen.click()
  await expect(page).not.toHaveURL(/region_id=/)
})

test('a line says who can use it and why, also at a moment that is past', async ({ page }) => {
  await signedIn(page, demo.manager)
  await page.goto(`/control/manageline?keyword=${encodeURIComponent('北美主店-洛杉矶02')}`)
  await listOf(page).getByRole('link', { name: '北美主店-洛杉矶02' }).click()
  const people = page.getByRole('region', { name: '谁可以使用' })
  const xu = people.getByRole('listitem').filter({ has: page.getByRole('link', { name: '徐一诺' }) })
  await expect(xu).toContainText('北美店铺 · 部门 运营中心 / 亚马逊事业部 / 北美站组')
  await expect(xu).not.toContainText('单独授权')
  const moment = people.getByRole('textbox', { name: '查看过去某一时刻' })
  // None of its words is the library's English, and on a phone nothing of it is cut off.
  await page.setViewportSize({ width: 390, height: 844 })
  await moment.click()
  const panel = page.locator('.ant-picker-dropdown')
  await expect(panel.getByRole('button', { name: '确定' })).toBeVisible()
  expect(await panel.textContent()).not.toMatch(/[a-z]{2}/i)
  expect((await panel.boundingBox())?.x).toBeGreaterThanOrEqual(0)
  expect(await overflow(page)).toBe(0)
  const then = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)
  await moment.fill(`${then} 10:00`)
  await moment.press('Enter')
  await expect(people.getByRole('status')).toHaveText(new RegExp(`^${then} 10:00 时有 \\d+ 人有权使用`))
  await expect(xu).toContainText('单独授权')
})
