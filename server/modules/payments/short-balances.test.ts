import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { creditBalance } from '#server/modules/balance/balance.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { testPortal } from '#server/testing/portal.ts'
import { renewLinesByThemselves } from './renewals.ts'
import { warnOfShortBalances } from './short-balances.ts'

const portal = await testPortal()
const { call, make, system, services } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

let company: TestCompany
let sid: string
beforeEach(async () => {
  company = await make.company()
  sid = await make.session(company.owner.account)
})

const renewing = (days: number) => make.line(company, { bound: true, autoRenew: true, endsAt: daysFromNow(days) })
const titles = async () =>
  (
    await system.rows(z.object({ title: z.string() }))`
      select title from notice where account_id = ${company.owner.account.id} order by id`
  ).map(({ title }) => title)
const creditBalanceOf = (amount: number) =>
  system.transaction(transaction =>
    creditBalance(transaction, { kind: 'correction', companyId: company.id, amount, note: '' }),
  )
const priceOf = async (lineId: string) =>
  (
    await system.row(z.object({ price: z.int() }))`
    select price from sku join line on line.sku_id = sku.id where line.id = ${lineId}`
  )?.price ?? expect.unreachable()

test('an insufficient balance is notified a week before the debit, once for those lines', async () => {
  const warned = async () => (await titles()).filter(title => title === '余额不足以支付接下来的自动续费').length
  const [first] = [await renewing(10), await renewing(12)]
  // A company that has never prepaid is notified when the order is placed.
  await warnOfShortBalances(services, job)
  expect(await warned()).toBe(0)
  const price = await priceOf(first.id)
  await creditBalanceOf(2 * price - 1)
  await warnOfShortBalances(services, job)
  await warnOfShortBalances(services, job)
  expect(await warned()).toBe(1)
  expect((await call('getNoticeList', { page: 1, page_size: 20 }, { sid })).data.list).toContainEqual(
    expect.objectContaining({ text: expect.stringContaining('还差 ¥0.01') }),
  )
  await creditBalanceOf(1)
  await system.change`update line set ends_at = ends_at + interval '1 day' where company_id = ${company.id}`
  await warnOfShortBalances(services, job)
  expect(await warned()).toBe(1)
})

test('a renewal that waits already silences no warning of the next, and counts for it', async () => {
  const [near, next] = [await renewing(5), await renewing(12)]
  const needed = (await priceOf(near.id)) + (await priceOf(next.id))
  await renewLinesByThemselves(services, job)
  await creditBalanceOf(needed - 1)
  const frozen = (state: string) => system.change`update company set state = ${state},
    state_before_freeze = case when ${state}::text = 'frozen' then 'active' end where id = ${company.id}`
  await frozen('frozen')
  await warnOfShortBalances(services, job)
  expect(await titles()).toEqual(['自动续费订单待支付'])
  await frozen('active')
  await warnOfShortBalances(services, job)
  expect((await call('getNoticeList', { page: 1, page_size: 20 }, { sid })).data.list[0]?.text).toContain('还差 ¥0.01')
})

test('the warning reckons with the discount of thirty days', async () => {
  const sku = await make.sku({ stock: 3, price: 20_000, packages: [{ days: 30, discountPercent: 10 }] })
  await make.line(company, { sku, bound: true, autoRenew: true, endsAt: daysFromNow(10) })
  await creditBalanceOf(18_000)
  await warnOfShortBalances(services, job)
  expect(await titles()).toEqual([])
  await make.line(company, { sku, bound: true, autoRenew: true, endsAt: daysFromNow(11) })
  await warnOfShortBalances(services, job)
  expect((await call('getNoticeList', { page: 1, page_size: 20 }, { sid })).data.list[0]?.text).toContain(
    '14 天内有 2 条专线自动续费，约需 ¥360.00，余额 ¥180.00，还差 ¥180.00',
  )
})
