import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { gatewayNames } from '#contract/shop.ts'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { app, make, system } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
const line = await make.sku()
const finance = await make.operator('finance')
const second = await make.operator('finance')
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal, {
    name: `南屿（三亚）贸易${Math.random().toString(36).slice(2, 8)}有限公司`,
  }))
})

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>, as = finance) =>
  portal.operate(name, input, { token: as.token })
const numbers = async (filter: OperationInput<'getSalesOrderList'>) =>
  (await operate('getSalesOrderList', filter)).data.list.map(({ order_number }) => order_number)
async function exported(code: number, { url }: { url: string }) {
  expect(code).toBe(200)
  const reading = await readFirstSheet('owner', (await app.inject({ url })).rawPayload, 10)
  const [titles = [], row = []] = 'rows' in reading ? reading.rows : expect.unreachable()
  return Object.fromEntries(titles.map((title, place) => [title, row[place]]))
}
const numberOf = async (orderId: string) => (await shop.detail(orderId)).order_number
const detail = async (order_number: string) => (await operate('getSalesOrder', { order_number })).data

describe('the sales order list', () => {
  test('searches by number, company and content, and has all other filters, over all companies', async () => {
    const other = await make.company()
    const theirs = await make.order(other, { subject: '别家的线路 12 条' })
    const pending = await shop.order(hours)
    await shop.attempt(pending, 'transfer')
    const bought = await shop.bought(line)
    const [first, last] = [await numberOf(pending), await numberOf(bought)]
    const of = { company_id: company.id }
    expect(await numbers(of)).toEqual([last, first])
    expect(await numbers({ keyword: first })).toEqual([first])
    expect(await numbers({ keyword: company.name.slice(0, 8) })).toEqual([last, first])
    expect(await numbers({ keyword: '线路 12' })).toEqual([theirs.number])
    // An order is listed and counted once when both the company's name and the order's subject contain the keyword.
    const namesake = await make.company({ name: `线路 12 号${company.name}` })
    const twice = await make.order(namesake, { subject: '线路 12 年' })
    const both = await operate('getSalesOrderList', { keyword: '线路 12' })
    expect(both.data.list.map(({ order_number }) => order_number)).toEqual([twice.number, theirs.number])
    expect(both.data.total).toBe(2)
    expect(await numbers({ ...of, state: 'pending' })).toEqual([first])
    expect(await numbers({ ...of, product: 'line' })).toEqual([last])
    expect(await numbers({ ...of, kind: 'renewal' })).toEqual([])
    expect(await numbers({ ...of, gateway: 'transfer' })).toEqual([first])
    expect(await numbers({ ...of, gateway: 'sandbox' })).toEqual([last])
    expect(await numbers({ ...of, keyword: theirs.number })).toEqual([])
    expect(await numbers({ ...of, to: '2020-01-01' })).toEqual([])
    expect(await numbers({ ...of, page: 2, page_size: 1 })).toEqual([first])
    const { data } = await operate('getSalesOrderList', of)
    expect(data).toMatchObject({ total: 2, more: false })
    expect(data.list[0]).toMatchObject({ company_name: company.name, gateway: 'sandbox', state: 'fulfilled' })
  })

  test('finds an order by what its payer reads on a receipt: our number, the gateway’s, or the remark code', async () => {
    const orderId = await shop.order(hours)
    const { out_trade_no: remark } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
    const paid = await shop.payAtCashier(await shop.attempt(orderId))
    expect(paid && (await shop.settle(paid))).toBe('settled')
    const number = await numberOf(orderId)
    for (const keyword of [remark, paid?.outTradeNo, paid?.tradeNo]) {
      expect(await numbers({ keyword: keyword ?? '' })).toEqual([number])
      expect(await numbers({ keyword: keyword?.slice(0, -1) ?? '' })).toEqual([])
    }
    expect(await numbers({ keyword: remark, state: 'pending' })).toEqual([])
  })

  test('is filtered by the gateway that it shows, and exported so', async () => {
    const bought = await shop.order(line)
    await shop.attempt(bought, 'transfer')
    const paid = await shop.payAtCashier(await shop.attempt(bought, 'sandbox'))
    if (paid) await shop.settle(paid)
    // Money that came again later, and is refunded, pays nothing.
    await system.change`
      with again as (
        insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at, state, paid_at)
        select company_id, id, 'transfer', 'again-' || number, payable, now(), 'paid', now() from shop_order where id = ${bought}
        returning company_id, order_id, id, amount)
      insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind)
      select company_id, order_id, id, 'R' || id, amount, '重复付款', 'surplus' from again`
    const pending = await shop.order(hours)
    await shop.attempt(pending, 'sandbox')
    await shop.attempt(pending, 'transfer')
    const shown = { sandbox: await numberOf(bought), transfer: await numberOf(pending) }
    for (const gateway of ['sandbox', 'transfer'] as const) {
      const filter = { company_id: company.id, gateway }
      const { list, total } = (await operate('getSalesOrderList', filter)).data
      expect([list, total]).toMatchObject([[{ order_number: shown[gateway], gateway }], 1])
      const { code, data } = await operate('exportSalesOrders', filter, second)
      expect(data.rows).toBe(1)
      expect(await exported(code, data)).toMatchObject({ 支付方式: gatewayNames[gateway] })
    }
  })

  test('is exported as filtered, which is audited', async () => {
    const number = await numberOf(await shop.bought(hours))
    const { code, data } = await operate('exportSalesOrders', { company_id: company.id })
    expect([code, data.rows]).toEqual([200, 1])
    const reading = await readFirstSheet('owner', (await app.inject({ url: data.url })).rawPayload, 10)
    const [, row] = 'rows' in reading ? reading.rows : expect.unreachable()
    expect(row?.[0]).toContain(number)
    expect(row?.[1]).toBe(company.name)
    // Numbers, which a program can add up.
    expect(row?.slice(7, 11)).toEqual(['58', '0', '0', '58'])
    const entry = await system.row(z.object({ after: z.unknown() }))`
    select after from audit_entry where action = 'order.exported' and actor = ${`operator:${finance.id}`}`
    expect(entry?.after).toEqual({ company_id: company.id })
  })

  test('is exported with refunded and pending amounts, like the company’s own list', async () => {
    const orderId = await shop.bought(hours)
    expect(await shop.goodwill(orderId, 1000)).toBe(200)
    await shop.decide(orderId, true)
    expect(await shop.goodwill(orderId, 750)).toBe(200)
    const ours = await operate('exportSalesOrders', { company_id: company.id })
    const theirs = await portal.call('exportOrders', {}, { sid })
    for (const { code, data } of [ours, theirs])
      expect(await exported(code, data)).toMatchObject({
        '已退（元）': '10',
        '退款中（元）': '7.5',
        '应付（元）': '58',
      })
  })
})

test('shows of one order every payment attempt and its lines, even if its company deleted it', async () => {
  const bought = await shop.order(line)
  await shop.attempt(bought, 'transfer')
  const paid = await shop.payAtCashier(await shop.attempt(bought, 'sandbox'))
  if (paid) await shop.settle(paid)
  const number = await numberOf(bought)
  expect(await detail(number)).toMatchObject({
    company_id: company.id,
    company_name: company.name,
    state: 'fulfilled',
    payments: [
      { gateway: 'sandbox', state: 'paid', trade_no: expect.any(String) },
      { gateway: 'transfer', state: 'closed', trade_no: null },
    ],
    lines: [{ name: expect.any(String) }],
    refunds: [],
    invoice_number: null,
    may: { close: false, refund: true },
    refund_late: false,
  })
  const ended = await shop.order(hours)
  const gone = await numberOf(ended)
  await shop.opera(ended, 'cancel')
  await shop.opera(ended, 'delete')
  expect(await detail(gone)).toMatchObject({ hidden: true, state: 'cancelled', may: { close: false, refund: false } })
  expect((await operate('getSalesOrder', { order_number: '0' })).code).toBe(-53021)
})

describe('closing an order', () => {
  test('releases the reservations of a pending order, and records the reason in history and audit', async () => {
    const orderId = await shop.order(line)
    await shop.attempt(orderId, 'sandbox')
    const number = await numberOf(orderId)
    const reserved = () =>
      system.row(z.object({ reserved: z.int() }))`select reserved from address_stock where region_id = ${line.regionId}`
    const before = (await reserved())?.reserved ?? 0
    expect((await operate('closeSalesOrder', { order_number: number, reason: '客户下错单' })).code).toBe(200)
    expect((await reserved())?.reserved).toBe(before - 1)
    const { state, events, payments } = await detail(number)
    expect([state, payments[0]?.state]).toEqual(['closed', 'closed'])
    expect(events.at(-1)).toMatchObject({ to: 'closed', actor_name: '客服', note: '客户下错单' })
    const entry = await system.row(z.object({ actor: z.string(), after: z.unknown() }))`
    select actor, after from audit_entry where action = 'order.closed' and target = ${`order:${number}`}`
    expect(entry).toEqual({ actor: `operator:${finance.id}`, after: { state: 'closed', reason: '客户下错单' } })
    expect((await operate('closeSalesOrder', { order_number: number, reason: '再关一次' })).code).toBe(-53020)
  })

  test('delivers the order instead when its payment is found first', async () => {
    const orderId = await shop.order(hours)
    await shop.payAtCashier(await shop.attempt(orderId, 'sandbox'))
    const answer = await operate('closeSalesOrder', { order_number: await numberOf(orderId), reason: '客户下错单' })
    expect([answer.code, answer.msg]).toEqual([-53020, expect.stringContaining('刚刚已支付')])
    expect(await shop.state(orderId)).toBe('fulfilled')
  })
})

describe('a refund on behalf of a company', () => {
  const approval = async (number: string) =>
    (await system.row(z.object({ id: z.string(), state: z.string() }))`
      select id, state from approval where kind = 'refund' and summary like ${`%${number}%`} order by id desc`) ??
    expect.unreachable()

  test('takes back the goods at once, and pays when another operator confirms', async () => {
    const orderId = await shop.bought(hours)
    const number = await numberOf(orderId)
    expect((await operate('refundSalesOrder', { order_number: number, reason: '服务不可用' })).code).toBe(200)
    expect([await shop.state(orderId), await shop.balance()]).toEqual(['refunding', 0])
    expect((await portal.call('getNoticeList', {}, { sid })).data.list[0]).toMatchObject({
      kind: 'order_refunded',
      text: `平台为订单 ${number} 发起退款 ¥58.00：服务不可用。所退的时长已从企业可分配时长中扣回；退款到账时另行通知。`,
    })
    expect((await detail(number)).refunds).toMatchObject([
      { kind: 'requested', state: 'asked', approval: { requested_by: `${finance.name}的姓名` } },
    ])
    const { id } = await approval(number)
    expect((await operate('decideApproval', { approval_id: id, decision: 'confirm' })).code).toBe(-53010)
    expect((await operate('decideApproval', { approval_id: id, decision: 'confirm' }, second)).code).toBe(200)
    await shop.sendRefunds()
    await expect.poll(() => shop.state(orderId)).toBe('refunded')
  })

  test.each(['reject', 'withdraw'] as const)(
    'gives the goods back at once when it is not confirmed: %s',
    async decision => {
      const orderId = await shop.bought(line)
      const number = await numberOf(orderId)
      const refund = { order_number: number, reason: '服务不可用' }
      expect((await operate('refundSalesOrder', refund)).code).toBe(200)
      expect((await shop.lines()).map(({ state }) => state)).toEqual(['suspended'])
      const { id } = await approval(number)
      const [by, reason] = decision === 'reject' ? ([second, '他在骗人'] as const) : ([finance, undefined] as const)
      const answer = await operate('decideApproval', { approval_id: id, decision, reason }, by)
      expect([answer.code, answer.data.result]).toEqual([200, expect.stringContaining('退款已取消')])
      expect([await shop.state(orderId), (await shop.lines())[0]?.state]).toEqual(['fulfilled', 'unbound'])
      // Operators' messages to each other are not shown to the company.
      expect((await detail(number)).refunds).toMatchObject([
        { state: 'rejected', note: decision === 'reject' ? '客服复核未通过' : '客服已撤回' },
      ])
      // The company has requested nothing that could be rejected.
      expect((await portal.call('getNoticeList', {}, { sid })).data.list[0]).toMatchObject({
        title: '平台发起的退款已取消',
        text: expect.stringMatching(
          new RegExp(`^平台为订单 ${number} 发起的退款 ¥[\\d.]+ 已取消：客服.*。所购内容已恢复使用。$`),
        ),
      })
      expect((await operate('refundSalesOrder', refund)).code).toBe(200)
    },
  )

  test('is still to be decided when its company has asked for it and a second operator does not confirm', async () => {
    const orderId = await shop.bought(hours)
    const number = await numberOf(orderId)
    expect((await shop.opera(orderId, 'refund', { reason: '不用了' })).code).toBe(200)
    const { list } = (await operate('getRefundList', { keyword: number })).data
    expect((await operate('requestRefund', { out_refund_no: list[0]?.out_refund_no ?? '' })).code).toBe(200)
    const { id } = await approval(number)
    const rejected = await operate('decideApproval', { approval_id: id, decision: 'reject', reason: '先查' }, second)
    expect([rejected.code, rejected.data.result]).toEqual([200, '已驳回'])
    expect((await detail(number)).refunds).toMatchObject([{ state: 'asked' }])
  })

  test('shows the second operator the purchase, its use, earlier refunds and the withdrawals', async () => {
    const orderId = await shop.bought(hours, 2)
    const number = await numberOf(orderId)
    expect(await shop.goodwill(orderId, 500)).toBe(200)
    await shop.decide(orderId, true)
    await system.change`update service_balance set days = 10 where company_id = ${company.id}`
    const { data } = await operate('getSalesRefundOffer', { order_number: number })
    expect(data.offers.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['unused', Math.floor((2 * 5800 * 10) / 60)],
      ['goodwill', 2 * 5800 - 500],
    ])
    const refundInput = {
      order_number: number,
      kind: 'unused' as const,
      amount: data.offers[0]?.amount,
      reason: '服务不可用',
    }
    expect((await operate('refundSalesOrder', refundInput)).code).toBe(200)
    const { id } = await approval(number)
    const { rows } = (await operate('getApprovalEvidence', { approval_id: id }, second)).data
    const said = (label: string) => rows.find(row => row.label === label)?.value
    expect(said('订单')).toContain(number)
    expect(said('方式')).toBe('按未用部分退款，沙箱收银台')
    expect(said('收款')).toContain('¥116.00')
    expect(said('退回')).toBe('本次 ¥19.33，已退 ¥5.00，含在途共 ¥24.33')
    expect(said('收回')).toBe('员工时长 10 天，¥19.33')
    expect(said('此前退款')).toContain('补偿退款 ¥5.00，已退款')
    expect(said('原因')).toBe('服务不可用')
    expect(rows.find(({ label }) => label === '用量')).toMatchObject({
      ...{ value: '买了 60 人天，历次退款（含本次）共收回 10 人天，已分配或用去 50 人天', tone: 'warning' },
    })
  })

  test('shows the second operator the use of lines as it was before the refund took them', async () => {
    const usageOf = async (order_number: string) => {
      const input = { order_number, kind: 'unused' as const, reason: '服务不可用' }
      expect((await operate('refundSalesOrder', input)).code).toBe(200)
      const { id } = await approval(order_number)
      const { rows } = (await operate('getApprovalEvidence', { approval_id: id }, second)).data
      return rows.flatMap(({ label, value, tone }) => (label === '用量' ? [{ value, tone }] : []))
    }
    const unused = await numberOf(await shop.bought(line, 2))
    await shop.daysPass(3)
    expect(await usageOf(unused)).toEqual([
      { value: '2 条专线，都没有绑定过地址；申请时已用到第 4 天；没有连接的记录', tone: null },
    ])
    const used = await numberOf(await shop.bought(line))
    await shop.daysPass(3)
    await system.change`
      update line set bound_at = '2026-01-02T04:00:00Z'
      where company_id = ${company.id} and order_id = (select id from shop_order where number = ${used})`
    expect(await usageOf(used)).toEqual([
      { value: '1 条专线，1 条绑定过地址（最早 2026-01-02）；申请时已用到第 4 天；没有连接的记录', tone: 'warning' },
    ])
  })

  test('is refused for hours already used, and takes nothing back', async () => {
    const orderId = await shop.bought(hours)
    const number = await numberOf(orderId)
    await system.change`update service_balance set days = 10 where company_id = ${company.id}`
    const answer = await operate('refundSalesOrder', { order_number: number, reason: '服务不可用' })
    expect(answer.code).toBe(-49013)
    expect(await detail(number)).toMatchObject({ state: 'fulfilled', refunds: [] })
    const pending = await numberOf(await shop.order(hours))
    expect((await operate('refundSalesOrder', { order_number: pending, reason: '服务不可用' })).code).toBe(-53020)
  })
})
