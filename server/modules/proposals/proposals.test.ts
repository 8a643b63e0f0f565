import { pino } from 'pino'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { maxPending } from '#contract/shop.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { overtakenBy } from '#server/testing/overtaken.ts'
import { testPortal } from '#server/testing/portal.ts'
import { endProposals } from './ending.ts'
import { makingProposals, plain, texts } from './proposals.fixture.ts'

const portal = await testPortal()
const { call, make, operate, services, system } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const { finance, office, audited, notices, ordersOf, informed } = await makingProposals(portal)
const reason = '客户改了需求'

test('a draft is visible to operators only; once sent its price is held, and accepting places an unpaid order', async () => {
  const { company, sid, hours, save, send, shown, accept } = await office()
  const buyer = await make.employee(company.id)
  expect((await call('setDuty', { employee_id: buyer.id, duty: 'finance' }, { sid })).code).toBe(200)
  const proposal_id = await save()
  expect((await call('getProposalList', {}, { sid })).data.list).toEqual([])
  expect((await call('getProposal', { proposal_id }, { sid })).code).toBe(-59300)
  expect((await accept(proposal_id)).code).toBe(-59300)
  // No statement of a company's handle sees a draft.
  expect(await services.companyDatabase(company.id).rows(texts)`select number as text from proposal`).toEqual([])
  expect((await send(proposal_id)).code).toBe(200)
  expect(
    (
      await operate(
        'saveProposal',
        { proposal_id, company_id: company.id, kind: 'purchase', items: [], valid_days: 7 },
        finance,
      )
    ).code,
  ).toBe(-41003)
  const bells = async () =>
    plain(
      await system.rows(texts)`
        select kind as text from notice
        where account_id = any(${[company.owner.account.id, buyer.account.id]}::uuid[]) and kind = 'proposal_sent' and read_at is null`,
    )
  expect(await bells()).toEqual(['proposal_sent', 'proposal_sent'])
  const { data } = await call('getProposal', { proposal_id }, { sid })
  expect(data).toMatchObject({
    state: 'sent',
    payable: 58_000,
    note: '含首月上门培训',
    items: [{ quantity: 10, days: 30 }],
  })
  expect(data.valid_until).toMatch(/T15:59:59\.999Z$/)
  // The present price differs, and the goods are no longer for sale.
  await system.change`update sku set price = 9900, list_price = 9900, published = false where id = ${hours.id}`
  expect(await accept(proposal_id, 57_000)).toMatchObject({ code: -49008, data: 58_000 })
  const accepted = await accept(proposal_id)
  expect(accepted).toMatchObject({ code: 200, data: { state: 'pending', payable: 58_000 } })
  const order = (await call('getOrderDetailByOrderId', { order_id: accepted.data.order_id }, { sid })).data
  expect(order).toMatchObject({
    state: 'pending',
    buyer_name: expect.any(String),
    items: [{ quantity: 10, amount: 58_000 }],
  })
  expect(await shown(proposal_id)).toMatchObject({ state: 'accepted', order_id: accepted.data.order_id })
  expect(await bells()).toEqual([])
  expect(plain(await audited(proposal_id))).toEqual([
    'proposal.saved operator',
    'proposal.sent operator',
    'proposal.accepted account',
  ])
  expect(plain(await notices(proposal_id))).toEqual(['proposal.sent', 'proposal.accepted'])
  expect((await accept(proposal_id)).code).toBe(-59301)
  expect(await informed()).toContainEqual(
    expect.objectContaining({
      title: expect.stringMatching(/^报价已接受：/),
      text: expect.stringContaining('应付 ¥580.00'),
      link: `/operations/proposals/${proposal_id}`,
    }),
  )
})

test('two concurrent acceptances place one order; of an acceptance and a withdrawal one counts', async () => {
  const { company, sent, accept, shown } = await office()
  const twice = await sent()
  const codes = (await Promise.all([accept(twice), accept(twice), accept(twice)])).map(({ code }) => code)
  expect(codes.sort()).toEqual([-59301, -59301, 200])
  expect(plain(await ordersOf(company.id))).toEqual(['pending 58000'])
  // Guard: the state in `setAccepted`. The withdrawal commits while the acceptance waits for the row.
  const both = await sent()
  const withdrawn = [sql`update proposal set state = 'withdrawn' where id = ${both}`]
  expect((await overtakenBy(system, withdrawn, () => accept(both))).code).toBe(-59301)
  // Guard: the state in `setWithdrawn`.
  const other = await sent()
  const accepted = [sql`update proposal set state = 'accepted' where id = ${other}`]
  const withdraw = () => operate('withdrawProposal', { proposal_id: other, revision: 1, reason }, finance)
  expect((await overtakenBy(system, accepted, withdraw)).code).toBe(-59301)
  expect((await shown(other)).state).toBe('accepted')
  expect(plain(await ordersOf(company.id))).toHaveLength(1)
})

test('nobody can take the key away by which an accepted proposal is ordered, and its order counts among the unpaid', async () => {
  const { company, sid, sent, accept } = await office()
  const proposal_id = await sent()
  const other = await make.sku({ product: 'hours' })
  const items = [{ sku_id: other.id, package_type_id: other.packageId, quantity: 1 }]
  const order = (request_key: string) => call('createOrder', { kind: 'purchase', items, request_key }, { sid })
  expect((await order(`proposal-${proposal_id}`)).code).toBe(200)
  expect((await accept(proposal_id)).code).toBe(200)
  expect((await order(`proposal:${proposal_id}`)).code).toBe(-41003)
  for (let number = 2; number < maxPending; number++) expect((await order(`another-order-${number}`)).code).toBe(200)
  expect((await order('one-order-too-many')).code).toBe(-49014)
  expect(await ordersOf(company.id)).toHaveLength(maxPending)
})

test('a proposal declined with a reason, withdrawn or expired cannot be accepted', async () => {
  const { sid, sent, save, accept, shown } = await office()
  const declined = await sent()
  expect((await call('declineProposal', { proposal_id: declined, reason: '价格偏高' }, { sid })).code).toBe(200)
  expect(await shown(declined)).toMatchObject({ state: 'declined', reason: '价格偏高' })
  const withdrawn = await sent()
  expect((await operate('withdrawProposal', { proposal_id: withdrawn, revision: 1, reason }, finance)).code).toBe(200)
  const late = await sent()
  await system.change`update proposal set valid_until = now() - interval '1 second' where id = ${late}`
  // Its time is over before the job has run.
  expect((await accept(late)).code).toBe(-59302)
  await runAs('portal', () => endProposals(services, undefined, job))
  for (const id of [declined, withdrawn, late]) expect((await accept(id)).code).toBe(-59301)
  expect((await shown(late)).state).toBe('expired')
  // The author learns the outcome of their drafts, but not of a colleague's withdrawal.
  const titles = (await informed()).filter(({ link }) => [declined, withdrawn, late].some(id => link.endsWith(id)))
  expect(titles.map(({ title, text }) => `${title} ${text}`).sort()).toEqual([
    expect.stringMatching(/^报价已到期：.*企业没有答复/),
    expect.stringMatching(/^报价被拒绝：.*价格偏高/),
  ])
  expect(plain(await notices(late))).toEqual(['proposal.sent', 'proposal.expired'])
  expect(plain(await audited(late)).at(-1)).toBe('proposal.expired portal')
  // The company never learned of a dropped draft.
  const draft = await save({ note: '' })
  await operate('withdrawProposal', { proposal_id: draft, revision: 0, reason }, finance)
  expect((await shown(draft)).state).toBe('withdrawn')
  expect(plain(await notices(draft))).toEqual([])
})

// Guard: the revision in `setWithdrawn`. Without it the company loses the sent proposal, and reads why a colleague dropped the
// draft.
test('a draft that a colleague has changed or sent meanwhile is not withdrawn as the one that was read', async () => {
  const { save, send, shown, draft } = await office()
  const proposal_id = await save()
  const { revision } = await shown(proposal_id)
  const withdraw = () => operate('withdrawProposal', { proposal_id, revision, reason }, finance)
  const now = { proposal_id, revision, ...draft, valid_days: 9 }
  expect((await operate('saveProposal', now, finance)).code).toBe(200)
  expect((await withdraw()).code).toBe(-53022)
  const changed = await shown(proposal_id)
  expect((await send(proposal_id)).code).toBe(200)
  for (const read of [revision, changed.revision]) {
    const { code, data } = await operate('withdrawProposal', { proposal_id, revision: read, reason }, finance)
    expect([code, data]).toMatchObject([-53022, { revision: changed.revision + 1, saved_by: expect.any(String) }])
  }
  expect(await shown(proposal_id)).toMatchObject({ state: 'sent', reason: '' })
})

test("the price is the server's, on saving and on sending, and the coupon holds as long as the price", async () => {
  const { company, hours, sid, save, send, sent, shown, accept } = await office()
  const stale = await save()
  const seen = await shown(stale)
  await system.change`update sku set price = 6000, list_price = 6000 where id = ${hours.id}`
  const sending = { proposal_id: stale, revision: seen.revision, payable: seen.payable }
  expect(await operate('sendProposal', sending, finance)).toMatchObject({ code: -49008, data: 60_000 })
  // The reloaded page shows the present price, which can be sent, and is what the company gets.
  expect(await shown(stale)).toMatchObject({ payable: 60_000, list_amount: 60_000, items: [{ amount: 60_000 }] })
  expect((await send(stale)).code).toBe(200)
  expect((await call('getProposal', { proposal_id: stale }, { sid })).data).toMatchObject({
    payable: 60_000,
    list_amount: 60_000,
  })
  const short = await make.coupon(company.id, { validDays: 3 })
  expect((await send(await save({ coupon_id: short.id }))).code).toBe(-59303)
  const coupon = await make.coupon(company.id, { validDays: 30 })
  const proposal_id = await sent({ coupon_id: coupon.id })
  expect((await accept(proposal_id, 55_000)).data.payable).toBe(55_000)
  const foreign = await make.coupon((await make.company()).id)
  const content = { ...(await office()).draft, coupon_id: foreign.id }
  expect((await operate('saveProposal', content, finance)).code).toBe(-49024)
  const other = await office()
  expect((await call('getProposal', { proposal_id }, { sid: other.sid })).code).toBe(-59300)
  expect((await call('acceptProposal', { proposal_id, payable: 55_000 }, { sid: other.sid })).code).toBe(-59300)
  expect((await call('getProposalList', {}, { sid })).data.total).toBe(2)
})

test('a draft that can no longer be had says why, with the figures of its saving', async () => {
  const { company, hours, save, send, shown } = await office()
  const coupon = await make.coupon(company.id)
  const [plain, reduced] = [await save(), await save({ coupon_id: coupon.id })]
  expect((await shown(plain)).problem).toBe('')
  await system.change`update coupon set valid_until = now() where id = ${coupon.id}`
  expect((await shown(reduced)).problem).toMatch(/^优惠券不能用于此订单：.+/)
  await system.change`update sku set published = false, price = 6000, list_price = 6000 where id = ${hours.id}`
  expect(await shown(plain)).toMatchObject({ payable: 58_000, problem: '商品规格不存在或已下架' })
  expect((await send(plain)).code).toBe(-49002)
})

test('a draft that a colleague has changed is neither overwritten nor sent unseen', async () => {
  const { draft, hours, save, shown } = await office()
  const proposal_id = await save()
  const seen = await shown(proposal_id)
  const items = [{ sku_id: hours.id, package_type_id: hours.packageId, quantity: 20 }]
  const change = (more: object) => operate('saveProposal', { ...draft, proposal_id, ...more }, finance)
  expect((await change({ revision: seen.revision, items })).code).toBe(200)
  // Guard: the revision in updateDraft. Without it the colleague's goods are gone.
  const late = await change({ revision: seen.revision, note: '只改说明' })
  // Operators are named, and their names begin with their role.
  const saved = { saved_by: expect.stringContaining('finance'), saved_at: expect.any(String) }
  expect(late).toMatchObject({ code: -53022, data: { revision: seen.revision + 1, ...saved } })
  expect((await change({ note: '没有版本' })).code).toBe(-53022)
  const now = await shown(proposal_id)
  expect(now).toMatchObject({ note: draft.note, items: [{ quantity: 20 }] })
  const send = (revision: number) => operate('sendProposal', { proposal_id, revision, payable: now.payable }, finance)
  expect((await send(seen.revision)).code).toBe(-53022)
  expect((await send(now.revision)).code).toBe(200)
})

test('accepting reserves addresses, and a renewal starts at the line’s end at that time', async () => {
  const { company, sid, sent, shown, accept } = await office()
  const sku = await make.sku({ stock: 2, price: 16_800 })
  const items = [{ sku_id: sku.id, package_type_id: sku.packageId, quantity: 2 }]
  const [one, two] = [await sent({ items }), await sent({ items })]
  expect((await accept(one, 33_600)).code).toBe(200)
  expect(await accept(two, 33_600)).toMatchObject({ code: -49006, data: 0 })
  // It was not accepted: the state was rolled back with the rest.
  expect((await shown(two)).state).toBe('sent')
  const line = await make.line(company, { sku: await make.sku({ price: 16_800 }), bound: true })
  const renewal = { kind: 'renewal' as const, items: undefined, svp_ids: [line.id], days: 30 }
  const [renewed, returned] = [await sent(renewal), await sent(renewal)]
  await system.change`update line set ends_at = ends_at + interval '5 days' where id = ${line.id}`
  const { order_id } = (await accept(renewed, 16_800)).data
  const [item] = (await call('getOrderDetailByOrderId', { order_id }, { sid })).data.items
  const [now] = await system.rows(
    z.object({ ends_at: z.iso.datetime() }),
  )`select ends_at from line where id = ${line.id}`
  expect(item?.old_ends_at).toBe(now?.ends_at)
  await system.change`
    update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now() where id = ${line.id}`
  expect((await accept(returned, 16_800)).code).toBe(-52001)
})

test('an employee with the finance duty can accept a proposal, one with the reader duty cannot', async () => {
  const { company, sid: owner, sent } = await office()
  for (const [duty, code] of [
    ['reader', -41024],
    ['finance', 200],
  ] as const) {
    const person = await make.employee(company.id)
    expect((await call('setDuty', { employee_id: person.id, duty }, { sid: owner })).code).toBe(200)
    const sid = await make.session(person.account)
    const answer = await call('acceptProposal', { proposal_id: await sent(), payable: 58_000 }, { sid })
    expect(answer.code).toBe(code)
  }
})
