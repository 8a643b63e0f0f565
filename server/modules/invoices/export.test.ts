import { expect, test } from 'vitest'
import { runAs } from '#server/engines/activity/context.ts'
import { exportedSheet } from '#server/testing/exported-sheet.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { issueInvoice } from './deciding.ts'
import { reverseInvoice } from './reversing.ts'

const { app, call, make, services } = await testPortal()

test('finance exports the invoices by their state, with their reversed amounts and orders', async () => {
  const [company, foreign] = [await make.company(), await make.company()]
  const owner = await make.session(company.owner.account)
  const person = await make.employee(company.id)
  expect((await call('setDuty', { employee_id: person.id, duty: 'finance' }, { sid: owner })).code).toBe(200)
  const sid = await make.session(person.account)
  const request = async (of: typeof company, as: string, title: string) => {
    const fields = { kind: 'normal' as const, title, tax_number: of.creditCode, email: 'caiwu@example.com' }
    const { title_id } = (await call('setInvoiceTitle', fields, { sid: as })).data
    const orders = [await make.order(of), await make.order(of)]
    const input = { order_ids: orders.map(({ id }) => id), title_id, remark: '-10+20' }
    return (await call('requestInvoice', input, { sid: as })).data
  }
  const { invoice_id, amount } = await request(company, sid, company.name)
  await request(company, sid, '另一个抬头')
  await request(foreign, await make.session(foreign.owner.account), foreign.name)
  const pdf = { content: onePage() }
  const [number, red] = ['26117000000000000001', '26117000000000000002']
  await runAs('cli:test', async () => {
    await issueInvoice(services, { invoiceId: invoice_id, number, ...pdf })
    await reverseInvoice(services, {
      invoiceId: invoice_id,
      scope: 'whole',
      amount,
      number: red,
      reason: '重开',
      ...pdf,
    })
  })
  const exported = async (filter: object) => {
    const { code, data } = await call('exportInvoices', filter, { sid })
    expect(code).toBe(200)
    return (await exportedSheet(app, data.url)).cells
  }
  expect(await exported({})).toHaveLength(3)
  const [headings, row, ...more] = await exported({ state: 'reversed' })
  const cells = Object.fromEntries((headings ?? []).map((heading, index) => [heading, row?.[index]]))
  expect(more).toEqual([])
  expect(cells).toMatchObject({
    发票抬头: company.name,
    状态: '已红冲',
    '金额（元）': `${amount / 100}`,
    '已红冲（元）': `${amount / 100}`,
    发票号码: number,
    红字发票号码: red,
    订单数: '2',
    备注: '-10+20',
  })
  expect(cells.订单号?.split('、')).toHaveLength(2)
  expect((await call('exportTickets', {}, { sid })).code).toBe(-41024)
})
