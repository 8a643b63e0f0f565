import { expect, test } from 'vitest'
import { monthOf, monthsAgo, partnersOf } from '#server/modules/channels/partners.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, operate } = portal
const { finance, partner, addCode, comer } = await partnersOf(portal)

/** The first instant of a month in China, so many months ago. */
const begin = (months: number) => new Date(monthsAgo(months, 1).getTime() - 12 * 3_600_000)

test('one millisecond puts a payment into the same month everywhere, and the months add up to the whole', async () => {
  const { id: channel_id } = await partner()
  await operate('setChannelCommission', { channel_id, commission_percent: 3.33 }, { token: finance })
  const company = await comer((await addCode(channel_id)).data.promotion_code)
  const sid = await make.session(company.owner.account)
  const [earlier, later] = [3_333, 7_777]
  await make.order(company, { amount: earlier, createdAt: new Date(begin(1).getTime() - 1) })
  await make.order(company, { amount: later, createdAt: begin(1) })
  const [before, month] = [monthOf(monthsAgo(2)), monthOf(monthsAgo(1))]

  const { list } = (await call('getStatementList', {}, { sid })).data
  const stated = (of: string) => list.find(each => each.month === of)
  expect([stated(before), stated(month)]).toMatchObject([
    { orders: 1, orders_amount: earlier },
    { orders: 1, orders_amount: later },
  ])
  const { months, totals } = (await operate('getFigures', { from: before, to: month }, { token: finance })).data
  expect(months.map(({ received }) => received)).toEqual([earlier, later])
  expect(totals.received).toBe(earlier + later)

  const results = async (from: string, to: string) =>
    (await operate('getChannelResults', { channel_id, from, to }, { token: finance })).data.all
  const last = new Date(begin(1).getTime() + 8 * 3_600_000 - 1).toISOString().slice(0, 10)
  expect(await results(`${before}-01`, last)).toMatchObject({ orders: 1, paid: earlier, commission: 110 })
  expect(await results(`${month}-01`, `${month}-28`)).toMatchObject({ orders: 1, paid: later, commission: 258 })
  const settled = async (of: string) => {
    const { data } = await operate('previewSettlement', { channel_id, month: of }, { token: finance })
    const shown = { commission: data.commission, carried: data.carried }
    expect((await operate('settleChannel', { channel_id, month: of, shown }, { token: finance })).code).toBe(200)
    return (await operate('getSettlementList', { channel_id }, { token: finance })).data.list[0]
  }
  // Each order's commission is rounded by itself, so that the settlements come to what the results of all time say.
  expect(await settled(before)).toMatchObject({ month: before, orders: 1, paid: earlier, commission: 110 })
  expect(await settled(month)).toMatchObject({ month, orders: 1, paid: later, commission: 258 })
  expect(await results(`${before}-01`, `${month}-28`)).toMatchObject({ commission: 110 + 258 })
})
