import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { oneDay } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'
import { usePromotionCode } from './channels.ts'
import { monthOf, monthsAgo, partnersOf } from './partners.fixture.ts'

const portal = await testPortal()
const { config, system, call, operate, make } = portal
const { token, finance, window, partner, addCode, actions, comer, refund } = await partnersOf(portal)

const verify = async (promotion_code: string) => (await call('verifyPromotionCode', { promotion_code })).code

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

// Guard: `seen` in setChannelCommission, compared behind the partner's lock.
test('of two who set the commission from the rate that they saw, one is told that it is another by now', async () => {
  const { id } = await partner()
  const set = (commission_percent: number) =>
    operate(
      'setChannelCommission',
      { channel_id: id, seen: { commission_percent: 0 }, commission_percent },
      { token: finance },
    )
  const answers = await Promise.all([set(15), set(12)])
  expect(answers.map(({ code }) => code).sort()).toEqual([-53022, 200])
  const { commission_percent } = (await operate('getChannelDetail', { channel_id: id }, { token })).data
  expect(commission_percent).toBe(answers[0]?.code === 200 ? 15 : 12)
})

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
      // The commission is an eighth of it, rounded down to a fen.
      commission: 1250,
    })
    expect((await results(monthOf(monthsAgo(2)).concat('-01'))).data.all.revenue).toBe(17_001)
  }),
)
