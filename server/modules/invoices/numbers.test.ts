import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import { runAs } from '#server/engines/activity/context.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { issueInvoice } from './deciding.ts'
import { reverseInvoice } from './reversing.ts'

const { call, make, services } = await testPortal()
const number = () => Array.from({ length: 20 }, () => randomInt(10)).join('')

test('a red invoice has a number of its own, which no invoice has', async () => {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const title = {
    kind: 'normal',
    title: company.name,
    tax_number: company.creditCode,
    email: 'caiwu@example.com',
  } as const
  const { title_id } = (await call('setInvoiceTitle', title, { sid })).data
  const requested = async () => {
    const { id } = await make.order(company, { amount: 9900 })
    return (await call('requestInvoice', { order_ids: [id], title_id }, { sid })).data.invoice_id
  }
  const paper = { content: onePage() }
  const [blue, red] = [number(), number()]
  const [invoiceId, other] = [await requested(), await requested()]
  const reverse = (own: string) =>
    runAs('cli:test', () =>
      reverseInvoice(services, { ...paper, invoiceId, number: own, scope: 'whole', amount: 9900, reason: '开错了' }),
    )
  const issue = (id: string, own: string) =>
    runAs('cli:test', () => issueInvoice(services, { ...paper, invoiceId: id, number: own }))
  await issue(invoiceId, blue)
  await expect(reverse(blue)).rejects.toThrow(`号码 ${blue} 已登记过`)
  await reverse(red)
  await expect(issue(other, red)).rejects.toThrow('已登记过')
})
