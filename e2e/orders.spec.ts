import { randomInt } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { drawInvoice } from '#server/app/demo/invoice-pdf.ts'
import { newCreditCode } from '#server/testing/identities.ts'
import { expectAccessible } from './axe.ts'
import { operateAs } from './operations.ts'
import { keepSession, post } from './people.ts'
import { newBuyer, operator, orderByCall, payByCall } from './shopping.ts'
import { expect, test } from './test.ts'

const records = '/control/orderrecord'
const orderList = (page: Page) => page.getByRole('region', { name: '订单列表' })
const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const more = async (page: Page, number: string, action: string) => {
  await page.getByRole('button', { name: `订单 ${number} 的更多操作` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

test('an empty order list says what to do; an order is cancelled and deleted with confirmations', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  await keepSession(page, buyer)
  await page.goto(records)
  await expect(page.getByText('还没有订单')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: '购买时长' }).last()).toHaveAttribute(
    'href',
    '/control/employeehouers',
  )

  const { order_number } = await orderByCall(page.request, buyer, { quantity: 4 })
  await page.reload()
  await expect(orderList(page).getByText('共 1 个订单')).toBeVisible()
  await expect(orderList(page)).toContainText('待支付')
  await expect(page.getByRole('link', { name: `支付订单 ${order_number}` })).toBeVisible()
  await more(page, order_number, '取消订单')
  const dialog = page.getByRole('dialog', { name: `取消订单 ${order_number}` })
  await expect(dialog).toContainText('不能再支付')
  await dialog.getByRole('button', { name: '先不取消' }).click()
  await expect(dialog).toBeHidden()
  await more(page, order_number, '取消订单')
  await dialog.getByRole('button', { name: '取消订单' }).click()
  await expect(toast(page, `已取消订单 ${order_number}`)).toBeVisible()
  await expect(orderList(page)).toContainText('已取消')
  await expect(page.getByRole('link', { name: `支付订单 ${order_number}` })).toHaveCount(0)

  await more(page, order_number, '删除订单')
  await page.getByRole('dialog').getByRole('button', { name: '删除订单' }).click()
  await expect(toast(page, `已删除订单 ${order_number}`)).toBeVisible()
  await expect(page.getByText('还没有订单')).toBeVisible()
})

test('an order shows all details, and its refund is requested with a reason', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { order_id, order_number } = await orderByCall(page.request, buyer, { quantity: 2 })
  await payByCall(page.request, buyer, order_id)
  await keepSession(page, buyer)
  await page.goto(records)
  await page.getByRole('button', { name: order_number, exact: true }).click()
  const drawer = page.getByRole('dialog', { name: new RegExp(order_number) })
  await expect(drawer).toContainText('30 天 × 2 人')
  const events = drawer.getByRole('list', { name: '经过' }).getByRole('listitem')
  await expect(events).toHaveText([/提交订单/, /已支付/, /已完成/])
  await expect(drawer.getByText('沙箱收银台', { exact: true }).first()).toBeVisible()
  await expectAccessible(drawer)
  // The address names the open drawer.
  await page.reload()
  await expect(events).toHaveCount(3)

  // On paper an open order is alone, complete and dark on white in the dark theme, too.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.emulateMedia({ media: 'print' })
  await expect(drawer.getByText('实付')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '订单记录' })).toBeHidden()
  await expect(drawer.getByRole('heading', { name: '商品明细' })).toHaveCSS('color', 'rgb(11, 27, 51)')
  await page.emulateMedia({ media: null, colorScheme: 'light' })
  // A dialog above a drawer returns the focus to the button that opened it.
  const ask = drawer.getByRole('button', { name: '申请退款' })
  const dialog = page.getByRole('dialog', { name: /^申请退款 ¥/ })
  await ask.press('Enter')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(ask).toBeFocused()
  await ask.click()
  await expect(dialog).toContainText('扣回 60 人天')
  await dialog.getByRole('button', { name: '申请退款' }).click()
  await expect(dialog.getByText('请输入退款原因')).toBeVisible()
  await dialog.getByRole('textbox', { name: '退款原因' }).fill('多买了两个席位')
  await dialog.getByRole('button', { name: '申请退款' }).click()
  await expect(toast(page, /已申请退款 ¥/)).toBeVisible()
  await expect(drawer.getByText('多买了两个席位').first()).toBeVisible()
  await expect(drawer).toContainText('待审核')
  await expect(events.last()).toContainText('退款中')
  await expect(drawer.getByRole('button', { name: '申请退款' })).toHaveCount(0)
})

test('several orders go on one invoice with a saved title; it can be withdrawn', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const orders = [await orderByCall(page.request, buyer), await orderByCall(page.request, buyer, { quantity: 2 })]
  for (const { order_id } of orders) await payByCall(page.request, buyer, order_id)
  await keepSession(page, buyer)
  await page.goto(`${records}?tab=invoices`)
  await page.getByRole('button', { name: '选择订单开票' }).click()
  for (const { order_number } of orders) await page.getByRole('checkbox', { name: `选择 ${order_number}` }).check()
  await page.getByRole('button', { name: /^合开一张发票 ¥/ }).click()
  const dialog = page.getByRole('dialog', { name: /^申请发票 ¥/ })
  await expect(dialog).toContainText('2 个订单合开一张')
  await dialog.getByRole('button', { name: '申请发票' }).click()
  await expect(dialog.getByText('请先新建发票抬头')).toBeVisible()
  await dialog.getByRole('button', { name: '新建抬头' }).click()

  const form = page.getByRole('dialog', { name: '新建发票抬头' })
  await form.getByRole('radio', { name: '增值税专用发票' }).check()
  await form.getByRole('button', { name: `填入 ${buyer.company}` }).click()
  await expect(form.getByRole('textbox', { name: '发票抬头' })).toHaveValue(buyer.company)
  await form.getByRole('textbox', { name: '税号（统一社会信用代码）' }).fill(newCreditCode().toLowerCase())
  await form.getByRole('button', { name: '保存' }).click()
  // A special invoice needs more fields.
  await expect(form.getByText('请输入开户行')).toBeVisible()
  await form.getByRole('textbox', { name: '注册地址' }).fill('宁波市鄞州区天童南路 1 号')
  await form.getByRole('textbox', { name: '注册电话' }).fill('0574-88000000')
  await form.getByRole('textbox', { name: '开户行' }).fill('某某银行宁波鄞州支行')
  await form.getByRole('textbox', { name: '银行账号' }).fill('3300000000000000')
  await form.getByRole('textbox', { name: '接收邮箱' }).fill('finance@example.com')
  await expectAccessible(form)
  await form.getByRole('button', { name: '保存' }).click()
  await expect(form).toBeHidden()
  await expect(dialog.getByRole('radio', { name: new RegExp(buyer.company) })).toBeChecked()
  await dialog.getByRole('button', { name: '申请发票' }).click()
  await expect(toast(page, '已申请')).toBeVisible()
  await expect(page.getByText('没有可以开票的订单')).toBeVisible()

  await page.getByText('开票记录', { exact: true }).click()
  const invoices = page.getByRole('region', { name: '发票列表' })
  await expect(invoices).toContainText('待开具')
  await expect(invoices).toContainText(orders[0]?.order_number ?? '')
  await invoices.getByRole('button', { name: /^撤回发票申请/ }).click()
  const withdrawal = page.getByRole('dialog', { name: /^撤回 ¥/ })
  await expect(withdrawal).toContainText('2 个订单')
  await withdrawal.getByRole('button', { name: '撤回申请' }).click()
  await expect(toast(page, '已撤回')).toBeVisible()
  await expect(invoices).toContainText('已撤回')
  await page.getByText('可开票订单', { exact: true }).click()
  await expect(page.getByRole('region', { name: '可开票订单列表' })).toContainText('共 2 个可开票订单')
})

test('an issued invoice is downloaded; a rejected one shows the reason', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { sid } = buyer
  const title = { kind: 'normal', title: buyer.company, tax_number: newCreditCode(), email: 'finance@example.com' }
  const { data: kept } = await post<{ title_id: string }>(page.request, '/v1/invoice/setInvoiceTitle', {
    sid,
    ...title,
  })
  const requested: string[] = []
  for (const quantity of [1, 2]) {
    const { order_id } = await orderByCall(page.request, buyer, { quantity })
    await payByCall(page.request, buyer, order_id)
    const { title_id } = kept
    const invoice = { sid, order_ids: [order_id], title_id }
    const { data } = await post<{ invoice_id: string }>(page.request, '/v1/invoice/requestInvoice', invoice)
    requested.push(data.invoice_id)
  }
  const [issued = '', rejected = ''] = requested
  const file = join(tmpdir(), `${issued}.pdf`)
  await writeFile(file, drawInvoice({ number: issued, title: buyer.company, amount: '58.00' }))
  const number = String(randomInt(1e9)).padStart(20, '2')
  await operator('invoice', 'issue', issued, '--number', number, '--file', file)
  const reason = '税号与抬头不一致，请核对后重新申请'
  await operateAs('finance', 'rejectInvoiceRequest', { invoice_id: rejected, reason })
  await rm(file)

  await keepSession(page, buyer)
  await page.goto(`${records}?tab=invoices`)
  const invoices = page.getByRole('region', { name: '发票列表' })
  await expect(invoices).toContainText('税号与抬头不一致')
  await expect(invoices).toContainText(number)
  const download = page.waitForEvent('download')
  await invoices.getByRole('link', { name: /^下载发票/ }).click()
  expect(await readFile(await (await download).path(), 'latin1')).toContain('%PDF-')
})

test('an invoice title is changed and deleted', async ({ page }) => {
  const buyer = await newBuyer(page.request)
  await keepSession(page, buyer)
  await page.goto(`${records}?tab=invoices`)
  await page.getByRole('button', { name: '发票抬头' }).click()
  const titles = page.getByRole('dialog', { name: '发票抬头', exact: true })
  await titles.getByRole('button', { name: '新建抬头' }).click()
  const form = page.getByRole('dialog', { name: /(新建|修改)发票抬头/ })
  await form.getByRole('button', { name: `填入 ${buyer.company}` }).click()
  await form.getByRole('textbox', { name: '接收邮箱' }).fill('finance@example.com')
  await form.getByRole('textbox', { name: '接收邮箱' }).press('Enter')
  await expect(titles).toContainText('finance@example.com')
  await titles.getByRole('button', { name: `修改抬头 ${buyer.company}` }).click()
  await form.getByRole('textbox', { name: '接收邮箱' }).fill('tax@example.com')
  await form.getByRole('checkbox', { name: /设为常用/ }).check()
  await form.getByRole('button', { name: '保存' }).click()
  await expect(titles).toContainText('tax@example.com')
  await expect(titles).toContainText('常用')
  await titles.getByRole('button', { name: `删除抬头 ${buyer.company}` }).click()
  await page
    .getByRole('dialog', { name: /^删除抬头/ })
    .getByRole('button', { name: '删除抬头' })
    .click()
  await expect(titles).toContainText('还没有保存抬头')
})
