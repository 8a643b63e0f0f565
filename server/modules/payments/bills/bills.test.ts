import { beforeEach, expect, test, vi } from 'vitest'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { BillEntry, Gateway } from '#server/integrations/gateways/gateway.ts'
import { GatewayFailure } from '#server/integrations/gateways/gateway-failure.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { untilDayHolds } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
import { readBillsJob } from '../jobs.ts'
import { setUnread } from './bills.sql.ts'
import { readBills } from './read-bills.ts'

const portal = await testPortal()
const { make, system, services } = portal
const finance = await make.operator('finance')
await make.operator('finance')
const hours = await make.sku({ product: 'hours', price: 5800 })
const { company, shop } = await openShop(portal)
await untilDayHolds()
const today = dayInChina(Date.now())
const tomorrow = Date.now() + 24 * 3_600_000
const sandbox = services.gateways.online.sandbox ?? expect.unreachable()

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>) =>
  portal.operate(name, input, { token: finance.token })
const differences = async (state: 'open' | 'handled' = 'open') =>
  (await operate('getBillDifferenceList', { state })).data.list
const found = async () => (await differences()).map(({ kind, out_trade_no }) => [kind, out_trade_no])
/** Reads the bills as on the following day, when today's exists. */
const read = () => readBills(services, new AbortController().signal, tomorrow)
const billToday = async () => (await operate('getBillList', {})).data.list.find(({ day }) => day === today)

/** Replaces the entries of the sandbox's bill; the rest of it stays. */
const bill = (change: (entries: BillEntry[]) => BillEntry[] | undefined) => {
  services.gateways.online.sandbox = {
    ...sandbox,
    bill: async day => change((await sandbox.bill(day)) ?? []),
  } as Gateway
}
const unread = () => setUnread(system, 'sandbox', today)

async function paid() {
  const orderId = await shop.order(hours)
  const payment = await shop.payAtCashier(await shop.attempt(orderId))
  return { orderId, payment: payment ?? expect.unreachable() }
}
const settled = async () => {
  const { orderId, payment } = await paid()
  expect(await shop.settle(payment)).toBe('settled')
  return { orderId, number: payment.outTradeNo }
}
const refunded = async () => {
  const { orderId } = await settled()
  expect((await shop.opera(orderId, 'refund', { reason: '买错了' })).code).toBe(200)
  await shop.decide(orderId, true)
}

beforeEach(async () => {
  services.gateways.online.sandbox = sandbox
  await system.change`delete from bill_difference`
  await system.change`delete from gateway_bill`
})

test('payments and refunds that agree to the fen leave no difference', async () => {
  await settled()
  await refunded()
  await read()
  expect(await differences()).toEqual([])
  expect(await billToday()).toMatchObject({ state: 'read', differences: 0, problem: null })
  const { payments_amount, refunds, refunds_amount } = (await billToday()) ?? expect.unreachable()
  expect([payments_amount % 5800, refunds, refunds_amount]).toEqual([0, 1, 5800])
})

test('a payment without a notification is settled by the bill, and its order delivered', async () => {
  const { orderId } = await paid()
  await read()
  expect(await differences()).toEqual([])
  expect(await shop.state(orderId)).toBe('fulfilled')
})

test('a payment unknown to this database is listed, handled once, and not listed again', async () => {
  bill(entries => [...entries, { outTradeNo: '20261120LOST', outRefundNo: null, tradeNo: 'T9', amount: 9900 }])
  await settled()
  await read()
  const [difference] = await differences()
  expect(difference).toMatchObject({
    kind: 'payment_unknown',
    trade_no: 'T9',
    billed_amount: 9900,
    own_amount: null,
    order_number: null,
  })
  const handle = () =>
    operate('handleBillDifference', {
      difference_id: difference?.difference_id ?? '',
      reason: '恢复之前的订单，已在商户后台退回',
    })
  // Of two concurrent attempts to handle the same, one is told that it is done.
  expect((await Promise.all([handle(), handle()])).map(({ code }) => code).sort()).toEqual([-53204, 200])
  await unread()
  await read()
  expect(await differences()).toEqual([])
  expect(await differences('handled')).toMatchObject([
    { kind: 'payment_unknown', handled_by: expect.any(String), note: '恢复之前的订单，已在商户后台退回' },
  ])
})

test('a different amount or a payment missing from the bill is listed with both amounts', async () => {
  const [one, other] = [await settled(), await settled()]
  bill(entries =>
    entries.flatMap(entry => {
      if (entry.outTradeNo === other.number) return []
      return entry.outTradeNo === one.number ? { ...entry, amount: entry.amount - 1 } : entry
    }),
  )
  await read()
  expect((await differences()).map(({ kind, billed_amount, own_amount }) => [kind, billed_amount, own_amount])).toEqual(
    [
      ['payment_amount', 5799, 5800],
      ['payment_missing', null, 5800],
    ],
  )
})

test('a wrong amount that was noted is no difference, also once it is back', async () => {
  const { orderId, payment } = await paid()
  expect(await shop.settle({ ...payment, amount: 5000 })).toBe('mismatch')
  bill(entries =>
    entries.map(each =>
      each.outTradeNo === payment.outTradeNo && !each.outRefundNo ? { ...each, amount: 5000 } : each,
    ),
  )
  await read()
  expect(await found()).toEqual([])
  expect((await operate('returnWrongPayment', { out_trade_no: payment.outTradeNo })).code).toBe(200)
  await shop.decide(orderId, true)
  await unread()
  await read()
  expect(await found()).toEqual([])
})

test('a payment near midnight that the gateway counts to another day is no difference', async () => {
  const { number } = await settled()
  bill(entries => entries.filter(({ outTradeNo }) => outTradeNo !== number))
  const { query } = sandbox
  services.gateways.online.sandbox = {
    ...(services.gateways.online.sandbox ?? sandbox),
    async query(outTradeNo: string) {
      const status = await query(outTradeNo)
      return status.state === 'paid'
        ? { state: 'paid', payment: { ...status.payment, paidAt: new Date(tomorrow).toISOString() } }
        : status
    },
  }
  await read()
  expect(await found()).toEqual([])
})

test.each([
  ['unknown here', 'R-UNKNOWN', 5800, 'refund_unknown'],
  ['of another amount', undefined, 1, 'refund_amount'],
] as const)('a refund that is %s is listed', async (_what, number, amount, kind) => {
  await refunded()
  bill(entries =>
    entries.flatMap(entry =>
      entry.outRefundNo === null ? entry : [{ ...entry, outRefundNo: number ?? entry.outRefundNo, amount }],
    ),
  )
  await read()
  expect((await found()).map(([each]) => each)).toContain(kind)
})

test('a refund of an online payment that the bank has sent is missing from no bill', async () => {
  const { orderId, number } = await settled()
  expect((await shop.opera(orderId, 'refund', { reason: '买错了' })).code).toBe(200)
  const { order_number } = await shop.detail(orderId)
  const [refund] = (await operate('getRefundList', { state: 'asked', keyword: order_number })).data.list
  const { out_refund_no, refund_id } = refund ?? expect.unreachable()
  // The gateway can no longer refund it.
  await system.change`update refund set state = 'failed' where id = ${refund_id}`
  expect((await operate('markRefundSent', { out_refund_no, reference: 'B1234' })).code).toBe(200)
  await read()
  expect(await differences()).toEqual([])
  // The gateway has made it all the same: the money went back twice.
  await sandbox.refund({ outTradeNo: number, outRefundNo: out_refund_no, amount: 5800, total: 5800, reason: '' })
  await unread()
  await read()
  expect(await differences()).toMatchObject([{ kind: 'refund_unknown', out_refund_no, order_number }])
  await system.change`delete from demo_trade_refund where out_refund_no = ${out_refund_no}`
})

test('an unreachable gateway is retried, and the list says why', async () => {
  await settled()
  bill(() => {
    throw new GatewayFailure('支付宝 isv.insufficient-isv-permissions', false)
  })
  await read()
  expect(await billToday()).toMatchObject({ state: 'waiting', problem: '支付宝 isv.insufficient-isv-permissions' })
  services.gateways.online.sandbox = sandbox
  await read()
  expect(await billToday()).toMatchObject({ state: 'read', problem: null })
})

test('a day without a bill waits in the morning, and counts as a day without payments at noon', async () => {
  await settled()
  bill(() => undefined)
  const at = (hour: number) => Date.parse(`${today}T00:00:00+08:00`) + (24 + hour) * 3_600_000
  await readBills(services, new AbortController().signal, at(10))
  expect(await billToday()).toMatchObject({ state: 'waiting' })
  await readBills(services, new AbortController().signal, at(12))
  expect(await billToday()).toMatchObject({ state: 'read', payments: 0 })
  expect((await differences()).every(({ kind }) => kind.endsWith('_missing'))).toBe(true)
})

test('after a restore the bills since its time are read, however long ago', async () => {
  await settled()
  await system.change`update payment set created_at = now() - interval '60 days' where company_id = ${company.id}`
  await read()
  const days = async () => (await operate('getBillList', { page_size: 50 })).data.list.length
  expect(await days()).toBe(7)
  await system.change`insert into restoration (restored_to) values (now() - interval '20 days')`
  await read()
  expect(await days()).toBe(21)
})

test('a day can be read again on request, except today, too old days and unused gateways', async () => {
  const yesterday = dayInChina(Date.now() - 24 * 3_600_000)
  // The job would read it immediately, before the waiting state can be seen.
  const enqueued = vi.spyOn(services.jobs, 'enqueue').mockResolvedValue(undefined)
  expect((await operate('readBillAgain', { gateway: 'sandbox', day: yesterday })).code).toBe(200)
  expect(enqueued).toHaveBeenCalledExactlyOnceWith(expect.anything(), readBillsJob, {}, { key: 'read_bills' })
  enqueued.mockRestore()
  expect(await operate('getBillList', {})).toMatchObject({ data: { list: [{ day: yesterday, state: 'waiting' }] } })
  await readBills(services, new AbortController().signal)
  const list = (await operate('getBillList', {})).data.list
  expect(list.find(({ day }) => day === yesterday)).toMatchObject({ state: 'read' })
  for (const input of [
    { gateway: 'sandbox', day: dayInChina(tomorrow) },
    { gateway: 'sandbox', day: '2020-01-01' },
    { gateway: 'wechat', day: yesterday },
  ] as const)
    expect((await operate('readBillAgain', input)).code).toBe(-53205)
})

test('each partial refund of a payment is compared by its own number and amount', async () => {
  const { orderId, number } = await settled()
  for (const amount of [1000, 2000]) {
    expect(await shop.goodwill(orderId, amount)).toBe(200)
    await shop.decide(orderId, true)
  }
  await read()
  expect(await differences()).toEqual([])
  await unread()
  bill(entries =>
    entries.map(each => (each.outTradeNo === number && each.amount === 2000 ? { ...each, amount: 2001 } : each)),
  )
  await read()
  expect(await differences()).toMatchObject([{ kind: 'refund_amount', billed_amount: 2001, own_amount: 2000 }])
})
