import { expect, test } from 'vitest'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { surplusReasons } from '#server/modules/payments/surplus.ts'
import { closeOrder } from '#server/modules/sales/closing.ts'
import { testPortal } from '#server/testing/portal.ts'
import { makingProposals, plain, texts } from './proposals.fixture.ts'

const portal = await testPortal()
const { call, services, system } = portal
const { office, audited, notices, informed } = await makingProposals(portal)

const refundReasons = async (orderId: string) =>
  plain(
    await system.rows(texts)`
    select refund.reason as text from refund join payment on payment.id = refund.payment_id where payment.order_id = ${orderId}`,
  )

test('a proposal whose order ends unpaid waits again until its day, and late money for that order accepts it', async () => {
  const { company, sid, sent, accept, shown } = await office()
  const shop = shopping(portal, company, sid)
  const proposal_id = await sent()
  const unread = async () =>
    (
      await system.rows(texts)`
        select title as text from notice
        where account_id = ${company.owner.account.id} and kind = 'proposal_sent' and read_at is null`
    ).length
  const first = (await accept(proposal_id)).data.order_id
  const { out_trade_no, amount } = await shop.tradeNumberOf(await shop.attempt(first))
  const { valid_until } = await shown(proposal_id)
  expect(await shop.detail(first)).toMatchObject({ proposed_until: valid_until })
  expect([await unread(), (await shop.opera(first, 'cancel')).code]).toEqual([0, 200])
  expect(await shown(proposal_id)).toMatchObject({ state: 'sent', order_id: null, payable: 58_000 })
  expect(await shop.detail(first)).toMatchObject({ proposed_until: null })
  expect(await unread()).toBe(1)
  const second = (await accept(proposal_id)).data
  expect([await unread(), second.order_id === first]).toEqual([0, false])
  // Nobody pays in time.
  await system.change`update shop_order set pays_until = now() - interval '1 second' where id = ${second.order_id}`
  await closeOrder(services, { company_id: company.id, order_id: second.order_id }, services)
  expect((await shown(proposal_id)).state).toBe('sent')
  expect((await informed()).map(({ title, text }) => `${title} ${text}`)).toContainEqual(
    expect.stringMatching(new RegExp(`^报价恢复为待确认.*订单 ${second.order_number} 没有付款，.* 前仍可接受`)),
  )
  const late = { outTradeNo: out_trade_no, amount, tradeNo: 'late', paidAt: new Date().toISOString() }
  expect(await shop.settle({ gateway: 'sandbox', ...late })).toBe('settled')
  expect(await shown(proposal_id)).toMatchObject({ state: 'accepted', order_id: first })
  expect([await unread(), (await accept(proposal_id)).code]).toEqual([0, -59301])
  expect(plain(await audited(proposal_id)).slice(-2)).toEqual(['proposal.reopened portal', 'proposal.accepted portal'])
  expect(plain(await notices(proposal_id))).toEqual([
    'proposal.sent',
    ...['proposal.accepted', 'proposal.reopened', 'proposal.accepted', 'proposal.reopened', 'proposal.accepted'],
  ])
})

/** Accepts a proposal, whose order is then cancelled although its payment can still come. */
async function acceptedTwice() {
  const made = await office()
  const shop = shopping(portal, made.company, made.sid)
  const proposal_id = await made.sent()
  const first = (await made.accept(proposal_id)).data.order_id
  const { out_trade_no: outTradeNo, amount } = await shop.tradeNumberOf(await shop.attempt(first))
  expect((await shop.opera(first, 'cancel')).code).toBe(200)
  const paidAt = new Date().toISOString()
  const payLate = () => shop.settle({ gateway: 'sandbox', outTradeNo, amount, tradeNo: `late-${outTradeNo}`, paidAt })
  return { ...made, shop, proposal_id, first, payLate }
}

// Guard: the order that has the proposal's price. Without it the company would have the goods at this price a second time.
test.each(['unpaid', 'paid'])(
  'late money goes back when another order of its proposal has the price, %s',
  async paid => {
    const { shop, accept, shown, proposal_id, first, payLate } = await acceptedTwice()
    const second = (await accept(proposal_id)).data.order_id
    const inTime = paid === 'paid' ? await shop.payAtCashier(await shop.attempt(second)) : undefined
    if (inTime) await shop.settle(inTime)
    await payLate()
    expect([await shop.state(first), await shop.state(second)]).toEqual([
      'cancelled',
      paid === 'paid' ? 'fulfilled' : 'pending',
    ])
    expect(await refundReasons(first)).toEqual([surplusReasons.undeliverable])
    expect(await shown(proposal_id)).toMatchObject({ state: 'accepted', order_id: second })
  },
)

test('late money revives its order when the later order of the same proposal has ended after its day', async () => {
  const { shop, accept, shown, proposal_id, first, payLate } = await acceptedTwice()
  const second = (await accept(proposal_id)).data.order_id
  await system.change`update proposal set valid_until = now() where id = ${proposal_id}`
  expect((await shop.opera(second, 'cancel')).code).toBe(200)
  expect(await shown(proposal_id)).toMatchObject({ state: 'accepted', order_id: second })
  await payLate()
  expect([await shop.state(first), await refundReasons(first)]).toEqual(['fulfilled', []])
  expect(await shown(proposal_id)).toMatchObject({ state: 'accepted', order_id: first })
})

// Guard: the proposal's lock. Without it the late money does not see the order that is being placed.
test('of late money and another acceptance at the same time one counts', async () => {
  for (let round = 0; round < 6; round++) {
    const { shop, accept, proposal_id, first, payLate } = await acceptedTwice()
    const [{ code, data }] = await Promise.all([accept(proposal_id), payLate()])
    const revived = (await shop.state(first)) === 'fulfilled'
    expect(code).toBe(revived ? -59301 : 200)
    if (!revived) expect(await shop.state(data.order_id)).toBe('pending')
  }
})

test('a proposal stays used up when its order ends after its day, and declined when late money comes', async () => {
  const { company, sid, sent, accept, shown } = await office()
  const shop = shopping(portal, company, sid)
  const [over, declined] = [await sent(), await sent()]
  const ended = (await accept(over)).data.order_id
  await system.change`update proposal set valid_until = now() where id = ${over}`
  expect((await shop.opera(ended, 'cancel')).code).toBe(200)
  expect(await shown(over)).toMatchObject({ state: 'accepted', order_id: ended })
  const order = (await accept(declined)).data.order_id
  const { out_trade_no, amount } = await shop.tradeNumberOf(await shop.attempt(order))
  expect((await shop.opera(order, 'cancel')).code).toBe(200)
  expect((await call('declineProposal', { proposal_id: declined, reason: '不买了' }, { sid })).code).toBe(200)
  const late = { outTradeNo: out_trade_no, amount, tradeNo: 'later', paidAt: new Date().toISOString() }
  expect(await shop.settle({ gateway: 'sandbox', ...late })).toBe('settled')
  expect([await shop.state(order), (await shown(declined)).state]).toEqual(['fulfilled', 'declined'])
})
