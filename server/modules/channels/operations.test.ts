import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { oneDay } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
import { usePromotionCode } from './channels.ts'

const { app, config, system, call, operate, make } = await testPortal()
const { token } = await make.operator('content')
const finance = (await make.operator('finance')).token

const starts_at = new Date(Date.now() - 60_000).toISOString()
const window = { starts_at, ends_at: null, use_limit: null, coupon_type_id: null }
let partners = 0
async function partner() {
  partners += 1
  const input = {
    name: `伙伴${partners}`,
    greeting: '欢迎来到海易联',
    contact_name: '王小明',
    contact_phone: '13912345678',
  }
  const { data } = await operate('setChannel', input, { token })
  return { id: data.channel_id, ...input }
}
const addCode = (channel_id: string, fields: object = {}) =>
  operate('addPromotionCode', { channel_id, ...window, ...fields }, { token })
const verify = async (promotion_code: string) => (await call('verifyPromotionCode', { promotion_code })).code
const actions = async (target: string) =>
  (
    await system.rows(
      z.object({ action: z.string() }),
    )`select action from audit_entry where target = ${target} order by id`
  ).map(({ action }) => action)

test('a partner is added and changed without losing the phone, which no response shows', async () => {
  const { id, name } = await partner()
  const edited = { channel_id: id, name, greeting: '新的欢迎语', contact_name: '李四' }
  expect((await operate('setChannel', edited, { token })).code).toBe(200)
  expect((await operate('getChannelDetail', { channel_id: id }, { token })).data).toMatchObject({
    greeting: '新的欢迎语',
    contact_phone: '139****5678',
    commission_percent: 0,
  })
  expect(
    await system.row(z.object({ contact_phone: z.string() }))`select contact_phone from channel where id = ${id}`,
  ).toEqual({
    contact_phone: '13912345678',
  })
  expect((await operate('setChannel', { ...edited, channel_id: undefined }, { token })).code).toBe(-53510)
  const commission = { channel_id: id, commission_percent: 8.25 }
  expect((await operate('setChannelCommission', commission, { token })).code, 'content').toBe(-41017)
  expect((await operate('setChannelCommission', commission, { token: finance })).code).toBe(200)
  const { data } = await operate('getChannelList', { keyword: name }, { token })
  expect(data.list).toMatchObject([{ channel_id: id, commission_percent: 8.25, codes: 0 }])
  expect(await actions(`channel:${id}`)).toEqual(['channel.added', 'channel.changed', 'channel.commission_changed'])
})

describe('a promotion code', () => {
  test('is generated from unambiguous letters or chosen, and links to the portal', async () => {
    const { id } = await partner()
    const { data } = await addCode(id)
    expect(data.promotion_code).toMatch(/^[A-HJKMNP-Z2-9]{6}$/)
    expect(data.link).toBe(`${config.publicUrl}/promotion/${data.promotion_code}`)
    expect(await verify(data.promotion_code)).toBe(200)
    expect((await addCode(id, { promotion_code: 'hail88' })).data.promotion_code).toBe('HAIL88')
    expect((await addCode((await partner()).id, { promotion_code: 'HAIL88' })).code).toBe(-53511)
    const center = await make.couponType({ way: 'center' })
    expect(await addCode(id, { coupon_type_id: center.id })).toMatchObject({ code: -41003, data: 'coupon_type_id' })
    expect(await actions(`promotion_code:HAIL88`)).toEqual(['promotion_code.added'])
  })

  test('behaves like an expired code at once when it is disabled, in lookup and registration', async () => {
    const { id } = await partner()
    const code = (await addCode(id)).data.promotion_code
    const set = (disabled: boolean) => operate('setPromotionCodeState', { promotion_code: code, disabled }, { token })
    expect((await set(true)).code).toBe(200)
    expect(await verify(code)).toBe(-43002)
    await expect(usePromotionCode(system, code)).rejects.toMatchObject({ code: -43002 })
    await set(false)
    expect(await verify(code)).toBe(200)
    await usePromotionCode(system, code)

    await operate('setChannelState', { channel_id: id, state: 'ended' }, { token })
    expect(await verify(code), 'it is over with the partner').toBe(-43002)
    await expect(usePromotionCode(system, code)).rejects.toMatchObject({ code: -43002 })
    expect((await addCode(id)).code).toBe(-53516)
    expect((await operate('getPromotionCodeList', { channel_id: id }, { token })).data.list).toMatchObject([
      { promotion_code: code, state: 'disabled', used: 1 },
    ])
  })

  test('cannot have its limit set below its uses', async () => {
    const code = (await addCode((await partner()).id)).data.promotion_code
    await usePromotionCode(system, code)
    await usePromotionCode(system, code)
    const limit = (use_limit: number) =>
      operate('setPromotionCode', { promotion_code: code, ...window, use_limit }, { token })
    expect(await limit(1)).toMatchObject({ code: -53512, data: 2 })
    expect((await limit(2)).code).toBe(200)
    expect(await verify(code)).toBe(-43003)
  })
})

/** Makes a company that came by the code. */
async function comer(code: string) {
  const company = await make.company()
  await system.change`update company set promotion_code = ${code} where id = ${company.id}`
  await system.change`update account set promotion_code = ${code} where id = ${company.owner.account.id}`
  return company
}
const refund = (orderId: string) =>
  system.change`
    update shop_order set state = 'refunded', returned_amount = payable, refunded_amount = payable, ended_at = now()
    where id = ${orderId}`
/** Returns noon in China on a day of one of the last months. */
const monthsAgo = (months: number, day = 10) => {
  const now = new Date(Date.now() + 8 * 3_600_000)
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, day, 4))
}
const monthOf = (at: Date) => at.toISOString().slice(0, 7)

test(
  'results by code for a range of days: registrations, paid orders, revenue and commission',
  oneDay(async today => {
    const { id } = await partner()
    await operate('setChannelCommission', { channel_id: id, commission_percent: 12.5 }, { token: finance })
    const [first, second] = [(await addCode(id)).data.promotion_code, (await addCode(id)).data.promotion_code]
    const buyer = await comer(first)
    await make.order(buyer, { amount: 10_001 })
    const back = await make.order(buyer, { amount: 5000 })
    await refund(back.id)
    await make.order(buyer, { amount: 7000, createdAt: monthsAgo(2) })
    await make.order(buyer, { amount: 9000, state: 'pending' })
    await comer(second)
    await make.order(await make.company(), { amount: 99 })
    const results = (from: string) => operate('getChannelResults', { channel_id: id, from, to: today }, { token })
    const { data } = await results(today)
    expect(data.codes).toMatchObject([
      { promotion_code: first, registrations: 1, companies: 1, paying_companies: 1, orders: 2, revenue: 10_001 },
      { promotion_code: second, registrations: 1, companies: 1, paying_companies: 0, revenue: 0, commission: 0 },
    ])
    expect(data.all).toEqual({
      registrations: 2,
      companies: 2,
      paying_companies: 1,
      orders: 2,
      paid: 15_001,
      refunded: 5000,
      revenue: 10_001,
      // The commission is an eighth of it, without the fraction of a fen.
      commission: 1250,
    })
    expect((await results(monthOf(monthsAgo(2)).concat('-01'))).data.all.revenue).toBe(17_001)
  }),
)

describe('settlement', () => {
  const settle = (channel_id: string, month: string) =>
    operate('settleChannel', { channel_id, month }, { token: finance })

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
    const { createHash } = await import('node:crypto')
    expect(createHash('sha256').update(stored.rawPayload).digest('hex')).toBe(data.list[1]?.file_sha256)
    // The settled amounts of an order add up to what it has brought.
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

  // Guard: `paid_at is null` of the update; without it each of them marks.
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

    // What was marked wrongly is revoked with a reason, by what was seen, and marked anew.
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

  // Guard: the second look at the month, under the partner's lock. Without it the comparison of the rows was seen to
  // stop the others with -53022, and the unique key of partner and month stands behind both.
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
})
