import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { creditService } from '#server/modules/people/hours/hours.ts'
import { untilDayHolds } from '#server/testing/one-day.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, operate, system } = await testPortal()
const finance = await make.operator('finance')
const day = 86_400_000
await untilDayHolds()
const now = Date.now()
const ago = (days: number) => new Date(now - days * day)
const monthOf = (at: Date) => new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 7)
const range = { from: monthOf(ago(364)), to: monthOf(ago(0)) }
const figures = async () => (await operate('getFigures', range, finance)).data

test('all figures are of one moment, whatever is paid while they are added up', async () => {
  const company = await make.company()
  const waiting = () =>
    system.rows(
      z.object({ pid: z.int() }),
    )`select pid from pg_locks where relation = 'channel'::regclass and not granted`
  // The months are added up before the table of channels is read.
  const { promise: answer } = await system.transaction(async transaction => {
    await transaction.change`lock table channel in access exclusive mode`
    const promise = figures()
    await expect.poll(async () => (await waiting()).length, { timeout: 10_000 }).toBe(1)
    await make.order(company, { state: 'fulfilled', amount: 123_456 })
    return { promise }
  })
  const { totals, channels } = await answer
  expect(channels.reduce((sum, { net }) => sum + net, 0)).toBe(totals.net)
})

test('a company that only got money back in a period did not pay in it', async () => {
  const [company, channel] = [await make.company(), await make.channel()]
  const code = await make.promotionCode({ channelId: channel.id })
  await system.change`update company set promotion_code = ${code} where id = ${company.id}`
  const order = await make.order(company, { state: 'fulfilled', createdAt: ago(700) })
  await system.change`
    with paid as (
      insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, paid_at, expires_at)
      values (${company.id}, ${order.id}, 'sandbox', ${randomUUID()}, ${order.payable}, 'paid', ${ago(700)}, ${ago(700)})
      returning company_id, order_id, id
    )
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, asked_at, done_at)
    select company_id, order_id, id, ${randomUUID()}, 100, '测试', 'goodwill', 'done', ${ago(600)}, ${ago(600)} from paid`
  for (const [days, payers] of [
    [700, 1],
    [600, 0],
  ] as const) {
    const of = { from: monthOf(ago(days)), to: monthOf(ago(days)) }
    const { channels } = (await operate('getFigures', of, finance)).data
    expect(channels.find(({ channel_id }) => channel_id === channel.id)?.companies).toBe(payers)
    const input = { figure: 'payers' as const, ...of, channel: channel.id, page: 1, page_size: 20 }
    const { data } = await operate('getFigureRows', input, finance)
    expect([data.sum, data.list.length]).toEqual([payers, payers])
  }
})

test('a line that was a trial is due and lost like any other once it is paid, and one that a refund took back is not lost', async () => {
  const before = (await figures()).totals.lost
  const due = async () => (await figures()).due.reduce((sum, { lines }) => sum + lines, 0)
  const dueBefore = await due()
  const company = await make.company()
  const sku = await make.sku({ stock: 20 })
  const [past, future] = [new Date(now - 2 * day), new Date(now + 5 * day)]
  const trial = async (endsAt: Date, trialEndsAt: Date) => {
    const { id } = await make.line(company, { sku, endsAt })
    await system.change`
      with tried as (
        insert into trial (company_id, state, repeated, ends_at) values (${company.id}, 'ended', true, ${trialEndsAt})
        returning id, ends_at)
      update line set order_id = null, trial_id = tried.id, trial_ends_at = tried.ends_at from tried where line.id = ${id}`
  }
  await trial(past, past)
  await trial(future, future)
  expect([(await figures()).totals.lost, await due()]).toEqual([before, dueBefore])
  await trial(past, new Date(now - 32 * day))
  await trial(future, past)
  expect([(await figures()).totals.lost, await due()]).toEqual([before + 1, dueBefore + 1])
  for (const daysEarlier of [20, -1]) {
    const { id } = await make.line(company, { sku, endsAt: past })
    const releasedAt = new Date(past.getTime() - daysEarlier * day)
    await system.change`update line set state = 'released', released_at = ${releasedAt} where id = ${id}`
  }
  // One was refunded before its end, and the other was kept for a while after it.
  expect((await figures()).totals.lost).toBe(before + 2)
})

/** Reports whether the company is counted among those that left in the months between these two. */
async function leftIn(companyId: string, from: number, to: number) {
  const of = { figure: 'left' as const, from: monthOf(ago(from)), to: monthOf(ago(to)), page: 1, page_size: 100 }
  const { list } = (await operate('getFigureRows', of, finance)).data
  return list.some(({ company_id }) => company_id === companyId)
}

test('a company counts as lost when its last hours were returned or it was closed, not when it had bought them', async () => {
  const company = await make.company()
  await make.order(company, { state: 'fulfilled', createdAt: ago(600) })
  const moved = { companyId: company.id, note: '' }
  await creditService(system, { ...moved, days: 30, kind: 'purchase' })
  expect(await leftIn(company.id, 620, 580)).toBe(false)
  await creditService(system, { ...moved, days: -30, kind: 'correction' })
  expect([await leftIn(company.id, 620, 580), await leftIn(company.id, 0, 0)]).toEqual([false, true])
})

test('a company that gave its line back left with the refund, and not when the line would have ended', async () => {
  const company = await make.company()
  const order = await make.order(company, { state: 'fulfilled', createdAt: ago(600) })
  const { id } = await make.line(company, { endsAt: ago(400), orderId: order.id })
  await system.change`update line set state = 'released', released_at = ${ago(560)} where id = ${id}`
  expect([await leftIn(company.id, 580, 540), await leftIn(company.id, 420, 380)]).toEqual([true, false])
})
