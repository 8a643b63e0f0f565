import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { untilDayHolds } from '#server/testing/one-day.ts'
import { operateFile } from '#server/testing/operate-file.ts'
import { onePage } from '#server/testing/pdf.ts'
import { testPortal } from '#server/testing/portal.ts'
import { statementOf } from './statement.ts'
import { invoicesOf, monthsOf, ordersOf, spanOf } from './statements.sql.ts'

const portal = await testPortal()
const { app, call, make, services, system } = portal
const hours = await make.sku({ product: 'hours', price: 5_800 })

const { company, sid, shop } = await openShop(portal, { name: '深圳市蓝帆有限公司' })

/** Inserts entries as written over the months, because the ledger accepts only insertions. */
async function past(entries: [at: string, kind: string, amount: number][]) {
  let balance = 0
  for (const [at, kind, amount] of entries) {
    balance += amount
    await system.change`
      insert into balance_entry (company_id, kind, amount, balance_after, actor_name, created_at)
      values (${company.id}, ${kind}, ${amount}, ${balance}, '测试', ${at})`
  }
  await system.change`insert into company_balance (company_id, amount) values (${company.id}, ${balance})`
}

test('months are continuous: sums match the ledger, and each opens with the previous closing balance', async () => {
  await untilDayHolds()
  const months = (ago: number) => {
    const china = new Date(Date.now() + 8 * 3_600_000)
    return new Date(Date.UTC(china.getUTCFullYear(), china.getUTCMonth() - ago, 1)).toISOString().slice(0, 7)
  }
  // The last instant of a month in China, and the first of the next.
  const begin = new Date(`${months(1)}-01T00:00:00+08:00`)
  await past([
    [`${months(3)}-05T10:00:00+08:00`, 'topup', 100_000],
    [`${months(3)}-06T10:00:00+08:00`, 'payment', -30_000],
    [new Date(begin.getTime() - 1).toISOString(), 'payment', -20_000],
    [begin.toISOString(), 'refund', 5_000],
    [`${months(1)}-20T10:00:00+08:00`, 'correction', -1_000],
  ])
  const orderId = await shop.order(hours)
  expect((await shop.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
  const { list } = (await call('getStatementList', {}, { sid })).data
  expect(list.map(({ month, opening, closing }) => [month, opening, closing])).toEqual([
    [months(0), 54_000, 48_200],
    [months(1), 50_000, 54_000],
    [months(2), 70_000, 50_000],
    [months(3), 0, 70_000],
  ])
  expect(list[0]).toMatchObject({ payments: -5_800, orders: 1, orders_amount: 5_800 })
  expect(list[1]).toMatchObject({ refunds: 5_000, corrections: -1_000, orders: 0 })
  const { amount } = (await call('getBalance', {}, { sid })).data
  expect(list[0]?.closing).toBe(amount)
  // Each part is the sum of the ledger's entries of the month, kind by kind.
  const sums = await system.rows(z.object({ month: z.string(), sum: z.int() }))`
    select to_char(created_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month, sum(amount)::bigint as sum
    from balance_entry where company_id = ${company.id} group by 1`
  for (const { month, opening, closing } of list)
    expect(closing - opening).toBe(sums.find(each => each.month === month)?.sum ?? 0)

  const file = async (format: 'pdf' | 'xlsx') => {
    const { code, data } = await call('exportStatement', { month: months(0), format }, { sid })
    expect([code, data.file_name]).toEqual([200, `对账单-${months(0)}.${format}`])
    return (await app.inject({ url: data.url })).rawPayload
  }
  const reading = await readFirstSheet('owner', await file('xlsx'), 100)
  const rows = 'rows' in reading ? reading.rows : expect.unreachable()
  expect(rows.find(([label]) => label === '期初余额')?.[1]).toBe('540')
  expect(rows.find(([label]) => label === '期末余额')?.[1]).toBe('482')
  expect((await PDFDocument.load(await file('pdf'))).getPageCount()).toBeGreaterThan(0)
  expect((await call('exportStatement', { month: months(4), format: 'pdf' }, { sid })).code).toBe(-50023)
})

// Guard: `product <> 'balance'` in `monthsOf` and `ordersOf`. Without it a top-up's money counts twice: on arrival, and when it is
// spent.
test('a top-up that was paid is none of a month’s orders', async () => {
  await untilDayHolds()
  const { company: other, sid: own, shop: theirs } = await openShop(portal)
  const { data } = await call('topUpBalance', { amount: 5_800 }, { sid: own })
  const paid = await theirs.payAtCashier(await theirs.attempt(data.order_id))
  expect(paid && (await theirs.settle(paid))).toBe('settled')
  const orderId = await theirs.order(hours)
  expect((await theirs.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
  const [month] = (await call('getStatementList', {}, { sid: own })).data.list
  expect(month).toMatchObject({ topups: 5_800, payments: -5_800, orders: 1, orders_amount: 5_800 })
  const { order_number } = await theirs.detail(orderId)
  const listed = await ordersOf(system, other.id, spanOf(month?.month ?? ''))
  expect(listed.map(each => each.order_number)).toEqual([order_number])
})

// Guard: `isSurplus` in `ordersOf`. Money that came first, and was refunded because nothing could be delivered for it, has paid
// nothing.
test('an order is listed with the gateway that paid it, and not with one whose money went back', async () => {
  const { company: other, shop: theirs } = await openShop(portal)
  const orderId = await theirs.bought(hours)
  await system.change`
    with surplus as (
      insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, paid_at, expires_at)
      values (${other.id}, ${orderId}, 'alipay', ${`T${Date.now()}`}, 5800, 'refunded', now() - interval '1 minute', now())
      returning id
    )
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, done_at)
    select ${other.id}, ${orderId}, id, ${`RS${Date.now()}`}, 5800, '款项退回', 'surplus', 'done', now() from surplus`
  const span = {
    since: new Date(Date.now() - 86_400_000).toISOString(),
    until: new Date(Date.now() + 1_000).toISOString(),
  }
  expect((await ordersOf(system, other.id, span)).map(({ gateway }) => gateway)).toEqual(['sandbox'])
})

test('a rejected refund of a top-up counts in no sum, and a completed one is not listed as an order’s', async () => {
  const { company: other, sid: own, shop: theirs } = await openShop(portal)
  const { data } = await call('topUpBalance', { amount: 5_800 }, { sid: own })
  const paid = await theirs.payAtCashier(await theirs.attempt(data.order_id))
  expect(paid && (await theirs.settle(paid))).toBe('settled')
  const month = async () => (await call('getStatementList', {}, { sid: own })).data.list[0] ?? expect.unreachable()
  const ask = async (approve: boolean) => {
    expect((await theirs.opera(data.order_id, 'refund', { reason: '不用了' })).code).toBe(200)
    await theirs.decide(data.order_id, approve)
  }
  await ask(false)
  expect(await month()).toMatchObject({ topups: 5_800, withdrawals: 0, closing: 5_800 })
  // The same holds for a part of it.
  expect(await theirs.correct(-800)).toBe(200)
  expect((await theirs.askUnused(data.order_id)).code).toBe(200)
  await theirs.decide(data.order_id, false)
  expect(await month()).toMatchObject({ topups: 5_800, withdrawals: 0, closing: 5_000 })
  expect(await theirs.correct(800)).toBe(200)
  await ask(true)
  expect(await month()).toMatchObject({ topups: 5_800, withdrawals: -5_800, closing: 0 })
  const { sections } = await statementOf(system, other.id, await month())
  expect(sections.find(({ name }) => name === '退款')?.rows).toMatchObject([
    [expect.any(String), expect.any(String), '充值退款', 5_800, expect.any(String), expect.any(String), '不用了'],
  ])
})

test('a month lists the documents of refunds: credit notes and red invoices', async () => {
  const orderId = await shop.bought(hours)
  const { order_number } = await shop.detail(orderId)
  await shop.opera(orderId, 'refund', { reason: '买错了' })
  await shop.decide(orderId, true)
  await shop.sendRefunds()
  const file = (await make.storedFile({ accountId: company.owner.account.id, purpose: 'invoice' })).id
  const [number, red] = ['26442000000000000001', '26442000000000000002']
  await system.change`
    with issued as (
      insert into invoice (company_id, kind, title, tax_number, address, phone, bank, bank_account, email, amount, state,
        invoice_number, file_id, decided_at, asked_by)
      values (${company.id}, 'normal', '深圳市蓝帆有限公司', '91440300MA5FABCD0X', '', '', '', '', 'a@example.com', 5800, 'reversed',
        ${number}, ${file}, now(), '林海舟')
      returning id
    )
    insert into red_invoice (company_id, invoice_id, invoice_number, file_id, amount, reason)
    select ${company.id}, id, ${red}, ${file}, 5800, '订单已退款' from issued`
  const { list } = (await call('getStatementList', {}, { sid })).data
  const [figures] = list
  const { sections } = figures ? await statementOf(system, company.id, figures) : expect.unreachable()
  const rows = (name: string) => sections.find(section => section.name === name)?.rows
  expect(rows('退款')).toContainEqual(expect.arrayContaining([order_number, '整单退款', `${order_number}-T1`]))
  expect(rows('红字发票')).toMatchObject([[expect.any(String), red, number, -5800, '订单已退款']])
})

// Guard: `readSnapshot` in exportStatement. Without it a concurrent refund is listed, and what it credited is not.
test('a statement is of one moment, whatever happens while it is written', async () => {
  await untilDayHolds()
  const { company: other, sid: own, shop: theirs } = await openShop(portal)
  const { data } = await call('topUpBalance', { amount: 5_800 }, { sid: own })
  const paid = await theirs.payAtCashier(await theirs.attempt(data.order_id))
  expect(paid && (await theirs.settle(paid))).toBe('settled')
  const orderId = await theirs.order(hours)
  expect((await theirs.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
  const month = (await call('getStatementList', {}, { sid: own })).data.list[0]?.month ?? ''
  const rows = async () => (await call('exportStatement', { month, format: 'xlsx' }, { sid: own })).data.rows
  const before = await rows()
  const waiting = () =>
    system.rows(z.object({ pid: z.int() }))`
      select pid from pg_locks where relation = 'refund'::regclass and not granted`
  const { promise } = await system.transaction(async transaction => {
    await transaction.change`lock table refund in access exclusive mode`
    const promise = rows()
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
    await transaction.change`
      insert into balance_entry (company_id, kind, amount, balance_after, order_id, actor_name)
      values (${other.id}, 'refund', 100, 100, ${orderId}, '客服')`
    await transaction.change`
      insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, done_at)
      select company_id, order_id, id, ${`R${Date.now()}`}, 100, '补偿', 'goodwill', 'done', now()
      from payment where company_id = ${other.id} and order_id = ${orderId}`
    return { promise }
  })
  expect(await promise).toBe(before)
  expect(await rows()).toBe(before + 2)
})

test('the statement of a month keeps an invoice that is reversed later', async () => {
  const [buyer, finance] = [await make.company(), await make.operator('finance')]
  const { id: invoice_id } = await make.invoice(buyer)
  const token = finance.token
  const content = onePage()
  const send = (name: 'issueInvoiceRequest' | 'reverseIssuedInvoice', fields: Record<string, string>) =>
    operateFile(portal, name, { fields: { invoice_id, ...fields }, content, fileName: '发票.pdf', token })
  const [number, red] = [
    `26442000000${Date.now().toString().slice(-9)}`,
    `26443000000${Date.now().toString().slice(-9)}`,
  ]
  expect(await send('issueInvoiceRequest', { invoice_number: number })).toMatchObject({ code: 200 })
  // Moves the invoice to an earlier month.
  const [issued] = await system.rows(z.object({ amount: z.int(), month: z.string() }))`
    update invoice set decided_at = decided_at - interval '40 days', issued_at = issued_at - interval '40 days'
    where id = ${invoice_id} returning amount, to_char(decided_at at time zone 'Asia/Shanghai', 'YYYY-MM') as month`
  const { amount, month } = issued ?? expect.unreachable()
  const numbers = async () => (await invoicesOf(system, buyer.id, spanOf(month))).map(each => each.invoice_number)
  expect(await numbers()).toEqual([number])
  const reversal = { invoice_number: red, scope: 'whole', amount: String(amount), reason: '开错了' }
  expect(await send('reverseIssuedInvoice', reversal)).toMatchObject({ code: 200 })
  expect(await numbers()).toEqual([number])
})

test('a company without money has no statement, and sees nobody else’s', async () => {
  const other = await make.company()
  const { data } = await call('getStatementList', {}, { sid: await make.session(other.owner.account) })
  expect(data.list).toEqual([])
  // The database itself keeps them apart.
  expect(await monthsOf(services.companyDatabase(other.id), company.id)).toEqual([])
})
