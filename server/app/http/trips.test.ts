import pg from 'pg'
import { expect, test, vi } from 'vitest'
import type { CallName } from '#contract/index.ts'
import { testPortal } from '#server/testing/portal.ts'

const { call, make } = await testPortal()
const company = await make.company()
const sid = await make.session(company.owner.account)

/**
 * Counts the round trips to the database of a warm call: a group of messages is one trip. The portal's own background work can only
 * raise some of the counts, so the minimum is taken.
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

// A round trip costs the portal and the database more than most statements do. Each count includes one for the session. Guards:
// what a transaction sends ahead, and `together`, by which a list and its count take one trip.
test.each<[CallName, object, number]>([
  ['checkManager', {}, 2],
  ['wGetUserInfo', {}, 2],
  ['getSessionList', {}, 2],
  ['getNoticeList', {}, 2],
  ['getMyService', {}, 3],
  ['getTrial', {}, 2],
  ['getCompanyInfo', {}, 2],
  ['getCompanyData', {}, 3],
  ['getServiceBalance', {}, 2],
  ['getServiceLedger', {}, 2],
  ['getCompanyUserList', {}, 3],
  ['getDeptListByCompanyId', {}, 2],
  ['getDeviceList', {}, 3],
  ['getCompanyVplList', {}, 2],
  ['getVplGroupList', {}, 2],
  ['getCompanyActivity', {}, 2],
  ['getUserCouponList', {}, 2],
  ['getInvoiceList', {}, 2],
  ['getOrderList', {}, 2],
  ['getOrderList', { page: 2, counted: { total: 30, more: false } }, 2],
])('%s %o makes no more database round trips than necessary', async (name, input, trips) => {
  expect(await tripsOf(() => call(name, input as never, { sid }))).toBe(trips)
})

test('placing an order by prices that are known takes two database round trips: session; transaction', async () => {
  const sku = await make.sku({ stock: 10 })
  const items = [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 1 }]
  const order = () => call('createOrder', { kind: 'purchase', items, request_key: crypto.randomUUID() }, { sid })
  expect(await tripsOf(order)).toBe(2)
})
