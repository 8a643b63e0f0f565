import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { openShop, type Shop } from '#server/modules/orders/shop.fixture.ts'
import type { TestCompany } from '#server/testing/make.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { call, make, system } = portal
const price = 5800
const hours = await make.sku({ product: 'hours', price })
const line = await make.sku({ price, stock: 100 })
const finance = await make.operator('finance')
// Who may confirm what the other requests.
await make.operator('finance')
let company: TestCompany
let sid: string
let shop: Shop

beforeEach(async () => {
  ;({ company, sid, shop } = await openShop(portal))
})

const operate: typeof portal.operate = (name, input) => portal.operate(name, input, { token: finance.token })
const lastOf = async (orderId: string) => (await shop.detail(orderId)).refunds[0] ?? expect.unreachable()
const withdraw = async (orderId: string, as = sid) =>
  call('withdrawRefund', { order_id: orderId, refund_id: (await lastOf(orderId)).refund_id }, { sid: as })
const asked = async (orderId: string) => {
  expect((await shop.opera(orderId, 'refund', { reason: '买多了' })).code).toBe(200)
  return orderId
}
const askedUnused = async (orderId: string) => {
  expect((await shop.askUnused(orderId)).code).toBe(200)
  return orderId
}
const listed = async (orderId: string, state: 'waiting' | 'rejected') => {
  const keyword = (await shop.detail(orderId)).order_number
  return (await operate('getRefundList', { state, keyword })).data.list
}
const numberOf = async (orderId: string) =>
  (
    await system.row(z.object({ out_refund_no: z.string() }))`
      select out_refund_no from refund where order_id = ${orderId} order by id desc limit 1`
  )?.out_refund_no ?? ''
const balance = async () => (await call('getBalance', {}, { sid })).data.amount
async function toppedUp(amount: number) {
  const { data } = await call('topUpBalance', { amount }, { sid })
  const paid = await shop.payAtCashier(await shop.attempt(data.order_id))
  expect(paid && (await shop.settle(paid))).toBe('settled')
  return data.order_id
}

describe('a company that withdraws its refund request', () => {
  test('has its hours back at once, and its name in the history', async () => {
    const id = await asked(await shop.bought(hours))
    expect(await shop.balance()).toBe(0)
    expect(await lastOf(id)).toMatchObject({ state: 'asked', withdrawable: true })
    expect(await withdraw(id)).toMatchObject({ code: 200, msg: '已撤回退款申请' })
    expect(await shop.balance()).toBe(30)
    const detail = await shop.detail(id)
    expect(detail).toMatchObject({ state: 'fulfilled', returned_amount: 0, refunded_amount: 0 })
    expect(detail.refunds).toMatchObject([{ state: 'rejected', withdrawn: true, withdrawable: false, note: '' }])
    const buyer = detail.events[0]?.actor_name
    expect(detail.events.at(-1)).toMatchObject({ actor_name: buyer, note: '撤回退款申请：买多了' })
    const acts = (await call('getCompanyActivity', {}, { sid })).data.list
    expect(acts).toContainEqual(expect.objectContaining({ action: 'order.refund_withdrawn', actor_name: buyer }))
    expect(acts.some(({ action }) => action === 'order.refund_rejected')).toBe(false)
    const [entry] = (await call('getServiceLedger', {}, { sid })).data.list
    expect(entry).toMatchObject({ days: 30, note: `订单 ${detail.order_number} 撤回退款申请` })
    // Nobody rejected anything.
    const { list } = (await call('getNoticeList', {}, { sid })).data
    expect(list.filter(({ kind }) => kind === 'refund_rejected')).toEqual([])
    // It can be requested again.
    await asked(id)
    await shop.decide(id, true)
    expect(await shop.state(id)).toBe('refunded')
  })

  test('has lines with addresses back, which end as much later as they were suspended', async () => {
    const id = await shop.bought(line, 2)
    const [first] = await shop.lines()
    const svp_id = first?.id ?? ''
    const [address] = (await call('getVplIpList', { svp_id }, { sid })).data.list
    expect((await call('bindCompanyVpl', { svp_id, ip_id: address?.ip_id ?? '' }, { sid })).code).toBe(200)
    await askedUnused(id)
    expect((await shop.lines()).map(({ state }) => state)).toEqual(['suspended', 'suspended'])
    await system.change`
      update line set refund_suspended_at = refund_suspended_at - interval '3 hours' where company_id = ${company.id}`
    expect((await withdraw(id)).code).toBe(200)
    const after = await shop.lines()
    expect(after.map(({ state }) => state)).toEqual(['active', 'unbound'])
    const later = Date.parse(after[0]?.ends_at ?? '') - Date.parse(first?.ends_at ?? '')
    expect(later).toBeGreaterThanOrEqual(3 * 3_600_000)
    expect(later).toBeLessThan(3.1 * 3_600_000)
    const log = (await call('getVplLog', { svp_id }, { sid })).data.list
    expect(log.some(({ detail }) => detail.includes('撤回退款申请，到期日顺延至'))).toBe(true)
    const { events, refunds } = await shop.detail(id)
    expect(events.at(-1)?.note).toBe(`撤回退款申请 ¥${((refunds[0]?.amount ?? 0) / 100).toFixed(2)}：用不完`)
  })

  test('has a whole order of lines and the days of a renewal back', async () => {
    const id = await asked(await shop.bought(line))
    expect((await withdraw(id)).code).toBe(200)
    const [bought] = await shop.lines()
    expect(bought?.state).toBe('unbound')
    const request_key = randomUUID()
    const renewal = await shop.order({ kind: 'renewal', svp_ids: [bought?.id ?? ''], days: 30, request_key })
    const paid = await shop.payAtCashier(await shop.attempt(renewal))
    expect(paid && (await shop.settle(paid))).toBe('settled')
    const renewed = await shop.lines()
    await asked(renewal)
    expect(await shop.lines()).toEqual([bought])
    expect((await withdraw(renewal)).code).toBe(200)
    expect(await shop.lines()).toEqual(renewed)
  })

  test('has a top-up back in its balance, and keeps what the balance paid', async () => {
    const topUp = await toppedUp(10_000)
    await askedUnused(await shop.daysPass(30).then(() => topUp))
    expect(await balance()).toBe(0)
    expect((await withdraw(topUp)).code).toBe(200)
    expect(await balance()).toBe(10_000)
    const [movement] = (await call('getBalanceLedger', {}, { sid })).data.list
    expect(movement).toMatchObject({ kind: 'withdrawal', amount: 10_000, note: '撤回退款申请' })
    const orders = [await shop.order(hours), await shop.order(hours)]
    const { data } = await call('payOrdersTogether', { order_ids: orders }, { sid })
    const joint = await shop.payAtCashier(await shop.attempt(data.order_id))
    expect(joint && (await shop.settle(joint))).toBe('settled')
    await asked(orders[0] ?? '')
    expect([await balance(), await shop.balance()]).toEqual([10_000, 30])
    expect((await withdraw(orders[0] ?? '')).code).toBe(200)
    expect([await balance(), await shop.balance()]).toEqual([10_000, 60])
  })

  test('leaves operators nothing to decide; who still sees the request reads that it was withdrawn', async () => {
    const id = await asked(await shop.bought(hours))
    const out_refund_no = await numberOf(id)
    const waiting = async () => (await operate('getSelf', {})).data.waiting.refunds ?? 0
    const before = await waiting()
    expect((await withdraw(id)).code).toBe(200)
    expect([await waiting(), await listed(id, 'waiting')]).toEqual([before - 1, []])
    expect(await listed(id, 'rejected')).toMatchObject([{ state: 'rejected', withdrawn: true }])
    const { order_number } = await shop.detail(id)
    expect(await operate('getSalesOrder', { order_number })).toMatchObject({
      code: 200,
      data: { refunds: [{ withdrawn: true }] },
    })
    const money = (await operate('getCompanyMoney', { company_id: company.id, kind: 'refund' })).data.list
    expect(money).toMatchObject([{ state: 'rejected', withdrawn: true }])
    for (const answer of [
      await operate('requestRefund', { out_refund_no }),
      await operate('rejectRefund', { out_refund_no, reason: '不符合条件' }),
    ])
      expect(answer).toMatchObject({ code: -53020, msg: expect.stringContaining('企业已撤回订单') })
    expect(await shop.balance()).toBe(30)
  })

  test('is told why it cannot withdraw what an operator began, has approved or is confirming', async () => {
    const begun = await shop.bought(hours)
    const { order_number } = await shop.detail(begun)
    const begin = { order_number, kind: 'requested' as const, reason: '重复购买' }
    expect((await operate('refundSalesOrder', begin)).code).toBe(200)
    const given = await shop.bought(hours)
    expect(await shop.goodwill(given, 100)).toBe(200)
    const confirming = await asked(await shop.bought(hours))
    expect((await operate('requestRefund', { out_refund_no: await numberOf(confirming) })).code).toBe(200)
    const approved = await asked(await shop.bought(hours))
    await shop.decide(approved, true)
    const rejected = await asked(await shop.bought(hours))
    await shop.decide(rejected, false)
    for (const [id, words] of [
      [begun, '由平台发起'],
      [given, '由平台发起'],
      [confirming, '正在复核'],
      [approved, '已经审核'],
      [rejected, '已经审核'],
    ] as const) {
      const before = await shop.detail(id)
      expect(before.refunds[0]?.withdrawable).toBe(false)
      expect(await withdraw(id)).toMatchObject({ code: -49011, msg: expect.stringContaining(words) })
      expect(await shop.detail(id)).toEqual(before)
    }
  })

  test('cannot withdraw money that came twice, an unknown refund, or another company’s', async () => {
    const id = await shop.order(hours)
    const attempts = [await shop.attempt(id, 'sandbox'), await shop.attempt(id, 'sandbox')]
    const paid = (await shop.payAtCashier(attempts[0] ?? '')) ?? expect.unreachable()
    expect(await shop.settle(paid)).toBe('settled')
    await asked(id)
    const { refund_id } = await lastOf(id)
    await system.change`update refund set kind = 'surplus' where id = ${refund_id}`
    expect((await withdraw(id)).msg).toContain('由平台发起')
    await system.change`update refund set kind = 'requested' where id = ${refund_id}`
    const other = await openShop(portal)
    const elsewhere = await shop.bought(hours)
    for (const [order_id, refund, as, code] of [
      [id, randomUUID(), sid, -49011],
      [elsewhere, refund_id, sid, -49011],
      [id, refund_id, other.sid, -49010],
    ] as const)
      expect((await call('withdrawRefund', { order_id, refund_id: refund }, { sid: as })).code).toBe(code)
    expect((await lastOf(id)).state).toBe('asked')
  })
})

describe('a withdrawal that meets another decision', () => {
  // Guard: setRefundState from `asked`, behind the order's lock. Without both, each of them gives the hours back.
  test('takes effect once, however often it is sent', async () => {
    const id = await asked(await shop.bought(hours))
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(id)))
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    expect(answers.filter(({ code }) => code === -49011)).toHaveLength(5)
    expect([await shop.balance(), await shop.state(id)]).toEqual([30, 'fulfilled'])
  })

  // Guard: the same. Without it the hours come back and the money is returned as well.
  test('either keeps the goods or returns the money', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await asked(await shop.bought(hours))
      const before = await shop.balance()
      const acts = [
        () => withdraw(id).then(({ code }) => code === 200),
        () =>
          shop.decide(id, true).then(
            () => false,
            () => undefined,
          ),
      ]
      await Promise.all((round % 2 ? acts : acts.toReversed()).map(act => act()))
      const { state, withdrawn } = await lastOf(id)
      expect([state, withdrawn, await shop.state(id), (await shop.balance()) - before]).toEqual(
        withdrawn ? ['rejected', true, 'fulfilled', 30] : ['done', false, 'refunded', 0],
      )
    }
  })

  // Guard: lockOrder before findWaiting. Without it an approval waits for a refund that is withdrawn.
  test('waits for an approval that is being requested, and is refused', async () => {
    const id = await asked(await shop.bought(hours))
    const { refund_id } = await lastOf(id)
    const answer = await overtakenBy(
      system,
      [
        sql`select from shop_order where id = ${id} for no key update`,
        sql`
          insert into approval (kind, target, summary, payload, requested_by, requester_roles)
          select 'refund', ${`refund:${refund_id}`}, '退款', '{}'::jsonb, id, roles from operator where id = ${finance.id}`,
      ],
      () => withdraw(id),
    )
    expect(answer).toMatchObject({ code: -49011, msg: expect.stringContaining('正在复核') })
    expect([await shop.balance(), await shop.state(id)]).toEqual([0, 'refunding'])
  })
})
