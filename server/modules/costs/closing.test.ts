import pino from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { costGroups } from '#contract/cost-names.ts'
import { testPortal } from '#server/testing/portal.ts'
import { closeMonths } from './closing.ts'
import { costOffices } from './costs.fixture.ts'
import { monthAfter } from './spread.ts'

const portal = await testPortal()
const { call, make, services, system } = portal
const office = await costOffices(portal)
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const monthsAgo = (count: number) => monthAfter(Date.now(), -count).name
/** Noon in China on the second day of the present month: last month is over, and late reports have arrived. */
const thisMonth = Date.parse(`${monthsAgo(0)}-02T12:00:00+08:00`)
const nextMonth = Date.parse(`${monthsAgo(-1)}-02T12:00:00+08:00`)
const close = (now: number) => closeMonths(services, job, now)

const shown = async (sid: string, month: string) =>
  Promise.all(
    costGroups.map(async by => (await call('getCosts', { month, by, page: 1, page_size: 100 }, { sid })).data),
  )
const named = z.object({ id: z.string() })

/** Executes only now a refund that was requested last month: it would change that month. */
async function refundLate(companyId: string, amount: number) {
  const [order] = await system.rows(named)`
    select id from shop_order where company_id = ${companyId} and product = 'line' limit 1`
  await system.change`
    with paid as (
      insert into payment (company_id, order_id, amount, gateway, state, out_trade_no, paid_at, expires_at)
      values (${companyId}, ${order?.id ?? ''}, 60000, 'transfer', 'paid', ${`P${companyId}`.slice(0, 30)}, now(), now())
      returning id
    )
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, asked_at, done_at)
    select ${companyId}, ${order?.id ?? ''}, id, ${`R${companyId}`.slice(0, 30)}, ${amount}, '不要了', 'requested', 'done',
      ${`${monthsAgo(1)}-01T00:00:00+08:00`}, now() from paid`
}

test('a closed month never changes; later differences are booked once in the next month', async () => {
  const { company, sid, used, idle, two } = await office()
  const before = await shown(sid, monthsAgo(1))
  expect(before[0]?.closed_at).toBeNull()
  await close(thisMonth)
  const kept = await shown(sid, monthsAgo(1))
  expect(kept.map(({ list, amount }) => ({ list, amount }))).toEqual(
    before.map(({ list, amount }) => ({ list, amount })),
  )
  expect(kept[0]?.closed_at).not.toBeNull()
  const open = (await shown(sid, monthsAgo(0)))[0]?.amount ?? 0

  // Another person turns out to have used the other line, both were elsewhere, and a refund belongs to days that are over.
  await system.change`
    insert into line_use (company_id, line_id, employee_id, day)
    values (${company.id}, ${two.id}, ${idle.id}, ${`${monthsAgo(1)}-09`}::date)`
  await system.change`
    update access_span set object_id = null where company_id = ${company.id} and kind = 'employee' and subject_id = ${used.id}`
  await refundLate(company.id, 30_000)
  expect(await shown(sid, monthsAgo(1))).toEqual(kept)

  const correction = `${monthsAgo(1).slice(0, 4)} 年 ${Number(monthsAgo(1).slice(5))} 月的更正`
  const months = async () => {
    const { months } = (await call('getCostOverview', {}, { sid })).data
    return months.map(({ month, hours_amount, lines_amount }) => [month, hours_amount + lines_amount])
  }
  const corrected = await shown(sid, monthsAgo(0))
  for (const { list, amount } of corrected) {
    expect(list.reduce((sum, each) => sum + each.amount, 0)).toBe(amount)
    expect(list.filter(({ name }) => name === correction)).toHaveLength(1)
  }
  const back = corrected[0]?.list.find(({ name }) => name === correction)?.amount ?? 0
  expect(back).toBeLessThan(0)
  expect(corrected[0]?.amount).toBeLessThan(open)
  expect((await months()).at(-1)).toEqual([monthsAgo(0), corrected[0]?.amount])
  expect((await months()).at(-2)).toEqual([monthsAgo(1), kept[0]?.amount])

  // Once that month is over as well, it holds the correction, and the month after it corrects nothing.
  await close(nextMonth)
  const after = await shown(sid, monthsAgo(0))
  expect(after.map(({ list, amount }) => ({ list, amount }))).toEqual(
    corrected.map(({ list, amount }) => ({ list, amount })),
  )
  const names = (await shown(sid, monthsAgo(-1)))[0]?.list.map(({ name }) => name)
  expect(names).not.toContain(correction)
})

test('all months plus the balance add up to payments less refunds', async () => {
  const { company, sid } = await office()
  await close(thisMonth)
  await refundLate(company.id, 30_000)
  await close(nextMonth)
  let sum = 0
  for (let ago = 5; ago > -16; ago--) sum += (await shown(sid, monthsAgo(ago)))[0]?.amount ?? 0
  const { balance } = (await call('getCostOverview', {}, { sid })).data
  expect(sum + balance.amount).toBe(60_000 + 50_000 - 30_000)
})

// Guard: the primary key of cost_month and the row count of `claimMonth`. Without them a concurrent replica writes the same cells
// again.
test('replicas that close at the same moment close each month once', async () => {
  const offices = [await office(), await office()]
  await Promise.all(Array.from({ length: 4 }, () => close(thisMonth)))
  for (const { company, sid } of offices) {
    const rows = await system.rows(z.object({ month: z.string(), said: z.int(), cells: z.int() }))`
      select to_char(month, 'YYYY-MM') as month, (hours_amount + lines_amount)::bigint as said, (
          select coalesce(sum(amount), 0) from cost_cell
          where cost_cell.company_id = cost_month.company_id and cost_cell.month = cost_month.month
        )::bigint as cells
      from cost_month where company_id = ${company.id} order by month`
    expect(rows.map(({ month }) => month)).toEqual(
      Array.from({ length: rows.length }, (_, place) => monthsAgo(rows.length - place)),
    )
    expect(rows.length).toBeGreaterThan(2)
    for (const { said, cells } of rows) expect(cells).toBe(said)
    const { months } = (await call('getCostOverview', {}, { sid })).data
    expect(rows.at(-1)?.said).toBe((months.at(-2)?.hours_amount ?? 0) + (months.at(-2)?.lines_amount ?? 0))
  }
})

test('a company without purchases closes no month, and no company sees another’s costs', async () => {
  const { company } = await office()
  const other = await make.company()
  await close(thisMonth)
  const count = z.object({ count: z.int() })
  const of = (id: string) =>
    system.row(count)`select count(*)::integer as count from cost_month where company_id = ${id}`
  expect((await of(company.id))?.count).toBeGreaterThan(2)
  expect((await of(other.id))?.count).toBe(0)
  const sid = await make.session(other.owner.account)
  expect((await shown(sid, monthsAgo(1)))[0]).toMatchObject({ list: [], amount: 0, closed_at: null })
})
