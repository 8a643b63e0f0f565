import { buffer } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { instant } from '#contract/fields.ts'
import { line } from '#contract/records/line.ts'
import { couponStates, invoiceStates, orderStates } from '#contract/shop.ts'
import { dayInChina } from '#server/core/service-time.ts'
import { countOf } from '#server/database/count-rows.ts'
import { checkPdf } from '#server/engines/files/check-pdf.ts'
import { shownState } from '#server/modules/access/line-state.ts'
import { testPortal } from '#server/testing/portal.ts'
import { fillDemonstration } from './demonstration.ts'

const { app, call, system, services } = await testPortal()
let sid = ''
beforeAll(async () => {
  await fillDemonstration(services)
  sid = (await call('wLogin', { is_agree: 1, username: '13800000001', password: 'demo1234' })).data.sid
}, 30_000)

const none = async (statement: ReturnType<typeof sql>) => expect(await system.change`${statement}`).toBe(0)

test('the manager sees orders, coupons and invoices in every state that lasts', async () => {
  // In the demonstration an order is payable only until its transaction commits.
  for (const state of orderStates.filter(each => each !== 'paid'))
    expect((await call('getOrderList', { state }, { sid })).data.total, state).toBeGreaterThan(0)
  const { counts } = (await call('getUserCouponList', {}, { sid })).data
  for (const state of couponStates) expect(counts[state], state).toBeGreaterThan(0)
  for (const state of invoiceStates)
    expect((await call('getInvoiceList', { state }, { sid })).data.total, state).toBe(state === 'issued' ? 2 : 1)
  const lines = await system.rows(line.schema.pick({ state: true }))`select distinct ${shownState} as state from line`
  expect(lines.map(({ state }) => state).sort()).toEqual([
    'active',
    'expired',
    'expiring',
    'released',
    'suspended',
    'unbound',
  ])
  const center = (await call('getUserCouponTypeList', {}, { sid })).data.list
  expect(center.map(({ reason }) => reason.split('，')[0]).sort()).toEqual([
    '',
    '',
    '',
    '已领取',
    '已领取',
    '领取尚未开始',
  ])
})

test('every stock matches its addresses, orders and lines', async () => {
  await none(sql`
    select * from address_stock where free <> (select count(*) from ip_address
      where state = 'free' and ip_address.region_id = address_stock.region_id
        and ip_address.access_way_id = address_stock.access_way_id)`)
  const reserved = await system.row(z.object({ stock: z.number(), lines: z.number(), pending: z.number() }))`
    select (select sum(reserved) from address_stock)::integer as stock,
      (select count(*) from line where state in ('unbound', 'suspended') and ip_address_id is null)::integer as lines,
      (select sum(quantity) from order_item join shop_order using (company_id) where shop_order.id = order_id
        and state = 'pending' and kind = 'purchase')::integer as pending`
  expect(reserved).toEqual({ stock: 13, lines: 6, pending: 7 })
  await none(sql`
    select id from line where state = 'active' and ip_address_id is null or state = 'released' and ip_address_id is not null`)
  await none(sql`
    select id from ip_address where (state = 'bound') <> exists (select from line where ip_address_id = ip_address.id)`)
  expect(await countOf(system, sql`select count(*) from ip_address where state = 'cooling'`)).toBe(1)
})

test('every order was placed at the price of its day', async () => {
  await none(sql`
    select order_item.name from order_item
    join shop_order on shop_order.company_id = order_item.company_id and shop_order.id = order_id
    join sku on sku.id = sku_id
    where order_item.price <> coalesce((select old_value from price_change
      where price_change.sku_id = sku.id and state = 'applied' and holds_from > shop_order.created_at
      order by holds_from limit 1), sku.price)`)
})

// Checks what the portal itself would have checked when the connection opened (connections/opening.ts).
test('every past connection belongs to a person who had the right to the line then, on a device in use', async () => {
  const uses = await system.rows(z.object({ svp_id: z.string(), employee_id: z.string(), at: instant }))`
    select distinct on (line_id, employee_id, extract(dow from started_at)) line_id as svp_id, employee_id, started_at as at
    from connection order by line_id, employee_id, extract(dow from started_at), started_at`
  expect(uses.length).toBeGreaterThan(50)
  const unfounded = await Promise.all(
    uses.map(async ({ svp_id, employee_id, at }) => {
      const { usable, list } = (await call('getVplUserList', { svp_id, at, page_size: 100 }, { sid })).data
      const reasons = list.find(user => user.employee_id === employee_id)?.reasons ?? []
      return usable && reasons.some(({ holds }) => holds) ? [] : [`${svp_id} ${employee_id} ${at}`]
    }),
  )
  expect(unfounded.flat()).toEqual([])
  await none(sql`
    select connection.id from connection left join device on device.company_id = connection.company_id
      and device.id = device_id and device.employee_id = connection.employee_id and audit_state = 'approved'
    where ended_at > last_seen_at or ended_at > now() or device.created_at > started_at or device.id is null`)
  await none(sql`
    select shop.id from shop left join connection on connection.company_id = shop.company_id and connection.shop_id = shop.id
      and connection.line_id = shop.line_id
    where shop.line_id is not null and connection.id is null`)
  expect(await countOf(system, sql`select count(*) from connection where findings <> '{}'`)).toBe(1)
})

test('every order matches its items, coupon, payments and ledger', async () => {
  await none(sql`
    select number from shop_order join lateral (
      select sum(order_item.list_amount) as list, sum(amount) as amount from order_item
      where order_item.company_id = shop_order.company_id and order_id = shop_order.id
    ) as items on true
    where product <> 'balance'
      and (list is distinct from list_amount or items.amount is distinct from list_amount - package_discount)`)
  await none(sql`
    select number from shop_order left join payment on payment.company_id = shop_order.company_id
      and order_id = shop_order.id and payment.state in ('paid', 'refunded')
    where (shop_order.state in ('fulfilled', 'refunding', 'refunded')) <> (payment.id is not null)
      or payment.amount <> payable`)
  await none(sql`
    select number from shop_order where state <> (select to_state from order_event
      where order_event.company_id = shop_order.company_id and order_id = shop_order.id order by id desc limit 1)`)
  await none(sql`
    select number from shop_order join order_item on order_item.company_id = shop_order.company_id
      and order_id = shop_order.id
    where product = 'hours' and not exists (select from service_entry where service_entry.company_id = shop_order.company_id
      and kind = 'purchase' and note = '订单 ' || number and service_entry.days = order_item.days * quantity)`)
  await none(sql`
    select note from service_entry where kind = 'purchase' and not exists (
      select from shop_order where number = substr(note, 4))`)
  await none(sql`
    select coupon_type.name from coupon_type
    where claimed <> (select count(*) from coupon where coupon_type_id = coupon_type.id)`)
  await none(sql`
    select coupon.id from coupon left join shop_order on shop_order.company_id = coupon.company_id
      and shop_order.id = order_id
    where coupon.state <> case shop_order.state when 'pending' then 'locked' when 'fulfilled' then 'used' else 'unused' end
      or used_at > valid_until or shop_order.coupon_id <> coupon.id`)
  await none(sql`
    select invoice.id from invoice where amount <> (select sum(invoice_order.amount) from invoice_order
      join shop_order on shop_order.company_id = invoice.company_id and shop_order.id = order_id
        and payable = invoice_order.amount
      where invoice_order.company_id = invoice.company_id and invoice_order.invoice_id = invoice.id)
      or asked_at < (select max(fulfilled_at) from invoice_order join shop_order on shop_order.id = order_id
        where invoice_order.invoice_id = invoice.id)`)
  await none(sql`select id from order_event where created_at > now()`)
  await none(sql`select id from line_log where created_at > now()`)
})

test('the shown data can be used: cancelling, claiming, requesting and reading an invoice', async () => {
  const pending = (await call('getOrderList', { state: 'pending' }, { sid })).data.list
  const miami = pending.find(({ subject }) => subject.includes('迈阿密'))
  expect((await call('orderOpera', { order_id: miami?.order_id ?? '', opera: 'cancel' }, { sid })).code).toBe(200)
  const { list } = (await call('getUserCouponTypeList', {}, { sid })).data
  const claimable = list.find(each => each.claimable)
  expect((await call('getCoupon', { coupon_type_id: claimable?.coupon_type_id ?? '' }, { sid })).code).toBe(200)
  const free = (await call('getInvoiceableOrderList', { page_size: 100 }, { sid })).data
  const titles = (await call('getInvoiceTitleList', {}, { sid })).data.list
  const order_ids = free.list.map(({ order_id }) => order_id)
  const requested = await call('requestInvoice', { order_ids, title_id: titles[0]?.title_id ?? '' }, { sid })
  expect([requested.code, requested.data.amount]).toEqual([200, free.amount_total])
  const files = await system.rows(
    z.object({ storage_key: z.string() }),
  )`select storage_key from stored_file where purpose = 'invoice'`
  expect(files).toHaveLength(3)
  for (const { storage_key } of files) {
    const stored = await services.storage.get(storage_key)
    expect(stored && (await checkPdf('test', await buffer(stored.stream)))).toHaveProperty('content')
  }
})

test('the balance matches its ledger, a month with movements is closed, and an offer is waiting', async () => {
  const { amount } = (await call('getBalance', {}, { sid })).data
  const ledger = (await call('getBalanceLedger', {}, { sid })).data.list
  expect(ledger.map(({ kind }) => kind).toSorted()).toEqual(['payment', 'payment', 'refund', 'topup'])
  expect(ledger.reduce((sum, entry) => sum + entry.amount, 0)).toBe(amount)
  expect(ledger[0]?.balance_after).toBe(amount)
  const months = (await call('getStatementList', {}, { sid })).data.list
  const closed = months.find(({ topups }) => topups > 0)
  expect(closed && closed.month < dayInChina(Date.now()).slice(0, 7)).toBe(true)
  expect(months[0]?.closing).toBe(amount)
  const { url } = (await call('exportStatement', { month: closed?.month ?? '', format: 'pdf' }, { sid })).data
  expect((await app.inject({ url })).statusCode).toBe(200)
  const [offer] = (await call('getProposalList', {}, { sid })).data.list
  expect(offer?.state).toBe('sent')
  const { proposal_id = '', payable = 0 } = offer ?? {}
  expect((await call('getProposalContract', { proposal_id }, { sid })).code).toBe(200)
  expect((await call('acceptProposal', { proposal_id, payable }, { sid })).code).toBe(200)
})
