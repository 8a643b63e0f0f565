import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { newId } from '#web/testing/answers.ts'
import { openOffice } from '#web/testing/open-office.tsx'
import type { Invoice } from './invoice.ts'

const asked_at = '2026-11-20T02:00:00.000Z'
const tax = { kind: 'blue' as const, state: 'failed' as const, problem: '购方税号与名称不符', asked_at }
const failed = { ...tax, ofd_url: null, xml_url: null }
const invoice = (more: Partial<Invoice> = {}) => ({
  ...{ invoice_id: newId(), state: 'asked' as const, title: '海岚贸易', amount: 5800, tax: null },
  ...more,
})
const open = (service: boolean, ...list: ReturnType<typeof invoice>[]) =>
  openOffice('/operations/invoices', ['finance'], {
    getInvoiceRequestList: { list, total: list.length, more: false, tax_service: service },
    issueByTaxService: {},
    reverseIssuedInvoice: {},
    stopTaxService: {},
  })

test('without a tax service invoices can only be registered by hand', async () => {
  open(false, invoice())
  await screen.findByRole('button', { name: '登记开具' })
  expect(screen.queryByRole('button', { name: '开具' })).toBeNull()
})

test('the amount to issue is shown as money, and copied as the tax office takes it', async () => {
  const { user } = open(false, invoice({ amount: 1_693_991 }))
  await user.click(await screen.findByRole('button', { name: '登记开具' }))
  const dialog = within(await screen.findByRole('dialog', { name: '登记开具的发票' }))
  await dialog.findByText('¥16,939.91')
  await user.click(dialog.getByRole('button', { name: /^复制金额/ }))
  expect(await navigator.clipboard.readText()).toBe('16939.91')
})

test('a refusal by the service shows the reason and can be requested again', async () => {
  const row = invoice({ tax: failed })
  const { user, calls } = open(true, row)
  await screen.findByText('购方税号与名称不符')
  expect(screen.getByText('开具失败')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '再次提交' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '提交开具' }))
  await expect.poll(() => calls('issueByTaxService')[0]?.input).toEqual({ invoice_id: row.invoice_id })
})

test('while the service is working nothing else is offered, and it can be stopped with a reason', async () => {
  const row = invoice({ tax: { ...failed, state: 'waiting', problem: '' } })
  const { user, calls } = open(true, row)
  await screen.findByText('已提交税务服务')
  expect(screen.queryByRole('button', { name: /登记|驳回/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: '停止办理' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), '税务局没有这张')
  await user.click(dialog.getByRole('button', { name: '停止办理' }))
  await expect
    .poll(() => calls('stopTaxService')[0]?.input)
    .toEqual({ invoice_id: row.invoice_id, reason: '税务局没有这张' })
})

test('a refusal is no longer shown once the invoice was registered by hand', async () => {
  open(true, invoice({ state: 'issued', invoice_number: '26312000000000000001', tax: failed }))
  await screen.findByText(/26312000000000000001/)
  expect(screen.queryByText('开具失败')).toBeNull()
})

test('a red invoice is registered with the amount of its paper', async () => {
  const row = invoice({ state: 'issued', invoice_number: '26312000000000000001', overstated: 1500, reds: [] })
  const { user, calls } = open(false, row)
  await user.click(await screen.findByRole('button', { name: '登记红冲' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('红字发票号码（20 位）'), '26312000000000000002')
  const another = new File(['%PDF-1.7'], 'dzfp_26312000000000000009_远帆.pdf', { type: 'application/pdf' })
  await user.upload(dialog.getByLabelText(/PDF 拖到这里/), another)
  await dialog.findByText('文件名里的号码是 26312000000000000009，与填写的不一致，请核对')
  const file = new File(['%PDF-1.7'], '26312000000000000002.pdf', { type: 'application/pdf' })
  await user.upload(dialog.getByLabelText(/dzfp_/), file)
  await expect.poll(() => dialog.queryByText(/与填写的不一致/)).toBeNull()
  await user.type(dialog.getByLabelText('红冲的原因，企业会看到'), '订单已退款')
  const register = dialog.getByRole('button', { name: '登记红冲' })
  await user.click(register)
  await dialog.findByText(/请按红字发票填写价税合计/)
  expect(calls('reverseIssuedInvoice')).toEqual([])
  await user.type(dialog.getByLabelText('红字发票的金额（元）'), '10.00')
  await user.click(register)
  await expect
    .poll(() => calls('reverseIssuedInvoice').map(({ input }) => input))
    .toMatchObject([{ scope: 'refunded', amount: '1000' }])
})

test.each([
  ['10.00', 'refunded'],
  ['58.00', 'whole'],
])('of an invoice that was refunded since as a whole, a red invoice of %s is the %s one', async (amount, scope) => {
  const row = invoice({ state: 'issued', invoice_number: '26312000000000000001', overstated: 5800, reds: [] })
  const { user, calls } = open(false, row)
  await user.click(await screen.findByRole('button', { name: '登记红冲' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText('红字发票号码（20 位）'), '26312000000000000002')
  const file = new File(['%PDF-1.7'], '26312000000000000002.pdf', { type: 'application/pdf' })
  await user.upload(dialog.getByLabelText(/PDF 拖到这里/), file)
  await user.type(dialog.getByLabelText('红字发票的金额（元）'), amount)
  await user.type(dialog.getByLabelText('红冲的原因，企业会看到'), '订单已退款')
  await user.click(dialog.getByRole('button', { name: '登记红冲' }))
  await expect.poll(() => calls('reverseIssuedInvoice').map(({ input }) => input)).toMatchObject([{ scope }])
})
