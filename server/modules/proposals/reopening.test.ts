import { expect, test } from 'vitest'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { closeOrder } from '#server/modules/sales/closing.ts'
import { testPortal } from '#server/testing/portal.ts'
import { makingProposals, plain, texts } from './proposals.fixture.ts'

const portal = await testPortal()
const { call, services, system } = portal
const { office, audited, notices, informed } = await makingProposals(portal)

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

test('late money for an ended order of a proposal that was accepted again leaves the other order its own', async () => {
  const { company, sid, sent, accept, shown } = await office()
  const shop = shopping(portal, company, sid)
  const proposal_id = await sent()
  const first = (await accept(proposal_id)).data.order_id
  const { out_trade_no, amount } = await shop.tradeNumberOf(await shop.attempt(first))
  expect((await shop.opera(first, 'cancel')).code).toBe(200)
  const second = (await accept(proposal_id)).data.order_id
  const late = { outTradeNo: out_trade_no, amount, tradeNo: 'latest', paidAt: new Date().toISOString() }
  expect(await shop.settle({ gateway: 'sandbox', ...late })).toBe('settled')
  expect((await shop.opera(second, 'cancel')).code).toBe(200)
  // Guard: the order in `setReopened`. Without it the company could have the goods at this price a second time.
  expect(await shown(proposal_id)).toMatchObject({ state: 'accepted', order_id: first })
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
