import { pino } from 'pino'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { creditBalance } from '#server/modules/balance/balance.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { payRenewals, renewLinesByThemselves } from './renewals.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

const renewing = (days = 5) => make.line(company, { bound: true, autoRenew: true, endsAt: daysFromNow(days) })
const run = () => renewLinesByThemselves(services, job)
const again = () => payRenewals(services, { company_id: company.id }, job)
const balance = async () => (await call('getBalance', {}, { sid })).data.amount
const titles = async () =>
  (
    await system.rows(z.object({ title: z.string() }))`
      select title from notice where account_id = ${company.owner.account.id} order by id`
  ).map(({ title }) => title)
/** Unlike a top-up, this starts no job that pays renewals. */
const creditBalanceOf = (amount: number) =>
  system.transaction(transaction =>
    creditBalance(transaction, { kind: 'correction', companyId: company.id, amount, note: '' }),
  )

describe('an automatic renewal that waits', () => {
  test('is nothing to look at any more once the balance has paid it', async () => {
    const line = await renewing()
    await run()
    const [order] = await shop.ordersOf(line.id)
    const id = order?.order_id ?? ''
    await system.change`update shop_order set pays_until = now() + interval '20 hours' where id = ${id}`
    await again()
    const unread = async () =>
      (await call('getNoticeList', { unread_only: true }, { sid })).data.list.map(({ title }) => title).toSorted()
    expect(await unread()).toEqual(['自动续费仍未扣款，余额不足', '自动续费订单待支付'])
    await creditBalanceOf(1_000_000)
    await again()
    expect(await shop.state(id)).toBe('fulfilled')
    expect(await unread()).toEqual(['订单已支付'])
  })

  test('that cannot be delivered is closed, the managers are notified, and no notice of a short balance is sent', async () => {
    const line = await renewing()
    await run()
    const [order] = await shop.ordersOf(line.id)
    const { order_id } = order ?? expect.unreachable()
    await system.change`update line set state = 'released', ip_address_id = null, released_at = now() where id = ${line.id}`
    await creditBalanceOf(1_000_000)
    await system.change`update shop_order set pays_until = now() + interval '20 hours' where id = ${order_id}`
    await again()
    expect(await shop.state(order_id)).toBe('closed')
    expect(await balance()).toBe(1_000_000)
    expect(await titles()).toEqual(['自动续费订单待支付', '自动续费未能完成'])
  })

  test('waits for the decision while a refund suspends its line, and no notice of a short balance is sent', async () => {
    // Guard: `isRefunding` in `isWaiting`.
    const line = await renewing()
    await run()
    const [order] = await shop.ordersOf(line.id)
    await system.change`update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now()
      where id = ${line.id}`
    await system.change`update shop_order set pays_until = now() + interval '20 hours' where id = ${order?.order_id}`
    await again()
    await creditBalanceOf(1_000_000)
    await again()
    expect(await shop.state(order?.order_id ?? '')).toBe('pending')
    expect(await titles()).toEqual(['自动续费订单待支付'])
  })

  test('of a company that is frozen after the list is read is not debited to the balance', async () => {
    // Guard: the company's state in `isWaiting`, which `stillWaits` reads again: a run pays up to 5,000 orders.
    const line = await renewing()
    await run()
    const [order] = await shop.ordersOf(line.id)
    await creditBalanceOf(1_000_000)
    const hold = sql`select from shop_order where id = ${order?.order_id} for update`
    const freeze = sql`update company set state_before_freeze = state, state = 'frozen' where id = ${company.id}`
    await overtakenBy(system, [hold], again, [freeze])
    expect(await shop.state(order?.order_id ?? '')).toBe('pending')
  })

  test('is nothing to top up for while its line does not renew itself, and is again once it does', async () => {
    const line = await renewing()
    await run()
    const [order] = await shop.ordersOf(line.id)
    await system.change`update shop_order set pays_until = now() + interval '20 hours' where id = ${order?.order_id}`
    await again()
    const unread = async () =>
      (await call('getNoticeList', { unread_only: true }, { sid })).data.list.map(({ title }) => title).toSorted()
    const told = ['自动续费仍未扣款，余额不足', '自动续费订单待支付']
    const turn = (auto_renew: boolean) => call('setCompanyVpl', { svp_ids: [line.id], auto_renew }, { sid })
    expect(await unread()).toEqual(told)
    expect((await turn(false)).code).toBe(200)
    expect(await unread()).toEqual([])
    // Nothing has changed, so that nothing is told.
    expect((await call('setCompanyVpl', { svp_ids: [line.id], remark: '换人' }, { sid })).code).toBe(200)
    expect(await unread()).toEqual([])
    expect((await turn(true)).code).toBe(200)
    expect(await unread()).toEqual(told)
  })

  describe.each(['handed in', 'partly arrived'])('whose money comes by a bank transfer, %s', how => {
    test.each(['before', 'after'])('is not debited to the balance; %s the list is read', async when => {
      // Guards: the transfer in `isWaiting`, which the list and `stillWaits` read.
      const line = await renewing()
      await run()
      const [order] = await shop.ordersOf(line.id)
      await creditBalanceOf(1_000_000)
      const pay = async () => {
        const paymentId = await shop.attempt(order?.order_id ?? '', 'transfer')
        if (how === 'handed in') await system.change`update payment set voucher_at = now() where id = ${paymentId}`
        else await system.change`update payment set received = 1 where id = ${paymentId}`
      }
      if (when === 'before') await pay()
      let reached = false
      const overtaken = {
        ...services,
        system: {
          ...system,
          transaction: (async work => {
            if (!reached && when === 'after') await pay()
            reached = true
            return system.transaction(work)
          }) as typeof system.transaction,
        },
      }
      await payRenewals(overtaken, { company_id: company.id }, job)
      expect(reached).toBe(when === 'after')
      expect(await balance()).toBe(1_000_000)
      expect(await shop.state(order?.order_id ?? '')).toBe('pending')
    })
  })
})

test('a renewal by bank transfer stays open no longer than its line is kept, alone and paid with others', async () => {
  const line = await renewing(-2)
  const kept = (await shop.lines()).map(({ ends_at }) => new Date(Date.parse(ends_at) + 3 * 86_400_000).toISOString())
  const renewal = () =>
    shop.order({ kind: 'renewal', svp_ids: [line.id], days: 30, request_key: `kept-${crypto.randomUUID()}` })
  const alone = await renewal()
  const hours = await shop.order(await make.sku({ product: 'hours', price: 5800 }))
  const { data } = await call('payOrdersTogether', { order_ids: [await renewal(), hours] }, { sid })
  for (const id of [alone, data.order_id]) {
    await shop.attempt(id, 'transfer')
    expect([(await shop.detail(id)).pays_until]).toEqual(kept)
  }
  const days = (Date.parse((await shop.detail(hours)).pays_until) - Date.now()) / 86_400_000
  expect(days).toBeCloseTo(3, 1)
})
