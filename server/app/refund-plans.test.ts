import { expect, test } from 'vitest'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, operate } = portal
const sku = await make.sku({ stock: 100 })
const { token } = await make.operator('finance')

test('a refund’s plan names who loses which lines, by the company as by an operator, and changes nothing', async () => {
  const { company, sid, shop } = await openShop(portal, { managers: 1 })
  const order_id = await shop.bought(sku, 2)
  const { order_number, lines } = await shop.detail(order_id)
  const [first, second] = lines.map(({ svp_id }) => svp_id)
  if (!first || !second) expect.unreachable()
  for (const svp_id of [first, second]) {
    const [free] = (await call('getVplIpList', { svp_id }, { sid })).data.list
    expect((await call('bindCompanyVpl', { svp_id, ip_id: free?.ip_id ?? '' }, { sid })).code).toBe(200)
  }
  const serviceEndsAt = new Date(Date.now() + 9 * 86_400_000)
  const person = await make.employee(company.id, { name: '陈雨桐', serviceEndsAt })
  await make.lineGroup(company.id, { lines: [first], employees: [person.id] })

  const unused = { order_id, refund_kind: 'unused' as const }
  const plan = await call('planRefund', unused, { sid })
  expect(plan).toMatchObject({
    code: 200,
    data: { lost: { people: 1, list: [{ name: '陈雨桐', lines: 1 }] }, used: { people: 0 }, undoable: false },
  })
  const office = { order_number, kind: 'unused' as const }
  expect((await operate('planSalesRefund', office, { token })).data).toEqual(plan.data)
  // Nobody may use the other line.
  const other = { ...unused, refund_svp_ids: [second] }
  expect((await call('planRefund', other, { sid })).data.lost.people).toBe(0)
  // A plan is refused wherever the request would be.
  expect((await call('planRefund', { order_id, refund_kind: 'requested' }, { sid })).code).toBe(-49012)

  const list = async () => (await call('getCompanyVplList', {}, { sid })).data.list
  expect((await list()).every(({ state }) => state === 'active')).toBe(true)
  expect((await shop.detail(order_id)).refunds).toEqual([])
  expect((await shop.askUnused(order_id, { refund_svp_ids: [first] })).code).toBe(200)
  expect((await list()).filter(({ state }) => state === 'suspended').map(({ svp_id }) => svp_id)).toEqual([first])

  const stranger = await make.session((await make.company()).owner.account)
  expect((await call('planRefund', unused, { sid: stranger })).code).toBe(-49010)
})
