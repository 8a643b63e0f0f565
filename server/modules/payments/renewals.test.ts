import { pino } from 'pino'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { creditBalance } from '#server/modules/balance/balance.ts'
import { lineNotices } from '#server/modules/lines/line-notices.ts'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
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
const booked = async () =>
  (await call('getBalanceLedger', { kind: 'payment' }, { sid })).data.list.map(({ actor_name }) => actor_name)
const titles = async () =>
  (
    await system.rows(z.object({ title: z.string() }))`
      select title from notice where account_id = ${company.owner.account.id} order by id`
  ).map(({ title }) => title)
const lastNotices = async () =>
  (
    await system.rows(z.object({ text: z.string() }))`
      select text from notice where account_id = ${company.owner.account.id} and title = '自动续费仍未扣款，余额不足'
      order by id`
  ).map(({ text }) => text)
const endOf = async (id: string) => (await shop.lines()).find(line => line.id === id)?.ends_at ?? ''

async function toppedUp(amount: number) {
  const { data } = await call('topUpBalance', { amount }, { sid })
  const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
}

/** Unlike a top-up, this starts no job that pays renewals. */
const creditBalanceOf = (amount: number) =>
  system.transaction(transaction =>
    creditBalance(transaction, { kind: 'correction', companyId: company.id, amount, note: '' }),
  )

describe('an automatic renewal', () => {
  test('is paid from a sufficient balance once, however many replicas run concurrently', async () => {
    // Guards: the order's key, and its state under its lock; without them every run pays from the balance.
    await toppedUp(1_000_000)
    const line = await renewing()
    const before = await endOf(line.id)
    await Promise.all([run(), run(), run(), again(), again()])
    await run()
    await again()
    expect(await booked()).toEqual(['自动续费'])
    expect(Date.parse(await endOf(line.id)) - Date.parse(before)).toBe(30 * 86_400_000)
    expect(await titles()).not.toContain('自动续费订单待支付')
  })

  test('waits when the balance is too low, is notified once, and is paid after a top-up', async () => {
    const line = await renewing()
    const before = await endOf(line.id)
    await run()
    await run()
    await again()
    expect(await endOf(line.id)).toBe(before)
    expect((await titles()).filter(title => title === '自动续费订单待支付')).toHaveLength(1)
    await toppedUp(1_000_000)
    await expect.poll(() => endOf(line.id), { timeout: 10_000 }).not.toBe(before)
    expect(await booked()).toHaveLength(1)
  })

  test('that is cancelled ends renewing for its line and says so, until somebody turns it on again', async () => {
    const line = await renewing()
    await run()
    const [first] = await shop.ordersOf(line.id)
    expect((await shop.opera(first?.order_id ?? '', 'cancel')).code).toBe(200)
    const renews = async () => (await call('getCompanyVplDetail', { svp_id: line.id }, { sid })).data.auto_renew
    expect(await renews()).toBe(false)
    const { list } = (await call('getVplLog', { svp_id: line.id }, { sid })).data
    expect(list.find(({ action }) => action === 'auto_renew')?.detail).toContain('自动续费的订单已取消，关闭')
    await run()
    expect(await shop.ordersOf(line.id)).toEqual([])
    expect((await call('setCompanyVpl', { svp_ids: [line.id], auto_renew: true }, { sid })).code).toBe(200)
    await run()
    expect(await shop.ordersOf(line.id)).toHaveLength(1)
  })

  describe('whose line is renewed by another order meanwhile', () => {
    async function waiting() {
      const line = await renewing()
      const before = await endOf(line.id)
      await run()
      const items = { kind: 'renewal' as const, svp_ids: [line.id], days: 30, request_key: `by-hand-${line.id}` }
      const byHand = await shop.order(items)
      await creditBalanceOf(1_000_000)
      const renewedOnce = async () => {
        expect(Date.parse(await endOf(line.id)) - Date.parse(before)).toBe(30 * 86_400_000)
        expect(await booked()).toHaveLength(1)
      }
      return { pay: () => shop.opera(byHand, 'pay', { gateway: 'balance' }), renewedOnce }
    }

    test('is not paid a second time', async () => {
      const { pay, renewedOnce } = await waiting()
      expect((await pay()).code).toBe(200)
      await again()
      await renewedOnce()
    })

    test('is not paid a second time between the check and the payment', async () => {
      // Guard: `renewedAsOrdered` in the transaction that pays; the list was read before the other order was paid.
      const { pay, renewedOnce } = await waiting()
      let paid = false
      const overtaken = {
        ...services,
        system: {
          ...system,
          transaction: (async work => {
            if (!paid) {
              paid = true
              expect((await pay()).code).toBe(200)
            }
            return system.transaction(work)
          }) as typeof system.transaction,
        },
      }
      await payRenewals(overtaken, { company_id: company.id }, job)
      expect(paid).toBe(true)
      await renewedOnce()
    })
  })

  test.each(['before', 'after'])(
    'is not paid once its line no longer renews itself, turned off %s the list is read',
    async when => {
      // Guard: `auto_renew` in the list, and in `renewedAsOrdered` in the transaction that pays.
      const line = await renewing()
      const before = await endOf(line.id)
      await run()
      await creditBalanceOf(1_000_000)
      const turnOff = async () =>
        expect((await call('setCompanyVpl', { svp_ids: [line.id], auto_renew: false }, { sid })).code).toBe(200)
      if (when === 'before') await turnOff()
      let reached = false
      const overtaken = {
        ...services,
        system: {
          ...system,
          transaction: (async work => {
            if (!reached && when === 'after') await turnOff()
            reached = true
            return system.transaction(work)
          }) as typeof system.transaction,
        },
      }
      await payRenewals(overtaken, { company_id: company.id }, job)
      expect(reached).toBe(when === 'after')
      expect(await endOf(line.id)).toBe(before)
      const [order] = await shop.ordersOf(line.id)
      expect(await shop.state(order?.order_id ?? '')).toBe('pending')
      expect(await balance()).toBe(1_000_000)
    },
  )

  test('of a frozen company is paid only after thawing', async () => {
    const line = await renewing()
    const before = await endOf(line.id)
    await run()
    await system.change`update company set state_before_freeze = state, state = 'frozen' where id = ${company.id}`
    await creditBalanceOf(1_000_000)
    await again()
    expect(await endOf(line.id)).toBe(before)
    await system.change`update company set state = state_before_freeze, state_before_freeze = null where id = ${company.id}`
    await again()
    expect(await endOf(line.id)).not.toBe(before)
  })

  test('of a company that was frozen meanwhile is placed and paid in the grace of its line', async () => {
    const line = await renewing(-1)
    const before = await endOf(line.id)
    await creditBalanceOf(1_000_000)
    await system.change`update company set state_before_freeze = state, state = 'frozen' where id = ${company.id}`
    await run()
    expect(await shop.ordersOf(line.id)).toEqual([])
    await system.change`update company set state = state_before_freeze, state_before_freeze = null where id = ${company.id}`
    await run()
    expect(Date.parse(await endOf(line.id))).toBeGreaterThan(Date.parse(before) + 30 * 86_400_000)
    expect(await titles()).not.toContain('自动续费订单待支付')
  })

  test.each(['frozen', 'active'])(
    'that waited when its line ended is paid in the grace, for a company that was %s meanwhile',
    async state => {
      // Guard: `pays_until` of the line's grace; an order that expires at the line's end is closed then, and its key lets no other
      // be placed.
      const line = await renewing(0.01)
      await run()
      const [order] = await shop.ordersOf(line.id)
      if (state === 'frozen')
        await system.change`update company set state_before_freeze = state, state = 'frozen' where id = ${company.id}`
      await shop.daysPass(1)
      await shop.close(order?.order_id ?? '')
      await creditBalanceOf(1_000_000)
      if (state === 'frozen')
        await system.change`update company set state = state_before_freeze, state_before_freeze = null where id = ${company.id}`
      await again()
      const left = Date.parse(await endOf(line.id)) - Date.now()
      expect(left).toBeGreaterThan(30 * 86_400_000 - 60_000)
      expect(left).toBeLessThanOrEqual(30 * 86_400_000)
      expect(await booked()).toHaveLength(1)
    },
  )

  test('waits in the grace of its line, until that is over', async () => {
    const line = await renewing(-1)
    const before = await endOf(line.id)
    await run()
    expect(await titles()).toEqual(['自动续费订单待支付'])
    await creditBalanceOf(1_000_000)
    await again()
    expect(await endOf(line.id)).not.toBe(before)
    const [late] = [await renewing(-3.1)]
    await run()
    expect(await shop.ordersOf(late.id)).toEqual([])
  })

  test('is placed, and its line’s end is notified, while the provider suspends the line, but not while a refund does', async () => {
    const [line, refunding] = [await renewing(2.5), await renewing(2.5)]
    const before = await endOf(line.id)
    await system.change`update line set state = 'suspended', suspend_reason = '核实中' where id = ${line.id}`
    await system.change`update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now()
      where id = ${refunding.id}`
    await lineNotices(services, job)
    expect((await call('getNoticeList', { page: 1, page_size: 20 }, { sid })).data.list).toMatchObject([
      { title: '专线即将到期', text: expect.stringMatching(/^专线将在 3 天内到期/) },
    ])
    await creditBalanceOf(1_000_000)
    await run()
    expect(Date.parse(await endOf(line.id)) - Date.parse(before)).toBe(30 * 86_400_000)
    expect(await shop.ordersOf(refunding.id)).toEqual([])
    expect(await titles()).not.toContain('自动续费未能下单')
  })

  test('is notified to the managers once more on the last day', async () => {
    await renewing(0.9)
    await run()
    await again()
    await again()
    expect(await lastNotices()).toEqual([expect.stringContaining('专线到期后停用')])
  })

  test('is notified to the managers once more on the last day of the grace', async () => {
    const { id } = await renewing(0.9)
    await run()
    await again()
    await system.change`update line set ends_at = ends_at - interval '3 days' where id = ${id}`
    await system.change`update order_item set old_ends_at = old_ends_at - interval '3 days' where line_id = ${id}`
    await system.change`update shop_order set pays_until = pays_until - interval '3 days' where company_id = ${company.id}`
    await again()
    await again()
    expect(await lastNotices()).toEqual([
      expect.stringContaining('专线到期后停用'),
      expect.stringContaining('之后订单关闭，专线不再保留'),
    ])
  })

  test('killed between debit and commit has neither paid nor renewed, and is completed by the next run', async () => {
    await toppedUp(1_000_000)
    const line = await renewing()
    const before = await endOf(line.id)
    const broken = {
      ...services,
      system: {
        ...system,
        transaction: (work =>
          system.transaction(async transaction => {
            const result = await work(transaction)
            // The paying transaction returns this, and dies before its commit.
            if (result === 'paid') throw new Error('killed')
            return result
          })) as typeof system.transaction,
      },
    }
    await expect(renewLinesByThemselves(broken, job)).rejects.toThrow('killed')
    expect(await balance()).toBe(1_000_000)
    expect(await endOf(line.id)).toBe(before)
    await run()
    expect(await booked()).toHaveLength(1)
    expect(await endOf(line.id)).not.toBe(before)
  })

  test('killed before the managers were notified is kept until the end of its line, notified by the next run, and paid', async () => {
    const line = await renewing()
    const before = await endOf(line.id)
    const broken = {
      ...services,
      system: {
        ...system,
        transaction: (work =>
          system.transaction(async transaction => {
            const result = await work(transaction)
            // The notifying transaction returns how many orders were placed.
            if (result === 1) throw new Error('killed')
            return result
          })) as typeof system.transaction,
      },
    }
    await expect(renewLinesByThemselves(broken, job)).rejects.toThrow('killed')
    const [order] = await shop.ordersOf(line.id)
    const { order_id } = order ?? expect.unreachable()
    // Simulates half an hour of failure.
    await system.change`update shop_order set pays_until = pays_until - interval '31 minutes' where id = ${order_id}`
    await shop.close(order_id)
    expect(await shop.state(order_id)).toBe('pending')
    await run()
    await run()
    expect((await titles()).filter(title => title === '自动续费订单待支付')).toHaveLength(1)
    await creditBalanceOf(1_000_000)
    await again()
    expect(Date.parse(await endOf(line.id)) - Date.parse(before)).toBe(30 * 86_400_000)
    expect(await shop.ordersOf(line.id)).toHaveLength(1)
  })

  test('paid by a manager at the same moment is paid once', async () => {
    const line = await renewing()
    const before = await endOf(line.id)
    await run()
    const { list } = (await call('getOrderList', { kind: 'renewal' }, { sid })).data
    const order_id = list[0]?.order_id ?? ''
    await toppedUp(1_000_000)
    await Promise.all([shop.opera(order_id, 'pay', { gateway: 'balance' }), again(), again()])
    await expect.poll(() => endOf(line.id)).not.toBe(before)
    expect(Date.parse(await endOf(line.id)) - Date.parse(before)).toBe(30 * 86_400_000)
    expect(await booked()).toHaveLength(1)
  })
})
