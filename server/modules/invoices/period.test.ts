import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dayInChina } from '#server/core/service-time.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { createSmtp } from '#server/integrations/mail/smtp.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { smtpCounterpart, smtpLogin } from '#server/testing/smtp-counterpart.ts'
import { issueInvoice, rejectInvoice } from './deciding.ts'
import { mailInvoice } from './mail-invoice.ts'
import { invoiceMonths } from './period.ts'

const { call, make, services, system } = await testPortal()
const job = { id: '1', lastAttempt: true, log: pino({ level: 'silent' }), stopping: new AbortController().signal }

let company: TestCompany
let sid: string
let title_id: string
beforeEach(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
  title_id = await newTitle('caiwu@example.com')
})

const newTitle = async (email: string) =>
  (
    await call(
      'setInvoiceTitle',
      { kind: 'normal', title: company.name, tax_number: company.creditCode, email },
      { sid },
    )
  ).data.title_id
const invoices = async () => (await call('getInvoiceList', {}, { sid })).data.list
/** Creates an order that was delivered then. */
async function delivered(at: Date, amount = 5_800) {
  const { id } = await make.order(company, { amount })
  await system.change`update shop_order set paid_at = ${at}, fulfilled_at = ${at} where id = ${id}`
  return id
}
/** Returns an instant of the month that lies this many months ago in China. */
function inMonth(ago: number, day: number): Date {
  const [year = 0, month = 0] = dayInChina(Date.now()).split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - ago, day, 4))
}

describe('an invoice for a period', () => {
  test('covers delivered orders without an invoice in its days, including the last day', async () => {
    const [before, first, last] = [
      await delivered(new Date('2026-09-30T15:59:59.999Z')),
      await delivered(new Date('2026-09-30T16:00:00.000Z'), 1_000),
      await delivered(new Date('2026-10-31T15:59:59.999Z'), 2_000),
    ]
    const october = { from: '2026-10-01', to: '2026-10-31' }
    const request = () => call('requestPeriodInvoice', { ...october, title_id }, { sid })
    const ahead = (await call('getInvoiceableOrderList', { ...october, page_size: 1 }, { sid })).data
    expect(ahead).toMatchObject({ list: [{ order_id: last }], total: 2, amount_total: 3_000 })
    expect((await request()).data).toMatchObject({ amount: 3_000, orders: 2 })
    expect(await invoices()).toMatchObject([{ remark: '2026-10-01 至 2026-10-31', amount: 3_000 }])
    expect((await invoices())[0]?.orders.map(({ order_id }) => order_id).toSorted()).toEqual([first, last].toSorted())
    expect((await request()).code).toBe(-51006)
    expect((await call('getInvoiceableOrderList', {}, { sid })).data.list).toMatchObject([{ order_id: before }])
  })

  test('puts each order on one invoice when requested concurrently', async () => {
    // Guard: `invoice_id is null` in markOrders, checked again under the orders' locks.
    const today = dayInChina(Date.now())
    const from = `${today.slice(0, 7)}-01`
    await Promise.all([1, 2, 3].map(day => delivered(new Date(`${from}T00:00:00+08:00`), day * 100)))
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => call('requestPeriodInvoice', { from, to: today, title_id }, { sid })),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect((await invoices()).map(({ amount }) => amount)).toEqual([600])
  })
})

describe('automatic monthly invoices', () => {
  const run = () => invoiceMonths(services, job)
  const since = (months: number) =>
    system.change`
      update invoice_setting set invoiced_month = month, first_month = least(first_month, (month + interval '1 month')::date)
      from (select (date_trunc('month', now() at time zone 'Asia/Shanghai') - make_interval(months => ${months}::integer))::date as month) as set
      where company_id = ${company.id}`

  test('are requested once for a finished month, however many replicas run', async () => {
    // Guards: the month that claimMonth changes, and `invoice_id is null` in markOrders; either suffices for these orders.
    await delivered(inMonth(1, 1), 1_000)
    await delivered(inMonth(1, 28), 2_000)
    const present = await delivered(inMonth(0, 1), 4_000)
    await run()
    expect(await invoices()).toEqual([])
    expect((await call('setInvoiceSetting', { title_id }, { sid })).code).toBe(200)
    expect((await call('getInvoiceSetting', {}, { sid })).data.automatic).toMatchObject({
      title_id,
      title: company.name,
    })
    // If it is turned on now, it starts with the present month, which is not over.
    await run()
    expect(await invoices()).toEqual([])
    await since(2)
    await Promise.all([run(), run(), run()])
    await run()
    expect(await invoices()).toMatchObject([{ amount: 3_000, asked_by: '自动开票', state: 'asked' }])
    expect((await call('getInvoiceableOrderList', {}, { sid })).data.list).toMatchObject([{ order_id: present }])
  })

  test('include orders that earlier months left out, but neither orders from before the setting nor withdrawn ones', async () => {
    await call('setInvoiceSetting', { title_id }, { sid })
    await since(3)
    await delivered(inMonth(3, 5), 100)
    const refunding = await delivered(inMonth(2, 5), 1_000)
    await delivered(inMonth(2, 6), 2_000)
    const refund = (amount: number) =>
      system.change`update shop_order set returned_amount = ${amount} where id = ${refunding}`
    await refund(300)
    // An undecided order is left out of its month.
    await run()
    const [first] = await invoices()
    expect((await invoices()).map(({ amount }) => amount)).toEqual([2_000])
    await runAs('cli:test', () => rejectInvoice(services, { invoiceId: first?.invoice_id ?? '', reason: '抬头有误' }))
    await refund(0)
    const withdrawn = await delivered(inMonth(2, 7), 4_000)
    const requested = await call('requestInvoice', { order_ids: [withdrawn], title_id }, { sid })
    await call('withdrawInvoice', { invoice_id: requested.data.invoice_id }, { sid })
    await delivered(inMonth(1, 2), 8_000)
    await since(2)
    await run()
    expect((await invoices())[0]).toMatchObject({ asked_by: '自动开票', amount: 11_000, state: 'asked' })
    await since(2)
    await run()
    expect((await invoices()).filter(({ asked_by }) => asked_by === '自动开票')).toHaveLength(2)
  })

  test('are not requested for a month without orders, nor after being turned off', async () => {
    await call('setInvoiceSetting', { title_id }, { sid })
    await since(2)
    await run()
    await delivered(inMonth(1, 3))
    await run()
    expect(await invoices()).toEqual([])
    await call('setInvoiceSetting', { title_id: null }, { sid })
    expect((await call('getInvoiceSetting', {}, { sid })).data.automatic).toBeNull()
    const stranger = await make.company()
    const other = await make.session(stranger.owner.account)
    expect((await call('setInvoiceSetting', { title_id }, { sid: other })).code).toBe(-51001)
  })

  test('of a company that is closed end with the month of its end', async () => {
    await call('setInvoiceSetting', { title_id }, { sid })
    await since(3)
    await delivered(inMonth(2, 3), 1_000)
    await system.change`
      update company set state = 'frozen', closed_at = ${inMonth(2, 20)} where id = ${company.id}`
    await run()
    const invoiceRow = z.object({ invoice_id: z.string(), amount: z.int(), state: z.string() })
    const all = () => system.rows(invoiceRow)`
      select id as invoice_id, amount, state from invoice where company_id = ${company.id} order by id`
    const [first] = await all()
    expect(first).toMatchObject({ amount: 1_000, state: 'asked' })
    // Without its end the setting would request the invoice again each month, with nobody left to correct the title.
    await runAs('operator:test', () =>
      rejectInvoice(services, { invoiceId: first?.invoice_id ?? '', reason: '税号有误' }),
    )
    await run()
    expect((await all()).map(({ state }) => state)).toEqual(['rejected'])
  })

  test('end with their title, which the company’s log tells', async () => {
    const another = await newTitle('qita@example.com')
    await call('setInvoiceSetting', { title_id }, { sid })
    const changes = async () =>
      (await call('getCompanyActivity', {}, { sid })).data.list
        .filter(({ action }) => action === 'invoice.automatic_set')
        .map(({ detail }) => detail)
    expect((await call('delInvoiceTitle', { title_id: another }, { sid })).code).toBe(200)
    expect(await changes()).toEqual(['开启'])
    expect((await call('delInvoiceTitle', { title_id }, { sid })).code).toBe(200)
    expect(await changes()).toEqual(['关闭', '开启'])
    expect((await call('getInvoiceSetting', {}, { sid })).data.automatic).toBeNull()
  })
})

describe('an issued invoice', () => {
  async function issued(email: string) {
    const today = dayInChina(Date.now())
    const from = `${today.slice(0, 7)}-01`
    await delivered(new Date(`${from}T00:00:00+08:00`))
    const title = await newTitle(email)
    const { invoice_id } = (await call('requestPeriodInvoice', { from, to: today, title_id: title }, { sid })).data
    const number = String(Date.now()).padStart(20, '7')
    await runAs('cli:test', () => issueInvoice(services, { invoiceId: invoice_id, number, content: onePage() }))
    return { company_id: company.id, invoice_id, number }
  }
  async function mailing() {
    const { port, received, ca } = await smtpCounterpart({ secure: true })
    const { user, password } = smtpLogin
    const settings = { smtpHost: '127.0.0.1', smtpPort: port, smtpSecurity: 'tls' as const, ca }
    const login = { smtpUser: user, smtpPassword: password, mailFrom: user, brandName: '海易联' }
    return { received, services: { ...services, mailer: await createSmtp({ ...settings, ...login }) } }
  }

  test('is emailed with its file to the address in its title, once', async () => {
    const { received, services: mailed } = await mailing()
    const { number, ...which } = await issued('caiwu@example.com')
    await mailInvoice(mailed, which, job)
    await mailInvoice(mailed, which, job)
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ to: ['caiwu@example.com'] })
    expect(received[0]?.text).toContain('application/pdf')
    expect(received[0]?.text).toContain(onePage().toString('base64').slice(0, 60))
    expect(await invoices()).toMatchObject([{ invoice_number: number, mailed_at: expect.any(String) }])
  })

  test('that the mail server refuses is reported to the managers and can still be downloaded', async () => {
    const { received, services: mailed } = await mailing()
    const { number: _, ...which } = await issued('nobody@elsewhere.test')
    await mailInvoice(mailed, which, job)
    expect(received).toEqual([])
    expect(await invoices()).toMatchObject([
      { mailed_at: null, mail_problem: expect.any(String), file_url: expect.any(String) },
    ])
    expect((await call('getNoticeList', { page: 1, page_size: 20 }, { sid })).data.list).toContainEqual(
      expect.objectContaining({ title: '发票邮件未能送达' }),
    )
  })

  test('is not emailed without a mail server, which is no error', async () => {
    const { number: _, ...which } = await issued('caiwu@example.com')
    await mailInvoice(services, which, job)
    expect(await invoices()).toMatchObject([{ mailed_at: null, mail_problem: null }])
  })
})
