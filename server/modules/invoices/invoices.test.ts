import { randomInt, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { newCreditCode } from '#server/testing/identities.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { waitingInvoices } from './deciding.sql.ts'
import { issueInvoice, rejectInvoice } from './deciding.ts'
import { reverseInvoice } from './reversing.ts'
import { maxTitles } from './titles.calls.ts'

const { app, call, make, system, services } = await testPortal()
const pdf = onePage()
let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company({ managers: 1 })
  sid = await make.session(company.owner.account)
})

const fields = () => ({
  kind: 'normal' as const,
  title: company.name,
  tax_number: company.creditCode,
  email: 'caiwu@example.com',
})
const bankFields = {
  address: '深圳市南山区',
  phone: '0755-86000000',
  bank: '中国银行深圳分行',
  bank_account: '4000000000000001',
}
const setTitle = (more: Partial<InputOf<'setInvoiceTitle'>> = {}) =>
  call('setInvoiceTitle', { ...fields(), ...more }, { sid })
const titles = async () => (await call('getInvoiceTitleList', {}, { sid })).data
const request = (order_ids: string[], title_id: string, as = sid) =>
  call('requestInvoice', { order_ids, title_id }, { sid: as })
const invoiceable = async () => (await call('getInvoiceableOrderList', {}, { sid })).data
const invoices = async () => (await call('getInvoiceList', {}, { sid })).data
const number = () => Array.from({ length: 20 }, () => randomInt(10)).join('')
const issue = (invoiceId: string, input: { number?: string; content?: Buffer } = {}) =>
  runAs('cli:test', () => issueInvoice(services, { invoiceId, number: number(), content: pdf, ...input }))

const reverse = (invoiceId: string, scope: 'whole' | 'refunded', amount: number) =>
  runAs('cli:test', () =>
    reverseInvoice(services, { invoiceId, scope, amount, reason: '订单已退款', number: number(), content: pdf }),
  )

/** Creates an invoice that was requested for one order. */
async function requested(amount = 5800) {
  const order = await make.order(company, { amount })
  const { title_id } = (await setTitle()).data
  return { order, title_id, id: (await request([order.id], title_id)).data.invoice_id }
}

describe('invoice titles', () => {
  test('suggest the verified company’s name and code; the first is preferred until another one is', async () => {
    expect(await titles()).toEqual({ list: [], verified: { title: company.name, tax_number: company.creditCode } })
    const first = (await setTitle()).data
    expect(first).toMatchObject({ preferred: true, address: '' })
    const second = (await setTitle({ kind: 'special', ...bankFields, preferred: true })).data
    expect((await titles()).list.map(each => [each.title_id, each.preferred])).toEqual([
      [second.title_id, true],
      [first.title_id, false],
    ])
    // A change of the preferred title that omits the preference keeps it.
    expect((await setTitle({ title_id: second.title_id, email: 'new@example.com' })).data).toMatchObject({
      preferred: true,
      email: 'new@example.com',
      kind: 'normal',
    })
    expect((await call('delInvoiceTitle', { title_id: first.title_id }, { sid })).code).toBe(200)
    expect((await call('delInvoiceTitle', { title_id: first.title_id }, { sid })).code).toBe(-51001)
    expect((await setTitle({ title_id: first.title_id })).code).toBe(-51001)
  })

  test('of a special invoice need all of its fields', async () => {
    for (const missing of ['address', 'phone', 'bank', 'bank_account'])
      expect((await setTitle({ kind: 'special', ...bankFields, [missing]: ' ' })).code).toBe(-51002)
    expect((await setTitle({ kind: 'special', ...bankFields })).code).toBe(200)
  })

  test('of another company are unknown', async () => {
    const { title_id } = (await setTitle()).data
    const other = await make.company()
    sid = await make.session(other.owner.account)
    expect((await setTitle({ title_id, tax_number: newCreditCode() })).code).toBe(-51001)
    expect((await call('delInvoiceTitle', { title_id }, { sid })).code).toBe(-51001)
    expect((await request([(await make.order(other)).id], title_id)).code).toBe(-51001)
  })

  // Guard: lockCompany. Without it several become preferred concurrently and all but one answer 500, or the maximum is exceeded.
  test('added concurrently leave one preferred title and keep within the limit', async () => {
    for (let kept = 0; kept < maxTitles - 3; kept++) await setTitle()
    const answers = await Promise.all(Array.from({ length: 8 }, () => setTitle({ preferred: true })))
    expect(answers.map(({ code }) => code).sort()).toEqual([...Array(5).fill(-51005), 200, 200, 200])
    const { list } = await titles()
    expect([list.length, list.filter(({ preferred }) => preferred).length]).toEqual([maxTitles, 1])
  })
})

describe('requesting an invoice', () => {
  test('covers money paid for delivered orders, and nothing else', async () => {
    const [one, two] = [
      await make.order(company, { amount: 10_000, couponDiscount: 3000, createdAt: new Date(Date.now() - 60_000) }),
      await make.order(company, { amount: 5800 }),
    ]
    for (const state of ['pending', 'paid', 'cancelled', 'closed', 'refunding', 'refunded'] as const)
      await make.order(company, { state })
    const free = await make.order(company, { amount: 3000, couponDiscount: 3000 })
    const foreign = await make.order(await make.company())
    const found = await invoiceable()
    expect(found).toMatchObject({ total: 2, amount_total: 12_800 })
    expect(found.list.map(({ order_id, amount }) => [order_id, amount])).toEqual([
      [two.id, 5800],
      [one.id, 7000],
    ])
    const { title_id } = (await setTitle()).data
    for (const wrong of [free.id, foreign.id, randomUUID()])
      expect((await request([one.id, wrong], title_id)).code).toBe(-51003)
    expect((await invoiceable()).total).toBe(2)
    const answer = await request([one.id, two.id, one.id], title_id)
    expect([answer.code, answer.data.amount]).toEqual([200, 12_800])
    expect(await invoiceable()).toEqual({ list: [], total: 0, amount_total: 0 })
    // The invoice keeps the title as requested.
    await setTitle({ title_id, title: '改了名的公司' })
    const { list, total } = await invoices()
    expect(total).toBe(1)
    expect(list[0]).toMatchObject({
      state: 'asked',
      title: company.name,
      amount: 12_800,
      file_url: null,
      refunded: false,
    })
    expect(list[0]?.orders.map(({ order_id }) => order_id).sort()).toEqual([one.id, two.id].sort())
  })

  // Guard: `invoice_id is null` in markOrders. Without it several invoices are requested for one order.
  test('for the same order concurrently makes one invoice', async () => {
    const other = await make.session(company.managers[0]?.account ?? company.owner.account)
    const { title_id } = (await setTitle()).data
    for (let round = 0; round < 5; round++) {
      const shared = await make.order(company)
      const own = await Promise.all([1, 2, 3, 4].map(() => make.order(company)))
      const answers = await Promise.all(
        own.map(({ id }, index) =>
          // They are requested in both orders, but locked in one.
          request(index % 2 ? [shared.id, id] : [id, shared.id], title_id, index % 2 ? sid : other),
        ),
      )
      expect(answers.map(({ code }) => code).sort()).toEqual([-51003, -51003, -51003, 200])
    }
    const twice = await system.rows(z.object({ order_id: z.string() }))`
    select order_id from invoice_order where company_id = ${company.id} group by order_id having count(*) > 1`
    expect(twice).toEqual([])
    expect((await invoices()).total).toBe(5)
  })

  test('can be withdrawn once, after which the orders can be invoiced again', async () => {
    const { id, order, title_id } = await requested()
    const withdraw = () => call('withdrawInvoice', { invoice_id: id }, { sid })
    expect((await withdraw()).msg).toBe('已撤回')
    expect((await withdraw()).code).toBe(-51004)
    expect((await invoiceable()).list.map(({ order_id }) => order_id)).toEqual([order.id])
    expect((await request([order.id], title_id)).code).toBe(200)
    expect((await invoices()).list.map(({ state }) => state)).toEqual(['asked', 'withdrawn'])
    expect((await call('withdrawInvoice', { invoice_id: randomUUID() }, { sid })).code).toBe(-51004)
  })
})

describe('deciding an invoice request', () => {
  const bell = async () =>
    (await call('getNoticeList', {}, { sid })).data.list.filter(({ kind }) => kind === 'invoice_decided')

  test('issues number and file, which only a signed URL opens', async () => {
    const { id } = await requested()
    await issue(id, { number: '24440000000000000001' })
    const [found] = (await invoices()).list
    expect(found).toMatchObject({ state: 'issued', invoice_number: '24440000000000000001' })
    const answer = await app.inject({ url: found?.file_url ?? '' })
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload).toEqual(pdf)
    expect(answer.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'private, no-store' })
    expect((await app.inject({ url: found?.file_url?.replace(/\?.*/, '') ?? '' })).statusCode).toBe(403)
    expect((await call('withdrawInvoice', { invoice_id: id }, { sid })).code).toBe(-51004)
    expect(await bell()).toMatchObject([{ title: '发票已开具', link: '/control/orderrecord?tab=invoices' }])
    const again = await requested()
    await expect(issue(again.id, { number: '24440000000000000001' })).rejects.toThrow('已登记过')
    expect(
      (await system.rows(z.object({ id: z.string() }))`select id from stored_file where purpose = 'invoice'`).length,
    ).toBe(1)
    expect(
      await system.rows(
        z.object({ actor: z.string() }),
      )`select actor from audit_entry where target = ${`invoice:${id}`}`,
    ).toEqual([{ actor: 'cli:test' }])
  })

  test('refuses a wrong number, a non-PDF, an active PDF and an unknown invoice', async () => {
    const { id } = await requested()
    await expect(issue(id, { number: '123' })).rejects.toThrow('20 位')
    await expect(issue(id, { content: Buffer.from('hello') })).rejects.toThrow('须为 PDF')
    await expect(issue(id, { content: Buffer.from('%PDF-1.7\n1 0 obj') })).rejects.toThrow('不完整')
    const active = onePage('/OpenAction << /JS (app.alert(1)) >>')
    await expect(issue(id, { content: active })).rejects.toThrow('脚本')
    await expect(issue(randomUUID())).rejects.toThrow('没有编号')
    expect((await invoices()).list[0]?.state).toBe('asked')
  })

  test('rejects it with a reason, which releases its orders', async () => {
    const { id, order } = await requested()
    await runAs('cli:test', () => rejectInvoice(services, { invoiceId: id, reason: '税号与抬头不一致' }))
    expect((await invoices()).list[0]).toMatchObject({ state: 'rejected', reason: '税号与抬头不一致' })
    expect((await invoiceable()).list.map(({ order_id }) => order_id)).toEqual([order.id])
    expect((await bell())[0]?.text).toContain('税号与抬头不一致')
    await expect(issue(id)).rejects.toThrow('已处理或已撤回')
  })

  // Guard: `state = ${from}` in decideInvoice. Without it a withdrawn invoice is issued, and its orders are invoiced twice.
  test('has one winner when withdrawing and issuing are concurrent', async () => {
    for (let round = 0; round < 8; round++) {
      const { id, order } = await requested()
      const [withdrawn, issued] = await Promise.allSettled([
        call('withdrawInvoice', { invoice_id: id }, { sid }).then(({ code }) => expect(code).toBe(200)),
        issue(id),
      ])
      expect([withdrawn.status, issued.status].sort()).toEqual(['fulfilled', 'rejected'])
      // The loser is told so: a constraint that breaks off its transaction decides nothing.
      const refusals = [withdrawn, issued].flatMap(each => (each.status === 'rejected' ? [each.reason.message] : []))
      expect(refusals).toEqual([expect.stringMatching(/-51004|已处理或已撤回/)])
      const free = (await invoiceable()).list.some(({ order_id }) => order_id === order.id)
      expect(free).toBe(withdrawn.status === 'fulfilled')
    }
  })

  test('for a refunded order is refused; an invoice already issued waits to be reversed', async () => {
    const [first, second] = [await requested(5800), await requested(9900)]
    const other = await make.order(company, { amount: 100 })
    const both = (await request([other.id, (await make.order(company)).id], first.title_id)).data.invoice_id
    await issue(second.id)
    await issue(both)
    const refund = (id: string) =>
      system.change`
        update shop_order set state = 'refunded', returned_amount = payable, refunded_amount = payable, ended_at = now() where id = ${id}`
    await refund(first.order.id)
    await refund(other.id)
    await expect(issue(first.id)).rejects.toThrow(first.order.number)
    const mine = async () =>
      (await waitingInvoices(system, 100))
        .filter(({ company_id }) => company_id === company.id)
        .map(({ invoice_id, state, refunded }) => [invoice_id, state, refunded])
    expect(await mine()).toEqual([
      [first.id, 'asked', [first.order.number]],
      [both, 'issued', [other.number]],
    ])
    const shown = (await invoices()).list.map(each => [each.invoice_id, each.refunded])
    expect(Object.fromEntries(shown)).toEqual({ [first.id]: true, [second.id]: false, [both]: true })
    await reverse(both, 'whole', 5900)
    await expect(reverse(both, 'whole', 5900)).rejects.toThrow('已红冲')
    expect(await mine()).toHaveLength(1)
    // The remaining order can be invoiced again; the refunded one can't.
    const found = await invoiceable()
    expect(found.total).toBe(1)
    expect(found.list.some(({ order_id }) => order_id === other.id)).toBe(false)
    const reversed = (await invoices()).list.find(({ invoice_id }) => invoice_id === both)
    expect(reversed).toMatchObject({ state: 'reversed', refunded: false, reason: '订单已退款' })
    expect(reversed?.file_url).toContain('/files/')
    expect(reversed?.reds).toMatchObject([{ amount: 5900, reason: '订单已退款' }])
  })

  test('after a partial refund must be requested anew; an issued invoice is reversed by that part', async () => {
    const invoice = await requested(5800)
    const issued = await requested(9900)
    await issue(issued.id)
    const partly = (id: string, returned: number, refunded: number) => system.change`
      update shop_order set returned_amount = ${returned}, refunded_amount = ${refunded} where id = ${id}`
    // As long as a refund is under way, no invoice is issued for its order, and none can be requested.
    const pending = await make.order(company, { amount: 700 })
    await partly(pending.id, 100, 0)
    expect((await request([pending.id], invoice.title_id)).code).toBe(-51003)
    await partly(invoice.order.id, 800, 0)
    await expect(issue(invoice.id)).rejects.toThrow(invoice.order.number)
    await partly(invoice.order.id, 800, 800)
    await expect(issue(invoice.id)).rejects.toThrow(invoice.order.number)
    await runAs('cli:test', () => rejectInvoice(services, { invoiceId: invoice.id, reason: '部分退款' }))
    expect((await invoiceable()).amount_total).toBe(5000)
    expect((await request([invoice.order.id], invoice.title_id)).data.amount).toBe(5000)

    await expect(reverse(issued.id, 'refunded', 900)).rejects.toThrow('没有未红冲的退款')
    await partly(issued.order.id, 900, 900)
    expect((await waitingInvoices(system, 100)).find(({ invoice_id }) => invoice_id === issued.id)).toMatchObject({
      overstated: 900,
      standing: 9900,
    })
    await reverse(issued.id, 'refunded', 900)
    const shown = async () => (await invoices()).list.find(({ invoice_id }) => invoice_id === issued.id)
    expect(await shown()).toMatchObject({ state: 'issued', refunded: false, amount: 9900, reds: [{ amount: 900 }] })
    expect((await shown())?.reds[0]?.file_url).toContain('/files/')
    await expect(reverse(issued.id, 'refunded', 900)).rejects.toThrow('没有未红冲的退款')
    // Once the rest is refunded, reversing that part reverses the whole invoice.
    await partly(issued.order.id, 9900, 9900)
    await reverse(issued.id, 'refunded', 9000)
    expect(await shown()).toMatchObject({ state: 'reversed', reds: [{ amount: 900 }, { amount: 9000 }] })
  })

  test('bears the amount of its paper, which may have been made before the last refund', async () => {
    const issued = await requested(9900)
    await issue(issued.id)
    const refund = async (amount: number, refunded: number) => {
      await system.change`
        with paid as (
          insert into payment (company_id, order_id, amount, gateway, state, out_trade_no, paid_at, expires_at)
          values (${company.id}, ${issued.order.id}, 9900, 'transfer', 'paid', ${`P${number()}`}, now(), now()) returning id
        )
        insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, done_at)
        select ${company.id}, ${issued.order.id}, id, ${`R${number()}`}, ${amount}, '补偿', 'goodwill', 'done', now() from paid`
      await system.change`
        update shop_order set returned_amount = ${refunded}, refunded_amount = ${refunded} where id = ${issued.order.id}`
    }
    await refund(1000, 1000)
    await refund(500, 1500)
    await expect(reverse(issued.id, 'whole', 9800)).rejects.toThrow('应为 ¥99.00')
    await expect(reverse(issued.id, 'refunded', 1200)).rejects.toThrow(
      '应为 ¥15.00，之后又退款的，也可以是当时的 ¥10.00',
    )
    await reverse(issued.id, 'refunded', 1000)
    const mine = async () => (await waitingInvoices(system, 100)).find(({ invoice_id }) => invoice_id === issued.id)
    expect(await mine()).toMatchObject({ overstated: 500, standing: 8900 })
    await reverse(issued.id, 'refunded', 500)
    expect(await mine()).toBeUndefined()
    const reds = (await invoices()).list.find(({ invoice_id }) => invoice_id === issued.id)?.reds
    expect(reds?.map(({ amount }) => amount)).toEqual([1000, 500])
  })

  test('keeps one of two concurrent red invoices for one part', async () => {
    const issued = await requested(9900)
    await issue(issued.id)
    await system.change`
      update shop_order set returned_amount = 900, refunded_amount = 900 where id = ${issued.order.id}`
    // Guard: the lock of the orders in lockInvoice, behind which the second reads what the first reversed.
    const both = await Promise.allSettled([reverse(issued.id, 'refunded', 900), reverse(issued.id, 'refunded', 900)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await invoices()).list.find(({ invoice_id }) => invoice_id === issued.id)?.reds).toHaveLength(1)
  })
})
