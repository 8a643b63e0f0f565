import { randomInt } from 'node:crypto'
import type { Page } from '@playwright/test'
import { drawInvoice } from '#server/app/demo/invoice-pdf.ts'
import { newCreditCode } from '#server/testing/identities.ts'
import { expectAccessible } from './axe.ts'
import { logInAs, openAs, operateAs } from './operations.ts'
import { keepSession, post } from './people.ts'
import { licence } from './realname.ts'
import { type Buyer, newBuyer, orderByCall, payByCall } from './shopping.ts'
import { expect, overflow, test } from './test.ts'

const toast = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Pays by bank transfer, as the cashier does. Returns the remark code. */
async function transfer(page: Page, { sid, company }: Buyer, order_id: string, { voucher = true } = {}) {
  const opened = await post<{ payment_id: string }>(page.request, '/v1/order/orderOpera', {
    sid,
    order_id,
    opera: 'pay',
    gateway: 'transfer',
  })
  const { payment_id } = opened.data
  const { data } = await post<{ transfer: { remark_code: string } }>(page.request, '/v1/payment/getPayment', {
    sid,
    payment_id,
  })
  if (voucher) {
    const uploaded = await page.request.post('/api/v1/upload/uploadFile', {
      headers: { authorization: 'portal-web 1201' },
      multipart: {
        sid,
        purpose: 'voucher',
        file: { name: '回单.jpg', mimeType: 'image/jpeg', buffer: await licence() },
      },
    })
    const file = (await uploaded.json()) as { data: { file_id: string } }
    const input = { sid, payment_id, file_id: file.data.file_id, payer_name: company }
    expect((await post(page.request, '/v1/payment/submitTransferVoucher', input)).code).toBe(200)
  }
  return data.transfer.remark_code
}

/** Confirms, as the owner, what finance requested. */
async function confirm(page: Page, company: string) {
  await logInAs(page, 'operator')
  await page.goto('/operations/approvals?state=waiting')
  await row(page, company).getByRole('button', { name: '确认执行' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '确认执行' }).click()
}

test('finance finds a transfer on the statement, the owner confirms, and the buyer’s order is delivered', async ({
  page,
  context,
}) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { order_id, order_number, payable } = await orderByCall(page.request, buyer, { quantity: 2 })
  const remark = await transfer(page, buyer, order_id)
  await keepSession(page, buyer)
  await page.goto(`/pages/buySuccess/buySuccess?order_id=${order_id}`)
  await expect(page.getByRole('heading', { level: 1, name: '等待对公转账到账' })).toBeVisible()

  const desk = await context.newPage()
  await openAs(desk, 'finance', '/operations/transfers')
  await desk.getByRole('searchbox', { name: '搜索企业、备注码、订单号或金额' }).fill(buyer.company)
  await expect(row(desk, remark)).toContainText('付款户名一致')
  await row(desk, remark).getByRole('button', { name: '确认到账' }).click()
  const dialog = desk.getByRole('dialog', { name: '确认到账' })
  await expect(dialog.getByRole('img', { name: `${buyer.company}的转账凭证` })).toBeVisible()
  await dialog.getByRole('textbox', { name: /到账金额/ }).fill('1')
  await dialog.getByRole('button', { name: '提交确认' }).click()
  await expect(dialog.getByText(/金额不符：应付/)).toBeVisible()
  await expectAccessible(dialog)
  await dialog.getByRole('textbox', { name: /到账金额/ }).fill((payable / 100).toFixed(2))
  await dialog.getByRole('button', { name: '提交确认' }).click()
  await expect(row(desk, remark)).toContainText('待第二人确认')
  // The operator who requested it can't confirm it.
  await desk.goto('/operations/approvals?state=waiting')
  await expect(row(desk, order_number).getByRole('button')).toHaveText(['撤回'])

  await confirm(desk, buyer.company)
  await expect(toast(desk, '已入账，订单已支付')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: '支付成功' })).toBeVisible()
  await desk.goto(`/operations/orders?keyword=${order_number}`)
  await desk.getByRole('link', { name: order_number }).click()
  await expect(desk.getByRole('heading', { name: '支付（1 次）' })).toBeVisible()
  await expect(desk.getByText('对公转账备注码')).toBeVisible()
  await expectAccessible(desk)
})

test('of two people deciding the same the second sees what the first did', async ({ page }) => {
  const buyer = await newBuyer(page.request)
  const { order_id, payable } = await orderByCall(page.request, buyer)
  const remark_code = await transfer(page, buyer, order_id)
  await operateAs('finance', 'requestTransfer', { remark_code, amount: payable })
  await openAs(page, 'operator', '/operations/approvals')
  await row(page, buyer.company).getByRole('button', { name: '驳回' }).click()
  const dialog = page.getByRole('dialog', { name: /^驳回/ })
  await dialog.getByLabel('原因').fill('流水上没有这笔')
  const waiting = await operateAs('operator', 'getApprovalList', { state: 'waiting', kind: 'payment' })
  const requested = waiting.list.find(({ summary }) => summary.includes(buyer.company))
  await operateAs('operator', 'decideApproval', { approval_id: requested?.approval_id ?? '', decision: 'confirm' })
  await dialog.getByRole('button', { name: '驳回' }).click()
  await expect(page.getByRole('alert').filter({ hasText: '该申请已被处理' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(row(page, buyer.company)).toContainText('已执行')
})

test('a statement’s matches are requested and the rest listed; a refund takes two operators', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const placed = await orderByCall(page.request, buyer)
  const remark = await transfer(page, buyer, placed.order_id, { voucher: false })
  const csv = [
    '交易时间,贷方金额,对方户名,附言',
    `2026-11-20,${(placed.payable / 100).toFixed(2)},${buyer.company},货款 ${remark}`,
    '2026-11-20,18.00,路人甲,=1+1',
  ].join('\n')
  await openAs(page, 'finance', '/operations/transfers/statement')
  await page.getByLabel('银行流水').setInputFiles({ name: '流水.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await expect(row(page, '路人甲')).toContainText('没有对应的转账')
  await expect(row(page, remark)).toContainText('相符')
  await expectAccessible(page.getByRole('main'))
  await page.getByRole('button', { name: '提交 1 笔待确认' }).click()
  await expect(page.getByText('已提交 1 笔，等待另一位操作员确认')).toBeVisible()
  await confirm(page, buyer.company)
  await expect(toast(page, '已入账，订单已支付')).toBeVisible()

  const paid = await orderByCall(page.request, buyer)
  await payByCall(page.request, buyer, paid.order_id)
  const asking = { sid: buyer.sid, order_id: paid.order_id, opera: 'refund', reason: '买多了' }
  expect((await post(page.request, '/v1/order/orderOpera', asking)).code).toBe(200)
  await openAs(page, 'finance', '/operations/refunds')
  await row(page, paid.order_number).getByRole('button', { name: '同意' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '提交确认' }).click()
  await expect(row(page, paid.order_number)).toContainText('待另一人确认')
  await confirm(page, buyer.company)
  await expect(toast(page, '退款已提交给支付渠道')).toBeVisible()
  const state = async () =>
    (
      await post<{ state: string }>(page.request, '/v1/order/getOrderDetailByOrderId', {
        sid: buyer.sid,
        order_id: paid.order_id,
      })
    ).data.state
  await expect.poll(state).toBe('refunded')
})

test('a reason stays legible and a sum whole beside a long company name', async ({ page }) => {
  const company_name = '新疆维吾尔自治区乌鲁木齐市跨境电子商务综合试验区供应链管理有限责任公司'
  const reason = '两家店铺没有通过平台的审核，这两条线路用不上了，希望全部退款；以后会购买美国的线路'
  const about = '到账 ¥1,364.00，应付 ¥1,374.00'
  const approval = { requested_by: '钱财务', requested_at: new Date().toISOString() }
  // Names of this length and requests in every state are not worth the purchases that they take.
  await page.route(/getRefundList|getTroubleList/, async route => {
    const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
    const answer = await response.json()
    const list = answer.data.list.map((each: object) => ({ ...each, company_name, reason, approval, about }))
    await route.fulfill({ json: { ...answer, data: { ...answer.data, list } } })
  })
  for (const [path, text] of [
    ['/operations/refunds?state=all', reason],
    ['/operations/money', about],
  ] as const) {
    await openAs(page, 'finance', path)
    const note = page.getByRole('row').getByText(text, { exact: true }).first()
    await expect(note).toBeVisible()
    const ems = await note.evaluate(each => each.clientWidth / Number.parseFloat(getComputedStyle(each).fontSize))
    expect(ems, path).toBeGreaterThanOrEqual(10)
  }
})

test('an invoice is issued with its number and file, on any width', async ({ page }) => {
  test.slow()
  const buyer = await newBuyer(page.request)
  const { order_id } = await orderByCall(page.request, buyer)
  await payByCall(page.request, buyer, order_id)
  const { sid, company: title } = buyer
  const made = await post<{ title_id: string }>(page.request, '/v1/invoice/setInvoiceTitle', {
    sid,
    kind: 'normal',
    title,
    tax_number: newCreditCode(),
    email: 'caiwu@example.com',
  })
  const { title_id } = made.data
  const requested = await post(page.request, '/v1/invoice/requestInvoice', { sid, order_ids: [order_id], title_id })
  expect(requested.code).toBe(200)

  await openAs(page, 'finance', `/operations/invoices?keyword=${encodeURIComponent(title)}`)
  await page.getByRole('button', { name: '登记开具' }).click()
  const dialog = page.getByRole('dialog', { name: '登记开具的发票' })
  await dialog.getByRole('button', { name: '登记开具' }).click()
  await expect(dialog.getByText('请选择发票 PDF')).toBeVisible()
  const number = Array.from({ length: 20 }, () => randomInt(10)).join('')
  await dialog.getByRole('textbox', { name: /发票号码/ }).fill(number)
  const buffer = drawInvoice({ number, title, amount: '58.00' })
  await dialog.getByLabel('发票文件').setInputFiles({ name: '发票.pdf', mimeType: 'application/pdf', buffer })
  await expectAccessible(dialog)
  await dialog.getByRole('button', { name: '登记开具' }).click()
  await expect(toast(page, '已登记，企业会收到通知')).toBeVisible()
  await page.goto(`/operations/invoices?state=issued&keyword=${number}`)
  await expect(page.getByRole('link', { name: 'PDF' })).toHaveAttribute('href', /^\/files\//)
  expect(await overflow(page)).toBe(0)
  const { data } = await post<{ list: { invoice_number: string }[] }>(page.request, '/v1/invoice/getInvoiceList', {
    sid,
  })
  expect(data.list[0]?.invoice_number).toBe(number)
})

test('on a phone only a list with filters in the sheet offers it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openAs(page, 'finance', '/operations/orders')
  const toggle = page.getByRole('search', { name: '筛选' }).getByRole('button', { name: '筛选' })
  await expect(toggle).toBeVisible()
  for (const list of ['money', 'transfers', 'refunds', 'invoices']) {
    await page.goto(`/operations/${list}`)
    await expect(page.getByRole('radiogroup')).toBeVisible()
    await expect(toggle, list).toBeHidden()
  }
})
