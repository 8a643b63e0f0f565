import { expect, test } from 'vitest'
import { z } from 'zod'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, call, operate, system } = portal
const { confirmed } = approvalsOn(portal)
const both = [await make.operator('support'), await make.operator('support')] as const
const hours = await make.sku({ product: 'hours', price: 5800 })

async function customer() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const close = async () => {
    const of = { company_id: company.id }
    expect((await operate('freezeCompany', { ...of, reason: '停业' }, both[0])).code).toBe(200)
    await confirmed('closeCompany', { ...of, reason: '公司已清算' }, both)
  }
  return { company, sid, close, shop: shopping(portal, company, sid) }
}

test.each([
  ['a top-up', 'balance'],
  ['an order', 'hours'],
] as const)('money for %s that arrives after its company is closed goes back', async (_what, product) => {
  const { company, sid, shop, close } = await customer()
  const orderId =
    product === 'hours'
      ? await shop.order(hours)
      : (await call('topUpBalance', { amount: 5_000 }, { sid })).data.order_id
  const paymentId = await shop.attempt(orderId)
  // The gateway lets somebody pay who had its page open.
  await system.change`update shop_order set state = 'cancelled' where id = ${orderId}`
  await close()
  const paid = (await shop.payAtCashier(paymentId)) ?? expect.unreachable()
  expect([await shop.settle(paid), await shop.settle(paid)]).toEqual(['surplus', 'repeated'])
  await shop.sendRefunds()
  const refunds = () =>
    system.rows(z.object({ kind: z.string(), state: z.string(), amount: z.int() }))`
      select kind, state, amount from refund where company_id = ${company.id}`
  await expect.poll(refunds).toEqual([{ kind: 'surplus', state: 'done', amount: paid.amount }])
  expect(await shop.state(orderId)).toBe('cancelled')
})
