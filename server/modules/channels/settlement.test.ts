import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { monthOf, monthsAgo, partnersOf } from './partners.fixture.ts'

const portal = await testPortal()
const { app, system, operate, make } = portal
const { token, finance, partner, addCode, actions, comer, refund } = await partnersOf(portal)

const settle = async (channel_id: string, month: string, seen?: { commission: number; carried: number }) => {
  const { data } = await operate('previewSettlement', { channel_id, month }, { token: finance })
  const { commission, carried } = seen ?? data ?? { commission: 0, carried: 0 }
  return operate('settleChannel', { channel_id, month, shown: { commission, carried } }, { token: finance })
}

test('corrects an order’s partial refunds one by one', async () => {
  const { id } = await partner()
  await operate('setChannelCommission', { channel_id: id, commission_percent: 10 }, { token: finance })
  const buyer = await comer((await addCode(id)).data.promotion_code)
  const order = await make.order(buyer, { amount: 10_000, createdAt: monthsAgo(3), refunded: 1000 })
  const settled = async (month: string) => {
    await settle(id, month)
    return (await operate('getSettlementList', { channel_id: id }, { token: finance })).data.list[0]
  }
  expect(await settled(monthOf(monthsAgo(3)))).toMatchObject({ refunded: 1000, base: 9000, commission: 900 })
  await system.change`
      update shop_order set returned_amount = 1500, refunded_amount = 1500 where id = ${order.id}`
  expect(await settled(monthOf(monthsAgo(2)))).toMatchObject({ corrections: 1, refunded: 500, commission: -50 })
  await refund(order.id)
  expect(await settled(monthOf(monthsAgo(1)))).toMatchObject({ corrections: 1, refunded: 8500, commission: -850 })
})

test('a company’s top-ups bring no commission, only its purchases from them', async () => {
  const { id } = await partner()
  await operate('setChannelCommission', { channel_id: id, commission_percent: 10 }, { token: finance })
  const buyer = await comer((await addCode(id)).data.promotion_code)
  const topUp = await make.order(buyer, { amount: 50_000, createdAt: monthsAgo(1) })
  await system.change`update shop_order set product = 'balance' where id = ${topUp.id}`
  await make.order(buyer, { amount: 4000, createdAt: monthsAgo(1, 11) })
  const month = monthOf(monthsAgo(1))
  const preview = await operate('previewSettlement', { channel_id: id, month }, { token: finance })
  expect(preview.data).toMatchObject({ orders: 1, paid: 4000, commission: 400 })
  const { data } = await operate(
    'getChannelResults',
    { channel_id: id, from: `${month}-01`, to: `${month}-28` },
    { token },
  )
  expect(data.all).toMatchObject({ orders: 1, paid: 4000, revenue: 4000, commission: 400 })
})

// Guard: the comparison with the present rows under the partner's lock. Without it the month is settled by the older figures.
test('is refused when its figures have changed since they were read', async () => {
  const { id } = await partner()
  const buyer = await comer((await addCode(id)).data.promotion_code)
  const order = await make.order(buyer, { createdAt: monthsAgo(1) })
  const changes = [
    sql`update channel set name = name where id = ${id}`,
    sql`update shop_order set returned_amount = 1000, refunded_amount = 1000 where id = ${order.id}`,
  ]
  const month = monthOf(monthsAgo(1))
  expect((await overtakenBy(system, changes, () => settle(id, month))).code).toBe(-53022)
  expect((await operate('getSettlementList', { channel_id: id }, { token: finance })).data.total).toBe(0)
  expect((await settle(id, month)).code).toBe(200)
})

test('is refused when it is no longer what the operator was shown', async () => {
  const { id } = await partner()
  const percent = (commission_percent: number) =>
    operate('setChannelCommission', { channel_id: id, commission_percent }, { token: finance })
  await percent(10)
  await make.order(await comer((await addCode(id)).data.promotion_code), { amount: 10_000, createdAt: monthsAgo(1) })
  const month = monthOf(monthsAgo(1))
  const { data: seen } = await operate('previewSettlement', { channel_id: id, month }, { token: finance })
  await percent(20)
  expect((await settle(id, month, seen)).code).toBe(-53022)
  expect((await operate('getSettlementList', { channel_id: id }, { token: finance })).data.total).toBe(0)
  expect((await settle(id, month)).code).toBe(200)
})

test('below nothing is carried forward until later commissions have taken it off', async () => {
  const { id } = await partner()
  await operate('setChannelCommission', { channel_id: id, commission_percent: 10 }, { token: finance })
  const buyer = await comer((await addCode(id)).data.promotion_code)
  const gone = await make.order(buyer, { amount: 10_000, createdAt: monthsAgo(5) })
  const settled = async (ago: number) => {
    const { data } = await settle(id, monthOf(monthsAgo(ago)))
    const [row] = (await operate('getSettlementList', { channel_id: id }, { token: finance })).data.list
    const reference = `2026112000${ago}`
    const { code } = await operate(
      'markSettlementPaid',
      { settlement_id: data.settlement_id, reference },
      { token: finance },
    )
    return { url: data.url, sums: [row?.commission, row?.carried, code] }
  }
  expect((await settled(5)).sums).toEqual([1000, 0, 200])
  await refund(gone.id)
  expect((await settled(4)).sums).toEqual([-1000, 0, -53517])
  await make.order(buyer, { amount: 4000, createdAt: monthsAgo(3) })
  expect((await settled(3)).sums).toEqual([400, -1000, -53517])
  await make.order(buyer, { amount: 8000, createdAt: monthsAgo(2) })
  const month = monthOf(monthsAgo(2))
  const preview = await operate('previewSettlement', { channel_id: id, month }, { token: finance })
  expect(preview.data).toMatchObject({ commission: 800, carried: -600 })
  const { sums, url } = await settled(2)
  expect(sums).toEqual([800, -600, 200])
  const reading = await readFirstSheet('owner', (await app.inject({ url })).rawPayload, 100)
  expect('rows' in reading && reading.rows.slice(-2).map(row => [row[0], row.at(-1)])).toEqual([
    ['结转', '-6'],
    ['应付', '2'],
  ])
  await make.order(buyer, { amount: 1000, createdAt: monthsAgo(1) })
  expect((await settled(1)).sums).toEqual([100, 0, 200])
})

test('includes each order once; a later refund is corrected in the next one at the original percentage', async () => {
  const { id, name } = await partner()
  await operate('setChannelCommission', { channel_id: id, commission_percent: 10 }, { token: finance })
  const buyer = await comer((await addCode(id)).data.promotion_code)
  const [kept, gone] = [
    await make.order(buyer, { amount: 10_009, createdAt: monthsAgo(2) }),
    await make.order(buyer, { amount: 6000, createdAt: monthsAgo(2, 11) }),
  ]
  const late = await make.order(buyer, { amount: 3000, createdAt: monthsAgo(1) })
  await make.order(buyer, { amount: 8000, createdAt: new Date() })
  const [before, last, present] = [monthsAgo(2), monthsAgo(1), new Date()].map(monthOf) as [string, string, string]

  expect((await settle(id, present)).code, 'the month is not over').toBe(-53513)
  const preview = await operate('previewSettlement', { channel_id: id, month: before }, { token: finance })
  expect(preview.data).toMatchObject({ orders: 2, corrections: 0, paid: 16_009, commission: 1600 })
  const first = await settle(id, before)
  expect(first).toMatchObject({ code: 200, data: { file_name: `结算单-${name}-${before}.xlsx` } })
  expect((await settle(id, before)).code).toBe(-53514)

  await refund(gone.id)
  await operate('setChannelCommission', { channel_id: id, commission_percent: 20 }, { token: finance })
  const second = await settle(id, last)
  const file = await app.inject({ url: second.data.url })
  const reading = await readFirstSheet('owner', file.rawPayload, 100)
  expect('rows' in reading && reading.rows.slice(1).map(row => [row[0], row[2], ...row.slice(5)])).toEqual([
    ['结算', late.number, '30', '0', '30', '20%', '6'],
    ['更正', gone.number, '0', '60', '-60', '10%', '-6'],
    ['合计', '', '30', '60', '-30', '', '0'],
  ])
  const { data } = await operate('getSettlementList', { channel_id: id }, { token: finance })
  expect(data.list).toMatchObject([
    { month: last, orders: 1, corrections: 1, base: -3000, commission: 0 },
    { month: before, orders: 2, corrections: 0, base: 16_009, commission: 1600 },
  ])
  const again = await operate('getSettlementFile', { settlement_id: first.data.settlement_id }, { token: finance })
  const stored = await app.inject({ url: again.data.url })
  const { hash } = await import('node:crypto')
  expect(hash('sha256', stored.rawPayload, 'hex')).toBe(data.list[1]?.file_sha256)
  // The settled amounts of an order add up to its net amount.
  const sums = await system.rows(z.object({ order_id: z.string(), base: z.int() }))`
    select order_id, sum(base)::bigint as base from settlement_order where company_id = ${buyer.id} group by 1 order by 2`
  expect(sums).toEqual([
    { order_id: gone.id, base: 0 },
    { order_id: late.id, base: 3000 },
    { order_id: kept.id, base: 10_009 },
  ])
  expect((await actions(`channel:${id}`)).filter(action => action.startsWith('channel.settle'))).toEqual([
    'channel.settled',
    'channel.settled',
    'channel.settlement_downloaded',
  ])
})

// Guard: `paid_at is null` of the update; without it each call marks it.
test('is marked as paid once, by finance, and only if there is something to pay', async () => {
  const { id } = await partner()
  await operate('setChannelCommission', { channel_id: id, commission_percent: 10 }, { token: finance })
  const buyer = await comer((await addCode(id)).data.promotion_code)
  await make.order(buyer, { amount: 10_000, createdAt: monthsAgo(1) })
  const { settlement_id } = (await settle(id, monthOf(monthsAgo(1)))).data
  const listed = async () => (await operate('getSettlementList', { channel_id: id }, { token: finance })).data.list[0]
  const mark = (reference: string, as = finance) =>
    operate('markSettlementPaid', { settlement_id, reference }, { token: as })
  expect(await listed()).toMatchObject({ commission: 1000, payment: null })
  expect((await mark('2026112000018', token)).code).toBe(-41017)
  expect(await mark('1')).toMatchObject({ code: -41003, data: 'reference' })
  const marks = await Promise.all(['流水甲001', '流水乙002', '流水丙003'].map(each => mark(each)))
  expect(marks.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([-53517, -53517, 200])
  expect(await listed()).toMatchObject({ payment: { reference: expect.stringMatching(/^流水/) } })
  expect((await actions(`channel:${id}`)).filter(action => action === 'channel.settlement_paid')).toHaveLength(1)

  // A wrong mark is revoked with a reason, by the reference that was seen, and set again.
  const seen = (await listed())?.payment?.reference ?? ''
  const revoke = (reference: string, as = finance) =>
    operate('revokeSettlementPaid', { settlement_id, reference, reason: '流水号登错' }, { token: as })
  expect((await revoke(seen, token)).code).toBe(-41017)
  expect((await revoke('流水丁004')).code).toBe(-53022)
  const revoked = await Promise.all([revoke(seen), revoke(seen)])
  expect(revoked.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([-53022, 200])
  expect(await listed()).toMatchObject({ payment: null })
  expect((await mark('2026112000020')).code).toBe(200)
  expect(await listed()).toMatchObject({ payment: { reference: '2026112000020' } })
  expect(await actions(`channel:${id}`)).toContain('channel.settlement_payment_revoked')

  const free = await partner()
  await make.order(await comer((await addCode(free.id)).data.promotion_code), { createdAt: monthsAgo(1) })
  const nothing = (await settle(free.id, monthOf(monthsAgo(1)))).data
  const input = { settlement_id: nothing.settlement_id, reference: '2026112000019' }
  expect((await operate('markSettlementPaid', input, { token: finance })).code).toBe(-53517)
})

// Guard: the second check of the month, under the partner's lock. Without it the comparison of the rows was seen to stop the others
// with -53022, and the unique key of partner and month stands behind both.
test('runs once when two are concurrent', async () => {
  const { id } = await partner()
  const buyer = await comer((await addCode(id)).data.promotion_code)
  await make.order(buyer, { createdAt: monthsAgo(1) })
  const month = monthOf(monthsAgo(1))
  const codes = (await Promise.all(Array.from({ length: 3 }, () => settle(id, month)))).map(({ code }) => code)
  expect(codes.sort((one, other) => one - other)).toEqual([-53514, -53514, 200])
  expect(
    await system.row(
      z.object({ kept: z.int() }),
    )`select count(*)::integer as kept from settlement where channel_id = ${id}`,
  ).toEqual({
    kept: 1,
  })
  expect(
    await system.row(z.object({ files: z.int() }))`
      select count(*)::integer as files from stored_file where purpose = 'settlement' and id not in (
        select file_id from settlement)`,
  ).toEqual({ files: 0 })
  expect((await settle((await partner()).id, month)).code, 'nothing to settle').toBe(-53515)
})
