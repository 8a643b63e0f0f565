import type { Page } from '@playwright/test'
import { raisedPrice } from '#contract/operations/catalogue-names.ts'
import { expectAccessible } from './axe.ts'
import { openAs, operateAs } from './operations.ts'
import { expect, test } from './test.ts'

const yuan = (fen: number) => `¥${(fen / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByTitle(option, { exact: true }).click()
}

/** An earlier attempt of a test may have left its request, and a price waits for one decision at a time. */
async function withdrawRequests(place: string): Promise<void> {
  const { list } = await operateAs('finance', 'getApprovalList', { state: 'waiting', kind: 'price' })
  for (const { approval_id } of list.filter(each => each.own && each.summary.includes(place)))
    await operateAs('finance', 'decideApproval', { approval_id, decision: 'withdraw' })
}

test('finance raises prices by a percentage, the owner confirms, the public price page shows it', async ({
  page,
  browser,
}) => {
  await withdrawRequests('意大利 米兰')
  await openAs(page, 'finance', '/operations/catalogue')
  await page
    .getByRole('navigation', { name: '商品分类' })
    .getByRole('link', { name: /^数据中心原生 IP 线路/ })
    .click()
  await choose(page, '地区', '意大利 米兰')
  await expect(page.getByText('共 4 个规格')).toBeVisible()
  const first = page.getByRole('row', { name: /意大利 米兰/ }).first()
  const before = Math.round(Number((await first.getByText(/^¥/).first().textContent())?.replaceAll(/[¥,]/g, '')) * 100)
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: '调价' }).click()
  await dialog(page).getByLabel('涨跌幅').fill('10')
  const after = raisedPrice(before, 10)
  const preview = dialog(page).getByRole('region', { name: '调价预览' })
  await expect(preview.getByRole('row', { name: /5 Mbps/ }).first()).toContainText(`${yuan(before)}${yuan(after)}`)
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: '提交确认' }).click()
  await expect(page.getByRole('row', { name: /意大利 米兰/ }).first()).toContainText(`待确认：${yuan(after)}`)

  const visitor = await browser.newPage()
  const cell = () => visitor.getByRole('link', { name: /^米兰 数据中心原生 IP/ })
  await visitor.goto('/product')
  await expect(cell()).toContainText(yuan(before))

  await openAs(page, 'operator', '/operations/approvals?kind=price')
  const requested = page.getByRole('row', { name: /意大利 米兰/ }).filter({ hasText: '待确认' })
  await requested.getByRole('button', { name: '确认执行' }).click()
  await expect(
    dialog(page)
      .getByRole('region', { name: '依据' })
      .getByText(/ → ¥.*（\+/),
  ).toHaveCount(4)
  await dialog(page).getByRole('button', { name: '确认执行' }).click()
  await expect(page.getByRole('status').filter({ hasText: '已生效，共 4 项' })).toBeVisible()
  await visitor.reload()
  await expect(cell()).toContainText(yuan(after))
  await visitor.close()

  await page.goto('/operations/prices')
  await expect(page.getByRole('row', { name: /意大利 米兰 · 数据中心原生 IP · 5 Mbps/ }).first()).toContainText(
    `${yuan(before)} → ${yuan(after)}`,
  )
})

test('skus for new goods are previewed, created in bulk, and wait for their price to be confirmed', async ({
  page,
}) => {
  const code = `goods-${Date.now().toString(36)}`
  await openAs(page, 'finance', '/operations/catalogue')
  await page.getByRole('navigation', { name: '商品分类' }).getByRole('link', { name: '企业专线' }).click()
  await page.getByRole('button', { name: '新建商品' }).click()
  await dialog(page).getByLabel('名称').fill('备用专线')
  await dialog(page).getByLabel('代码').fill(code)
  await dialog(page).getByRole('button', { name: '新建', exact: true }).click()
  const skus = page.getByRole('region', { name: '备用专线的规格' })
  await skus.getByRole('button', { name: '新建规格' }).first().click()
  for (const region of ['日本 东京', '新加坡']) {
    await dialog(page).getByRole('combobox', { name: '地区' }).fill(region)
    await page.keyboard.press('Enter')
  }
  await dialog(page).getByRole('combobox', { name: '接入方式' }).fill('专线')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('combobox', { name: '带宽' }).fill('30')
  await page.keyboard.press('Enter')
  await dialog(page).getByLabel('价格（每 30 天）').fill('300')
  await expect(dialog(page).getByRole('listitem').filter({ hasText: '30 Mbps' })).toHaveText([
    /日本 东京 · 专线 · 30 Mbps\s*新建/,
    /新加坡 · 专线 · 30 Mbps\s*新建/,
  ])
  await expectAccessible(dialog(page))
  await dialog(page).getByRole('button', { name: '新建 2 个' }).click()
  const rows = page.getByRole('row', { name: /30 Mbps/ })
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('未上架')
  await page.getByRole('checkbox', { name: '选择本页全部' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: '上架 2 个' }).click()
  await expect(dialog(page)).toContainText('确认后上架 2 个规格')
  await dialog(page).getByRole('button', { name: '提交确认' }).click()
  await expect(rows.first()).toContainText('待确认：上架 ¥300.00')
})

test.describe('an operator abroad', () => {
  test.use({ ownContext: true, timezoneId: 'America/New_York' })
  test('chooses the start of a price in Beijing time', async ({ page }) => {
    await withdrawRequests('法国 巴黎')
    await openAs(page, 'finance', '/operations/catalogue')
    await page
      .getByRole('navigation', { name: '商品分类' })
      .getByRole('link', { name: /^数据中心原生 IP 线路/ })
      .click()
    await choose(page, '地区', '法国 巴黎')
    const row = page.getByRole('row', { name: /法国 巴黎/ }).first()
    await row.getByRole('checkbox').check()
    await page.getByRole('toolbar').getByRole('button', { name: '调价' }).click()
    await dialog(page).getByText('按百分比').click()
    await dialog(page).getByLabel('涨跌幅').fill('20')
    await dialog(page).getByRole('radio', { name: '指定时间' }).check()
    const moment = dialog(page).getByLabel('从何时起（北京时间）')
    await moment.fill('2037-12-01 09:30')
    // Enter accepts the time, but sends no request yet.
    await moment.press('Enter')
    await expect(page.locator('.ant-picker-dropdown')).toBeHidden()
    await expect(dialog(page)).toBeVisible()
    await dialog(page).getByRole('button', { name: '提交确认' }).click()
    await page.goto('/operations/approvals?state=waiting&kind=price')
    const requested = page.getByRole('row', { name: /^调价：法国 巴黎/ })
    await expect(requested).toContainText('2037-12-01 09:30 起生效')
    await requested.getByRole('button', { name: '撤回' }).click()
    await dialog(page).getByRole('button', { name: '撤回' }).click()
    await expect(requested).toBeHidden()
  })
})
