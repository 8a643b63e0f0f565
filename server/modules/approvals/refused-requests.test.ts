import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { countRows } from '#server/database/count-rows.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { largeCoupon } from '#server/testing/large-coupon.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, kept, decide } = approvalsOn(portal)
const owner = await make.operator('owner')
const colleague = await make.operator('owner')

beforeEach(async () => {
  await resetPolicies()
  for (const kind of ['hours', 'coupon', 'extension', 'balance'] as const) await setPolicy(kind, 0)
})

const key = () => ({ request_key: randomUUID() })
const trial = async (company_id: string) => {
  const sku = await make.sku({ stock: 3 })
  return operate('openTrial', { company_id, sku_id: sku.id, reason: '展会上谈的' }, owner)
}

// Guard: `performOrKeep` performs a request and rolls it back before keeping it.
const refused: Record<string, () => Promise<{ code: number }>> = {
  async 'a coupon of which none is left'() {
    const company = await make.company()
    const type = await make.couponType({ way: 'gift', amount: 5000, total: 1 })
    await system.change`update coupon_type set claimed = 1 where id = ${type.id}`
    return operate('giftCompanyCoupon', { company_id: company.id, coupon_type_id: type.id, ...key() }, owner)
  },
  'a trial for a frozen company': async () => trial((await make.company({ state: 'frozen' })).id),
  async 'a second trial'() {
    const company = await make.company()
    const sku = await make.sku({ stock: 3 })
    const input = { company_id: company.id, sku_id: sku.id, reason: '展会上谈的' }
    await decide(await kept('openTrial', input, owner), colleague)
    return operate('openTrial', input, owner)
  },
  async 'an extension of a line that was released'() {
    const company = await make.company()
    const line = await make.line(company, { sku: await make.sku({ stock: 1 }) })
    await system.change`update line set state = 'released' where id = ${line.id}`
    const input = { company_id: company.id, line_id: line.id, days: 7, reason: '故障补偿', ...key() }
    return operate('extendLine', input, owner)
  },
  async 'more than there is in the balance'() {
    const company = await make.company()
    const input = { company_id: company.id, amount: -30_000, reason: '多记的汇款', ...key() }
    return operate('correctCompanyBalance', input, owner)
  },
  async 'a coupon type that has changed since it was read'() {
    const type = await make.couponType({ published: false })
    const input = { ...largeCoupon, coupon_type_id: type.id, revision: 7, published: true }
    return operate('setCouponType', input, owner)
  },
}

test.each(Object.entries(refused))('%s is refused when it is asked for, and nothing waits', async (_, ask) => {
  const waiting = () => countRows(system, sql`approval where state = 'waiting'`)
  const before = await waiting()
  const answer = await ask()
  expect([200, -53013, 500]).not.toContain(answer.code)
  expect(await waiting()).toBe(before)
})

test('storing a request has none of the effects of carrying it out', async () => {
  const company = await make.company()
  const jobs = () => countRows(system, sql`graphile_worker.jobs`)
  const before = await jobs()
  const type = await make.couponType({ way: 'gift', amount: 5000 })
  await kept('giftCompanyCoupon', { company_id: company.id, coupon_type_id: type.id, ...key() }, owner)
  expect(await jobs()).toBe(before)
  expect(await countRows(system, sql`coupon where company_id = ${company.id}`)).toBe(0)
  expect(await countRows(system, sql`audit_entry where action = 'coupon.given'`)).toBe(0)
})
