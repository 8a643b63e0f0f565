import { randomInt } from 'node:crypto'
import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { readConfig } from '#server/core/config.ts'
import { createTaxService } from '#server/integrations/tax/tax-from-config.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { nuonuoCounterpart } from '#server/testing/nuonuo-counterpart.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { queryDueRequests, queryTaxService } from './asking.ts'
import { linesOf, taxIn } from './content.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const { token } = await make.operator('finance')
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }

let company: TestCompany
let sid: string
let counterpart: Awaited<ReturnType<typeof nuonuoCounterpart>>
beforeEach(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
  counterpart = await nuonuoCounterpart()
  services.tax = createTaxService(readConfig(counterpart.environment))
  Object.assign(services.config, { taxRate: 6 })
})

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
  portal.operate(name, input, { token })
const listed = async (invoice_id: string) =>
  (await operate('getInvoiceRequestList', { state: 'all', keyword: company.name })).data.list.find(
    each => each.invoice_id === invoice_id,
  )
const stateOf = async (id: string) => {
  const found = await listed(id)
  return [found?.state, found?.tax?.state, found?.tax?.problem]
}
/** Makes all waiting requests due now, and queries them. */
async function ask() {
  await system.change`update tax_request set next_at = now() - interval '1 second', leased_until = null where company_id = ${company.id}`
  await queryDueRequests(services, job)
}
/** The portal's own worker knows no service, so that the test decides when a job runs. */
async function request(invoice_id: string) {
  const { code } = await operate('issueByTaxService', { invoice_id })
  await ask()
  return code
}
async function red(invoice_id: string, scope: 'whole' | 'refunded' = 'whole') {
  const input = { invoice_id, scope, red_reason: 'ended', reason: '服务中止' } as const
  const answer = await operate('reverseByTaxService', input)
  await ask()
  return answer
}
async function issued() {
  const { id } = await make.invoice(company)
  expect(await request(id)).toBe(200)
  expect((await listed(id))?.state).toBe('issued')
  return id
}
const givenBack = (invoiceId: string, amount: number) =>
  system.change`
    update shop_order set returned_amount = returned_amount + ${amount}::bigint, refunded_amount = refunded_amount + ${amount}::bigint
    where invoice_id = ${invoiceId}`
const made = () => [...counterpart.invoices.values()]
const newNumber = () => Array.from({ length: 20 }, () => randomInt(10)).join('')
const byHand = (invoice_id: string) =>
  operateFile(portal, 'issueInvoiceRequest', {
    fields: { invoice_id, invoice_number: newNumber() },
    ...{ content: onePage(), fileName: '发票.pdf', token },
  })

test('an invoice has a line per order, with the included tax exact to the fen', () => {
  expect([taxIn(10_600, 6), taxIn(5800, 6), taxIn(1, 6), taxIn(9, 6), taxIn(100, 0), taxIn(11_300, 13)]).toEqual([
    600, 328, 0, 1, 0, 1300,
  ])
  expect(linesOf([{ order_id: '', order_number: 'D1', amount: 10_600 }], { name: '服务', rate: 6 })).toEqual([
    { name: '服务', about: 'D1', included: 10_600, tax: 600, rate: 6 },
  ])
})

test('an invoice is issued, stored with its file, and the company is notified', async () => {
  const { id } = await make.invoice(company)
  expect(await request(id)).toBe(200)
  expect(await stateOf(id)).toEqual(['issued', 'done', ''])
  const [invoice] = made()
  expect(await listed(id)).toMatchObject({
    invoice_number: invoice?.number,
    file_url: expect.any(String),
    tax: { kind: 'blue', ofd_url: expect.stringContaining('.ofd'), xml_url: expect.stringContaining('.xml') },
  })
  expect(invoice?.order).toMatchObject({ buyerTaxNum: company.creditCode, invoiceLine: 'pc' })
  const { data } = await call('getInvoiceList', {}, { sid })
  expect(data.list[0]).toMatchObject({ state: 'issued', invoice_number: invoice?.number })
  expect(await request(id)).toBe(-53_020)
})

test('a slow invoice is requested once and polled until it is decided', async () => {
  counterpart.faults.slow = true
  const { id } = await make.invoice(company)
  await request(id)
  await ask()
  await ask()
  expect(await stateOf(id)).toEqual(['asked', 'waiting', ''])
  counterpart.decide()
  await ask()
  expect(await stateOf(id)).toEqual(['issued', 'done', ''])
  expect(counterpart.requested.filter(method => method === 'requestBillingNew')).toHaveLength(1)
})

test('a lost response, or a portal that crashes before recording it, leads to one invoice', async () => {
  counterpart.faults.lost = method => method === 'requestBillingNew'
  const { id } = await make.invoice(company)
  await request(id)
  expect(await stateOf(id)).toEqual(['asked', 'waiting', '税务服务没有可用的应答'])
  counterpart.faults.lost = () => false
  const row = await system.row(z.object({ id: z.string() }))`select id from tax_request where invoice_id = ${id}`
  const dying = {
    ...services,
    system: {
      ...system,
      transaction: (work =>
        system.transaction(async transaction => {
          await work(transaction)
          throw new Error('killed')
        })) as typeof system.transaction,
    },
  }
  const which = { company_id: company.id, request_id: row?.id ?? '' }
  await system.change`update tax_request set leased_until = null where invoice_id = ${id}`
  await expect(queryTaxService(dying, which, job)).rejects.toThrow('killed')
  expect((await listed(id))?.state).toBe('asked')
  await ask()
  expect(await stateOf(id)).toEqual(['issued', 'done', ''])
  expect(made()).toHaveLength(1)
  expect(await listed(id)).toMatchObject({ invoice_number: made()[0]?.number })
})

test('a refused query is not final: a possibly issued invoice is polled under the same number', async () => {
  counterpart.faults.lost = method => method === 'requestBillingNew'
  const { id } = await make.invoice(company)
  await request(id)
  Object.assign(counterpart.faults, { lost: undefined, denied: (method: string) => method === 'queryInvoiceResult' })
  await ask()
  expect(await stateOf(id)).toEqual(['asked', 'waiting', expect.stringContaining('E9900')])
  expect((await byHand(id)).msg).toContain('税务服务正在办理')
  delete counterpart.faults.denied
  await ask()
  expect(await stateOf(id)).toEqual(['issued', 'done', ''])
  expect(made()).toHaveLength(1)
})

test('concurrent polls and two operators’ concurrent requests lead to one request', async () => {
  // Guards: `leased_until` in `leaseTaxRequest`, and the index one_tax_request_waits.
  counterpart.faults.slow = true
  const { id } = await make.invoice(company)
  const atOnce = [1, 2, 3].map(() => operate('issueByTaxService', { invoice_id: id }))
  expect((await Promise.all(atOnce)).map(({ code }) => code).toSorted()).toEqual([-53_020, -53_020, 200])
  await ask()
  counterpart.decide()
  const row = await system.row(z.object({ id: z.string() }))`select id from tax_request where invoice_id = ${id}`
  const which = { company_id: company.id, request_id: row?.id ?? '' }
  counterpart.requested.length = 0
  await Promise.all([1, 2, 3, 4].map(() => queryTaxService(services, which, job)))
  expect(counterpart.requested).toHaveLength(1)
  expect(await stateOf(id)).toEqual(['issued', 'done', ''])
})

describe('a refusal by the tax service', () => {
  test('is shown at the invoice with its reason, which is then requested anew or registered by hand', async () => {
    counterpart.faults.refuses = '购方税号与名称不符'
    const [first, second] = [await make.invoice(company), await make.invoice(company)]
    for (const { id } of [first, second]) {
      await request(id)
      expect(await stateOf(id)).toEqual(['asked', 'failed', '购方税号与名称不符'])
    }
    counterpart.faults.refuses = undefined
    expect(await request(first.id)).toBe(200)
    expect(await stateOf(first.id)).toEqual(['issued', 'done', ''])
    expect((await byHand(second.id)).code).toBe(200)
    expect((await listed(second.id))?.state).toBe('issued')
  })

  test('of the request itself is final; an invalid token or signature is not', async () => {
    Object.assign(services.config, { taxRate: 13 })
    const { id } = await make.invoice(company)
    await request(id)
    expect(await stateOf(id)).toEqual(['asked', 'failed', expect.stringContaining('E9109')])
    services.tax = createTaxService(readConfig({ ...counterpart.environment, TAX_APP_SECRET: 'wrong' }))
    Object.assign(services.config, { taxRate: 6 })
    await request(id)
    expect(await stateOf(id)).toEqual(['asked', 'waiting', expect.stringContaining('令牌')])
    services.tax = createTaxService(
      readConfig({ ...counterpart.environment, TAX_APP_SECRET: 'wrong', TAX_ACCESS_TOKEN: 'token-1' }),
    )
    await ask()
    expect(await stateOf(id)).toEqual(['asked', 'waiting', expect.stringMatching(/签名|token/)])
    services.tax = createTaxService(readConfig(counterpart.environment))
    counterpart.expireToken()
    await ask()
    await ask()
    expect(await stateOf(id)).toEqual(['issued', 'done', ''])
  })
})

describe('a pending tax service request', () => {
  test('blocks registering, rejecting and withdrawing until an operator stops it', async () => {
    counterpart.faults.slow = true
    const { id } = await make.invoice(company)
    await request(id)
    expect(made()).toHaveLength(1)
    expect((await byHand(id)).msg).toContain('税务服务正在办理')
    expect((await operate('rejectInvoiceRequest', { invoice_id: id, reason: '税号有误' })).code).toBe(-53_020)
    expect((await call('withdrawInvoice', { invoice_id: id }, { sid })).code).toBe(-59_725)
    expect((await operate('askTaxServiceNow', { invoice_id: id })).code).toBe(200)
    expect((await operate('stopTaxService', { invoice_id: id, reason: '税务局没有这张' })).code).toBe(200)
    expect(await stateOf(id)).toEqual(['asked', 'stopped', '税务局没有这张'])
    expect((await byHand(id)).code).toBe(200)
    counterpart.decide()
    await ask()
    expect((await listed(id))?.invoice_number).not.toBe(made()[0]?.number)
  })

  test('cannot be stopped while a call to the service is under way', async () => {
    // Guard: `leased_until` in `setStopped`; without it a request that is on its way is registered by hand as well.
    counterpart.faults.slow = true
    const { id } = await make.invoice(company)
    await request(id)
    expect(made()).toHaveLength(1)
    await system.change`update tax_request set leased_until = now() + interval '1 minute' where invoice_id = ${id}`
    expect((await operate('stopTaxService', { invoice_id: id, reason: '不等了' })).code).toBe(-53_020)
    expect((await stateOf(id))[1]).toBe('waiting')
  })

  test('for an order refunded meanwhile is issued and then waits to be reversed', async () => {
    counterpart.faults.slow = true
    const { id } = await make.invoice(company)
    await request(id)
    expect(made()).toHaveLength(1)
    await givenBack(id, 1000)
    counterpart.decide()
    await ask()
    expect(await listed(id)).toMatchObject({ state: 'issued', to_reverse: true, overstated: 1000 })
  })
})

test('keeps waiting with the reason when the file is missing or the amount differs', async () => {
  counterpart.faults.pdf = Buffer.from('<html>')
  const { id } = await make.invoice(company)
  await request(id)
  expect(await stateOf(id)).toEqual(['asked', 'waiting', '发票文件须为 PDF'])
  Object.assign(counterpart.faults, { pdf: undefined, amount: 1 })
  await ask()
  expect((await stateOf(id))[2]).toContain('不符')
  counterpart.faults.amount = undefined as never
  await ask()
  expect((await listed(id))?.state).toBe('issued')
})

describe('red invoices', () => {
  test('reverse the whole invoice after the buyer has confirmed', async () => {
    const id = await issued()
    counterpart.faults.confirms = true
    expect((await red(id)).code).toBe(200)
    expect(await stateOf(id)).toEqual(['issued', 'waiting', '等待购方在电子税务局确认'])
    expect((await red(id)).code).toBe(-53_020)
    counterpart.decide()
    await ask()
    // The files of the invoice itself stay where they were.
    const files = { ofd_url: expect.stringContaining('.ofd'), xml_url: expect.stringContaining('.xml') }
    expect(await listed(id)).toMatchObject({
      state: 'reversed',
      reds: [{ amount: 5800, reason: '服务中止' }],
      tax: { kind: 'red', ...files },
    })
    // Its orders can be invoiced again.
    expect((await call('getInvoiceableOrderList', {}, { sid })).data.list).toHaveLength(1)
  })

  test('reverse refunded parts and then the rest, each fen and its tax once', async () => {
    const id = await issued()
    for (const [index, part] of [1234, 777].entries()) {
      await givenBack(id, part)
      expect((await red(id, 'refunded')).code).toBe(200)
      expect((await listed(id))?.reds).toHaveLength(index + 1)
    }
    expect(await listed(id)).toMatchObject({
      state: 'issued',
      overstated: 0,
      reds: [{ amount: 1234 }, { amount: 777 }],
    })
    expect((await red(id, 'refunded')).code).not.toBe(200)
    expect((await red(id)).code).toBe(200)
    expect((await listed(id))?.state).toBe('reversed')
    const details = [...counterpart.forms.values()].flatMap(({ form }) => form.detail ?? [])
    expect(details).toHaveLength(3)
    const sum = (name: string) => details.reduce((all, each) => all + Math.round(Number(each[name]) * 100), 0)
    expect([sum('taxExcludedAmount'), sum('taxAmount')]).toEqual([-(5800 - 328), -328])
  })

  test.each(['kept', 'derived'])('of a part have the rate of the invoice, which is %s', async how => {
    const id = await issued()
    if (how === 'derived')
      await system.change`
        update tax_request set content = content #- '{lines,0,rate}' where invoice_id = ${id}`
    services.tax = createTaxService(readConfig({ ...counterpart.environment, TAX_RATE: '13' }))
    Object.assign(services.config, { taxRate: 13 })
    await givenBack(id, 1060)
    expect((await red(id, 'refunded')).code).toBe(200)
    expect((await listed(id))?.reds).toHaveLength(1)
    const [line] = [...counterpart.forms.values()].flatMap(({ form }) => form.detail ?? [])
    expect(line).toMatchObject({ taxRate: '0.06', taxExcludedAmount: '-10.00', taxAmount: '-0.60' })
  })

  test('leave a refund that comes while one is being issued to the next one', async () => {
    const id = await issued()
    await givenBack(id, 1000)
    counterpart.faults.confirms = true
    await red(id, 'refunded')
    expect((await stateOf(id))[2]).toContain('购方')
    await givenBack(id, 500)
    counterpart.decide()
    await ask()
    expect(await listed(id)).toMatchObject({ state: 'issued', overstated: 500, reds: [{ amount: 1000 }] })
  })

  test('reverse a hand-registered invoice only whole; one the tax office refuses stays issued', async () => {
    const { id } = await make.invoice(company)
    await byHand(id)
    await givenBack(id, 1000)
    expect((await red(id, 'refunded')).msg).toContain('登记的')
    const other = await issued()
    counterpart.faults.refuses = '蓝字发票已勾选抵扣'
    await red(other)
    expect(await stateOf(other)).toEqual(['issued', 'failed', '蓝字发票已勾选抵扣'])
  })
})

test('without a tax service the call says so and requests nothing', async () => {
  services.tax = undefined
  const { id } = await make.invoice(company)
  expect(await request(id)).toBe(-59_726)
  expect(await listed(id)).toMatchObject({ state: 'asked', tax: null })
  expect((await operate('getInvoiceRequestList', {})).data.tax_service).toBe(false)
})
