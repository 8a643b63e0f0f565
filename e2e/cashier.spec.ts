import type { Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { keepSession } from './people.ts'
import { licence } from './realname.ts'
import { newBuyer, operator, orderByCall, payByCall } from './shopping.ts'
import { expect, expectFits, test } from './test.ts'

const cashier = (orderId: string) => `/control/cashier?order_id=${orderId}`
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('an order is paid on the gateway’s page, and the cashier continues automatically', async ({ page, context }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { order_id, order_number } = await orderByCall(page.request, buyer, { quantity: 2 })
  await keepSession(page, buyer)
  await page.goto(cashier(order_id))
  await expect(page.getByRole('timer', { name: '剩余支付时间' })).toHaveText(/^2\d:\d\d$/)
  await expectAccessible(page)
  await page.getByRole('radio', { name: /沙箱收银台/ }).check()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: /^支付 ¥/ }).click()
  const gateway = await opened
  await gateway.waitForURL('**/demo/cashier/**')
  await expect(page.getByRole('heading', { name: '请在新打开的页面完成支付' })).toBeVisible()
  await expectFits(page)
  // The address names the attempt.
  await page.reload()
  await expect(page.getByRole('link', { name: '重新打开支付页面' })).toHaveAttribute('href', /\/demo\/cashier\//)
  await gateway.getByRole('button', { name: /^支付 / }).click()

  await page.waitForURL('**/pages/buySuccess/buySuccess**')
  for (const each of [page, gateway]) {
    await expect(title(each, '支付成功')).toBeVisible()
    await expect(each.getByText(order_number, { exact: true })).toBeVisible()
  }
  await expectAccessible(page.getByRole('main'))
  await page.goto(cashier(order_id))
  await expect(page.getByRole('status').filter({ hasText: '订单已支付' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^支付 ¥/ })).toHaveCount(0)
})

test('a failed payment leads to the failure page, and from there to another attempt', async ({ page, context }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { order_id } = await orderByCall(page.request, buyer)
  await keepSession(page, buyer)
  await page.goto(cashier(order_id))
  await page.getByRole('radio', { name: /沙箱收银台/ }).check()
  const opened = context.waitForEvent('page')
  await page.getByRole('button', { name: /^支付 ¥/ }).click()
  const gateway = await opened
  await gateway.getByRole('button', { name: '模拟支付失败' }).click()
  await page.waitForURL('**/pages/buyFailed/buyFailed**')
  for (const each of [page, gateway]) await expect(title(each, '支付没有完成')).toBeVisible()
  await page.getByRole('link', { name: '重新支付' }).click()
  await expect(page.getByRole('group', { name: '选择支付方式' })).toBeVisible()
})

test('a bank transfer shows the account and takes the voucher; confirming it delivers the order', async ({
  page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const buyer = await newBuyer(page.request)
  const { order_id, payable } = await orderByCall(page.request, buyer, { quantity: 3 })
  await keepSession(page, buyer)
  await page.goto(cashier(order_id))
  await page.getByRole('radio', { name: /对公转账/ }).check()
  await page.getByRole('button', { name: '查看汇款信息' }).click()
  // The order stays open for days now.
  await expect(page.getByRole('timer', { name: '剩余支付时间' })).toHaveText(/^2 天 23:/)
  await page.getByRole('button', { name: '复制金额' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe((payable / 100).toFixed(2))
  await page.getByRole('button', { name: '复制备注码' }).click()
  const remark = await page.evaluate(() => navigator.clipboard.readText())
  expect(remark).toMatch(/^\d{8}$/)
  await expectAccessible(page.getByRole('main'))

  await page.getByRole('button', { name: '提交凭证' }).click()
  await expect(page.getByText('请上传汇款凭证', { exact: true })).toBeVisible()
  const picture = { name: '回单.jpg', mimeType: 'image/jpeg', buffer: await licence() }
  await page.getByLabel('汇款凭证').setInputFiles(picture)
  await page.getByRole('img', { name: '已上传的汇款凭证' }).waitFor()
  const payer = page.getByRole('textbox', { name: '付款户名' })
  await expect(payer).toHaveValue(buyer.company)
  await payer.fill('别的有限公司')
  await page.getByRole('button', { name: '提交凭证' }).click()
  await expect(page.getByText(`付款户名须与认证企业名称一致：${buyer.company}`)).toBeVisible()
  await payer.fill(buyer.company)
  await page.getByRole('button', { name: '提交凭证' }).click()
  await expect(page.getByText('凭证已提交，等待确认到账')).toBeVisible()

  // The cashier still knows of the attempt when the address doesn't name it.
  await page.goto(cashier(order_id))
  await page.getByRole('alert').getByRole('button', { name: '查看汇款信息' }).click()
  await expect(page.getByText('凭证已提交，等待确认到账')).toBeVisible()
  await page.goto(`/pages/buySuccess/buySuccess?order_id=${order_id}`)
  await expect(title(page, '等待对公转账到账')).toBeVisible()
  await operator('payment', 'confirm', remark, '--amount', (payable / 100).toFixed(2), '--alone', '同事不在')
  await expect(title(page, '支付成功')).toBeVisible()
})

test('a QR code to scan is dark on light in the dark theme too', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { order_id } = await orderByCall(page.request, buyer)
  const payment_id = await payByCall(page.request, buyer, order_id, 'failed')
  // The demonstration has no WeChat, so the answer is its adapter's.
  await page.route('**/v1/payment/getPayment', async route => {
    const answer = (await (await route.fetch()).json()) as { data: object }
    const wechat = {
      gateway: 'wechat',
      state: 'created',
      pay_url: null,
      code_url: 'weixin://wxpay/bizpayurl?pr=p4lpSuKzz',
    }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ...wechat } } })
  })
  await keepSession(page, buyer)
  await page.goto(`${cashier(order_id)}&payment_id=${payment_id}`)
  const code = page.getByRole('img', { name: '微信支付收款二维码' })
  await expect(code).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('正在等待支付结果')).toBeVisible()
  await expectAccessible(page.getByRole('main'))
  const light = (color: string) => (color.match(/\d+/g) ?? []).slice(0, 3).every(part => Number(part) > 200)
  const fills = await code.locator('path').evaluateAll(paths => paths.map(path => getComputedStyle(path).fill))
  expect(fills.map(light)).toEqual([true, false])
})
