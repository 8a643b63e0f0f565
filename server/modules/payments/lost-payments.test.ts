import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { countOf } from '#server/database/count-rows.ts'
import { runAs } from '#server/engines/activity/context.ts'
import type { Gateway } from '#server/integrations/gateways/gateway.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'
import { noteLostPayments, notifiedAndLost, paidAndLost, paymentsSince } from './lost-payments.sql.ts'
import { askAboutLost, handleLostPayment } from './lost-payments.ts'

const portal = await testPortal()
const { make, system, services } = portal
const actor = 'cli:test@host'
const lostPayment = (out_trade_no: string) => ({
  out_trade_no,
  gateway: 'alipay' as const,
  amount: 5800,
  order_number: '202611220001',
})
const lostCheck = async () => {
  await services.health.look()
  return services.health.results().find(({ check }) => check.name === 'payments_lost')
}

test('payments unknown here after the restored time are listed until handled', async () => {
  const { shop } = await openShop(portal)
  const before = new Date(Date.now() - 1000).toISOString()
  await shop.attempt(await shop.order(await make.sku({ product: 'hours', price: 5800 })), 'sandbox')
  const [known] = await paymentsSince(system, before)
  if (!known) throw new Error('the payment is not listed')
  expect(await paymentsSince(system, new Date(Date.now() + 60_000).toISOString())).toEqual([])

  const requested: string[] = []
  services.gateways.online.alipay = {
    name: 'alipay',
    // The only gateway method that is used here.
    async query(outTradeNo: string) {
      requested.push(outTradeNo)
      const payment = { outTradeNo, amount: 5800, tradeNo: 'T1', paidAt: new Date().toISOString() }
      return outTradeNo === 'PAID' ? { state: 'paid', payment } : { state: 'absent' }
    },
  } as Gateway
  expect(await noteLostPayments(system, [known, lostPayment('PAID'), lostPayment('ABSENT')])).toBe(2)
  expect(await noteLostPayments(system, [lostPayment('PAID')])).toBe(0)
  await askAboutLost(services, new AbortController().signal)
  await askAboutLost(services, new AbortController().signal)
  expect(requested.sort()).toEqual(['ABSENT', 'PAID'])
  expect((await paidAndLost(system, 10)).map(({ out_trade_no }) => out_trade_no)).toEqual(['PAID'])
  expect(await lostCheck()).toMatchObject({ state: 'warn', measured: [{ value: 1, detail: 'PAID 58.00 元' }] })

  await expect(
    runAs(actor, () => handleLostPayment(services, { outTradeNo: 'ABSENT', reason: '已退回' })),
  ).rejects.toThrow('没有这笔')
  await runAs(actor, () => handleLostPayment(services, { outTradeNo: 'PAID', reason: '已退回' }))
  await expect(
    runAs(actor, () => handleLostPayment(services, { outTradeNo: 'PAID', reason: '已退回' })),
  ).rejects.toThrow('没有这笔')
  expect(await lostCheck()).toMatchObject({ state: 'good' })
  expect(await countOf(system, sql`select count(*) from audit_entry where action = 'payment.lost_handled'`)).toBe(1)
})

test('an unknown payment that a gateway notifies after a restore is listed as well', async () => {
  const notify = (outTradeNo: string) =>
    system.change`
      insert into payment_notification (gateway, out_trade_no, digest, amount, verdict)
      values ('wechat', ${outTradeNo}, ${Buffer.from(outTradeNo)}, 100, 'unknown')`
  await notify('EARLIER')
  expect(await notifiedAndLost(system, 10)).toEqual([])
  await system.change`insert into restoration (restored_to, made_at) values (now() - interval '1 hour', now() + interval '1 millisecond')`
  await notify('LATER')
  await system.change`update payment_notification set received_at = now() + interval '1 second' where out_trade_no = 'LATER'`
  expect(await notifiedAndLost(system, 10)).toEqual([{ gateway: 'wechat', out_trade_no: 'LATER', amount: 100 }])
  expect(await lostCheck()).toMatchObject({ state: 'warn', measured: [{ detail: 'LATER 1.00 元' }] })

  const handle = (outTradeNo: string) =>
    runAs(actor, () => handleLostPayment(services, { outTradeNo, reason: '已在商户后台退回' }))
  await expect(handle('EARLIER')).rejects.toThrow('没有这笔')
  // Of two concurrent attempts to handle the same, one is told that it is done.
  const both = await Promise.allSettled([handle('LATER'), handle('LATER')])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await lostCheck()).toMatchObject({ state: 'good' })
})
