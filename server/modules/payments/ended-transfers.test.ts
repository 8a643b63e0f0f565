import { beforeEach, expect, test } from 'vitest'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, operate } = portal
const hours = await make.sku({ product: 'hours', price: 10_000 })
const finance = await make.operator('finance')

let sid: string
let shop: Shop
beforeEach(async () => {
  ;({ sid, shop } = await openShop(portal))
})

/** Orders by bank transfer, of which a part arrives: the managers are asked for the rest. */
async function partlyPaid() {
  const orderId = await shop.order(hours)
  const { out_trade_no: code } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
  await record(code, 4_000, '流水1')
  expect(await unread()).toEqual([expect.stringContaining('请以同一备注码')])
  return { orderId, code }
}
const record = async (remark_code: string, amount: number, reference: string) =>
  expect((await operate('recordTransferParts', { parts: [{ remark_code, amount, reference }] }, finance)).code).toBe(
    200,
  )
const unread = async () =>
  (await call('getNoticeList', { unread_only: true }, { sid })).data.list
    .filter(({ kind }) => kind === 'transfer_rejected')
    .map(({ text }) => text)

test.each(['取消', '到期', '余额付清'] as const)(
  'after a part of a transfer has arrived and its order ends (%s), the managers are told that it goes back, no longer to send the rest',
  async way => {
    const { orderId } = await partlyPaid()
    if (way === '取消') expect((await shop.opera(orderId, 'cancel')).code).toBe(200)
    if (way === '到期') await shop.expire(orderId)
    if (way === '余额付清') {
      await shop.correct(10_000)
      expect((await shop.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
    }
    const because = way === '余额付清' ? '订单已另行付清' : '订单已结束'
    expect(await unread()).toEqual([expect.stringContaining(`已到账 ¥40.00，但${because}，这笔款项将退回`)])
  },
)

test('once the rest has arrived, nobody is asked for it any more', async () => {
  const { code } = await partlyPaid()
  await record(code, 6_000, '流水2')
  expect(await unread()).toEqual([])
})

test('the notice about a later part replaces the earlier one', async () => {
  const { code } = await partlyPaid()
  await record(code, 1_000, '流水2')
  expect(await unread()).toEqual([expect.stringContaining('已到账 ¥50.00，还差 ¥50.00')])
})

test('a wrong amount recorded for a transfer of which a part had arrived replaces the request for the rest', async () => {
  const { code } = await partlyPaid()
  expect((await operate('recordWrongTransfer', { remark_code: code, amount: 9_000 }, finance)).code).toBe(200)
  expect(await unread()).toEqual([expect.stringContaining('金额不符，款项将退回')])
})

test('the rest entered as the whole is to be recorded as a part, instead of rejecting the transfer', async () => {
  const { code } = await partlyPaid()
  const answer = await operate('requestTransfer', { remark_code: code, amount: 6_000 }, finance)
  expect(answer).toMatchObject({ code: -41003, data: 'amount' })
  expect(answer.msg).toContain('到账的是其余款项，请用“登记部分到账”')
})
