import Fastify from 'fastify'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/core/config.ts'
import { countOf } from '#server/database/count-rows.ts'
import type { Services } from '#server/engines/services.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'
import { sandboxCashier } from './sandbox-cashier.ts'

const portal = await testPortal()
const { app, make, system } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
let sid: string
let shop: Shop
let url = ''

// The cashier's notifications arrive over a socket, from outside.
beforeAll(async () => {
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
  ;({ sid, shop } = await openShop(portal))
})

async function atCashier() {
  const orderId = await shop.order(hours)
  const paymentId = await shop.attempt(orderId)
  const { data } = await portal.call('getPayment', { payment_id: paymentId }, { sid })
  return { orderId, paymentId, page: `${url}${data.pay_url}` }
}
const press = (page: string, form: Record<string, string>) =>
  fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
const becomes = (orderId: string, state: string) => expect.poll(() => shop.state(orderId)).toBe(state)
const notified = (orderId: string) =>
  countOf(
    system,
    sql`select count(*) from payment_notification join payment using (out_trade_no) where payment.order_id = ${orderId}`,
  )

test('the cashier page shows subject and amount, needs no script, and its policy allows none', async () => {
  const { page } = await atCashier()
  const answer = await fetch(page)
  const html = await answer.text()
  expect(html).toContain('¥58.00')
  expect(html).toContain('沙箱收银台')
  expect(html).not.toContain('<script')
  expect(html).not.toContain(' style=')
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  )
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect((await fetch(`${url}/demo/cashier.css`)).headers.get('content-type')).toContain('text/css')
})

test('an immediate payment notifies the portal, which delivers, and redirects the buyer to the order', async () => {
  const { orderId, page } = await atCashier()
  const answer = await press(page, { result: 'paid', delivery: 'now' })
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    `/pages/buySuccess/buySuccess?order_id=${orderId}`,
  ])
  await becomes(orderId, 'fulfilled')
  expect(await (await fetch(page)).text()).toContain('支付成功')
  // Going back in the browser must not pay a second time.
  expect((await press(page, { result: 'paid', delivery: 'now' })).headers.get('location')).toBe(new URL(page).pathname)
  expect(await shop.balance()).toBe(30)
})

test('six notifications deliver once', async () => {
  const { orderId, page } = await atCashier()
  await press(page, { result: 'paid', delivery: 'repeat' })
  await becomes(orderId, 'fulfilled')
  await expect.poll(() => notified(orderId)).toBeGreaterThan(0)
  expect(await shop.balance()).toBe(30)
  expect((await shop.detail(orderId)).refunds).toEqual([])
})

test('with a late or missing notification nothing happens until the cashier page queries the gateway', async () => {
  for (const delivery of ['late', 'lose']) {
    const { orderId, paymentId, page } = await atCashier()
    await press(page, { result: 'paid', delivery })
    await new Promise(resolve => setTimeout(resolve, 200))
    expect([await shop.state(orderId), await notified(orderId)]).toEqual(['pending', 0])
    // The page is polled every few seconds and no more often.
    expect((await portal.call('getPayment', { payment_id: paymentId }, { sid })).data.state).toBe('created')
    await system.change`update payment set created_at = created_at - interval '6 seconds' where id = ${paymentId}`
    const { data } = await portal.call('getPayment', { payment_id: paymentId }, { sid })
    expect([data.state, data.order_state]).toEqual(['paid', 'fulfilled'])
  }
})

test('a failed payment fails the attempt, and the order can be paid again', async () => {
  const { orderId, paymentId, page } = await atCashier()
  await press(page, { result: 'failed', delivery: 'now' })
  await expect
    .poll(async () => (await portal.call('getPayment', { payment_id: paymentId }, { sid })).data.state)
    .toBe('failed')
  expect(await (await fetch(page)).text()).toContain('支付失败')
  expect(await shop.attempt(orderId)).not.toBe(paymentId)
})

test('a closed, expired, unknown or malformed payment cannot be paid', async () => {
  const { orderId, page } = await atCashier()
  await shop.opera(orderId, 'cancel')
  expect(await (await fetch(page)).text()).toContain('交易已关闭')
  expect((await press(page, { result: 'paid' })).status).toBe(303)
  expect(await shop.state(orderId)).toBe('cancelled')
  const late = await atCashier()
  await system.change`update demo_trade set expires_at = now() - interval '1 second' where out_trade_no = ${late.page.split('/').at(-1)}`
  await press(late.page, { result: 'paid' })
  expect(await (await fetch(late.page)).text()).toContain('交易已关闭')
  for (const number of ['20261120FFFFFFFFFFFFFFFF', '%00', 'x%27', '<b>']) {
    const answer = await fetch(`${url}/demo/cashier/${number}`)
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain('<b>')
  }
  for (const form of [{}, { result: 'x' }, { result: 'paid', delivery: 'toString' }] as Record<string, string>[])
    expect((await press(late.page, form)).status).toBe(400)
})

test('outside the demonstration the cashier cannot be registered', async () => {
  const services = { config: { ...readConfig({}), mode: 'production' }, system } as Services
  await expect(Fastify().register(sandboxCashier, services)).rejects.toThrow('demo mode only')
})
