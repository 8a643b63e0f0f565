import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testPortal } from '#server/testing/portal.ts'

const { call, make } = await testPortal()
const company = await make.company()
const sid = await make.session(company.owner.account)

/**
 * Counts the trips to the database that a warm call takes: what is sent as one message group is one. What the portal does by
 * itself meanwhile can only add to one of the counts.
 */
async function tripsOf(send: () => Promise<{ code: number }>): Promise<number> {
  const counts: number[] = []
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  try {
    for (let turn = 0; turn < 4; turn++) {
      sent.mockClear()
      expect(await send()).toMatchObject({ code: 200 })
      counts.push(sent.mock.calls.length)
    }
  } finally {
    sent.mockRestore()
  }
  return Math.min(...counts)
}

// A trip costs the portal and the database more than most statements do. Guard: what a transaction sends ahead.
test('frequent calls take no more trips to the database than they must', async () => {
  const sku = await make.sku({ stock: 10 })
  const items = [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }]
  const order = () => call('createOrder', { kind: 'purchase', items, request_key: crypto.randomUUID() }, { sid })
  expect({
    // The session, and what is told of the account.
    account: await tripsOf(() => call('wGetUserInfo', {}, { sid })),
    // The session, the count and the page.
    list: await tripsOf(() => call('getOrderList', { page: 1, page_size: 20 }, { sid })),
    // The session; the prices; begin, role, lock and order; activity and stock; the commit.
    order: await tripsOf(order),
  }).toEqual({ account: 2, list: 3, order: 3 })
})
