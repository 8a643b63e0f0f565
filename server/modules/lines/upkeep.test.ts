import { pino } from 'pino'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { countRows } from '#server/database/count-rows.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { renewLinesByThemselves } from '#server/modules/payments/renewals.ts'
import { testPortal } from '#server/testing/portal.ts'
import { lineNotices } from './line-notices.ts'
import { maintainLines } from './upkeep.ts'

const portal = await testPortal()
const { make, call, system, services } = portal
const job = { log: pino({ level: 'silent' }), stopping: new AbortController().signal }
const upkeep = () => maintainLines(services, job)

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)
const noticesOf = (accountId: string) =>
  system.rows(z.object({ kind: z.string(), title: z.string(), text: z.string(), link: z.string() }))`
  select kind, title, text, link from notice where account_id = ${accountId} order by id`
const lineOf = (id: string) =>
  system.row(z.object({ state: z.string(), ip: z.string().nullable(), address: z.string().nullable() }))`
  select state, ip_address_id as ip, address from line where id = ${id}`
const stockOf = (regionId: string) =>
  system.row(z.object({ free: z.int(), reserved: z.int(), cooling: z.int() }))`
  select free, reserved,
    (select count(*)::integer from ip_address where region_id = ${regionId} and state = 'cooling') as cooling
  from address_stock where region_id = ${regionId}`
const logOf = (id: string) =>
  system.rows(
    z.object({ action: z.string(), detail: z.string() }),
  )`select action, detail from line_log where line_id = ${id} order by id`

describe('after a line’s end', () => {
  test('it keeps its address for three days, which then cools down for seven', async () => {
    const company = await make.company()
    const sku = await make.sku({ stock: 4 })
    const { id: orderId } = await make.order(company)
    const bound = await make.line(company, { sku, orderId, bound: true, endsAt: daysFromNow(-2.9) })
    const unbound = await make.line(company, { sku, orderId, endsAt: daysFromNow(-2.9) })
    await make.lineGroup(company.id, { lines: [bound.id] })
    await upkeep()
    expect(await lineOf(bound.id)).toMatchObject({ state: 'active', address: expect.any(String) })
    expect(await stockOf(bound.regionId)).toEqual({ free: 3, reserved: 1, cooling: 0 })
    await system.change`update line set ends_at = ends_at - interval '3 hours' where company_id = ${company.id}`
    // Guards: `lockOver` and `isOver`: of several concurrent runs only one releases each line.
    await Promise.all([upkeep(), upkeep(), upkeep()])
    for (const { id } of [bound, unbound]) {
      expect(await lineOf(id)).toEqual({ state: 'released', ip: null, address: null })
      expect(await logOf(id)).toEqual([{ action: 'released', detail: '到期未续费' }])
    }
    expect(await stockOf(bound.regionId)).toEqual({ free: 3, reserved: 0, cooling: 1 })
    expect(await countRows(system, sql`line_group_line where line_id = ${bound.id}`)).toBe(0)
    await system.change`update ip_address set free_at = now() + interval '1 minute' where state = 'cooling'`
    await upkeep()
    expect(await stockOf(bound.regionId)).toMatchObject({ free: 3, cooling: 1 })
    await system.change`update ip_address set free_at = now() where state = 'cooling'`
    await Promise.all([upkeep(), upkeep()])
    expect(await stockOf(bound.regionId)).toEqual({ free: 4, reserved: 0, cooling: 0 })
  })

  test('a renewal within the grace period keeps it; a suspended line is released unless being refunded', async () => {
    const company = await make.company()
    const sku = await make.sku({ stock: 4 })
    const { id: orderId } = await make.order(company)
    const over = { sku, orderId, endsAt: daysFromNow(-5) }
    const [renewed, suspended, refunding] = [
      await make.line(company, { ...over, bound: true }),
      await make.line(company, { ...over, bound: true }),
      await make.line(company, over),
    ]
    await system.change`update line set ends_at = now() + interval '30 days' where id = ${renewed.id}`
    await system.change`update line set state = 'suspended', suspend_reason = '核实中' where id = ${suspended.id}`
    await system.change`
      update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now() where id = ${refunding.id}`
    await upkeep()
    const states = await Promise.all([renewed, suspended, refunding].map(({ id }) => lineOf(id)))
    expect(states.map(row => row?.state)).toEqual(['active', 'released', 'suspended'])
  })

  test.each(['requested', 'unused'] as const)(
    'it is kept while a renewal of it waits to be given back (%s), and the rejection finds it there',
    async refund_kind => {
      const { shop } = await openShop(portal)
      await shop.bought(await make.sku({ stock: 4 }))
      const [bought] = await shop.lines()
      const renewal = await shop.order({
        ...{ kind: 'renewal', svp_ids: [bought?.id ?? ''], days: 30 },
        request_key: `renewal-${crypto.randomUUID()}`,
      })
      const paid = await shop.payAtCashier(await shop.attempt(renewal))
      expect(paid && (await shop.settle(paid))).toBe('settled')
      // Days are refunded in part once they have begun, and as a whole before.
      if (refund_kind === 'unused') await shop.daysPass(40)
      expect((await shop.opera(renewal, 'refund', { reason: '不再需要', refund_kind })).code).toBe(200)
      await shop.daysPass(refund_kind === 'unused' ? 15 : 40)
      await upkeep()
      expect(await lineOf(bought?.id ?? '')).toMatchObject({ state: 'unbound' })
      await shop.decide(renewal, false)
      await upkeep()
      expect(await lineOf(bought?.id ?? '')).toMatchObject({ state: 'unbound' })
      await shop.daysPass(40)
      await upkeep()
      expect(await lineOf(bought?.id ?? '')).toMatchObject({ state: 'released' })
    },
  )

  test.each(['requested', 'unused'] as const)(
    'it has as many days left after a rejected refund as before (%s), of which the next refund counts those that were paid',
    async refund_kind => {
      const { sid, shop } = await openShop(portal)
      const order = await shop.bought(await make.sku({ stock: 4 }))
      const svp_id = (await shop.lines())[0]?.id ?? ''
      if (refund_kind === 'unused') {
        const [address] = (await call('getVplIpList', { svp_id }, { sid })).data.list
        await call('bindCompanyVpl', { svp_id, ip_id: address?.ip_id ?? '' }, { sid })
        await shop.daysPass(20)
      }
      const before = await lineOf(svp_id)
      const daysLeft = async () => (Date.parse((await shop.lines())[0]?.ends_at ?? '') - Date.now()) / 86_400_000
      const offered = async () => (await shop.offerOf(order)).offers[0]?.items.map(({ days }) => days)
      const [left, unused] = [await daysLeft(), await offered()]
      expect((await shop.opera(order, 'refund', { reason: '不再需要', refund_kind })).code).toBe(200)
      await shop.daysPass(40)
      await shop.decide(order, false)
      await upkeep()
      expect(await lineOf(svp_id)).toEqual(before)
      expect(await daysLeft()).toBeCloseTo(left, 2)
      expect((await logOf(svp_id)).at(-1)?.detail).toMatch(/退款未通过，到期日顺延至 \d{4}-\d\d-\d\d/)
      expect(await offered()).toEqual(unused)
    },
  )

  test('one run handles more than a batch, and a stopping portal ends the run early', async () => {
    const company = await make.company()
    const sku = await make.sku({ stock: 1 })
    const { id: orderId } = await make.order(company)
    await make.stock({ regionId: sku.regionId ?? '', accessWayId: sku.accessWayId ?? '', count: 250 })
    await system.change`
      insert into line (company_id, name, sku_id, region_id, access_way_id, ends_at, order_id)
      select ${company.id}, '线' || place, ${sku.id}, ${sku.regionId}, ${sku.accessWayId}, now() - interval '4 days', ${orderId}
      from generate_series(1, 250) as place`
    await system.change`update address_stock set reserved = 250 where region_id = ${sku.regionId}`
    await maintainLines(services, { ...job, stopping: AbortSignal.abort() })
    expect(await stockOf(sku.regionId ?? '')).toMatchObject({ reserved: 250 })
    await upkeep()
    expect(await stockOf(sku.regionId ?? '')).toMatchObject({ reserved: 0, free: 251 })
  })

  test('a line that cannot be released holds up no other, and the job fails', async () => {
    const company = await make.company()
    const [broken, sound] = [
      await make.line(company, { bound: true, endsAt: daysFromNow(-6) }),
      await make.line(company, { bound: true, endsAt: daysFromNow(-5) }),
    ]
    const ofBroken = (state: string) =>
      system.change`update ip_address set state = ${state} where id = (select ip_address_id from line where id = ${broken.id})`
    await ofBroken('retired')
    await expect(upkeep()).rejects.toThrow('was not bound')
    expect([await lineOf(broken.id), await lineOf(sound.id)]).toMatchObject([
      { state: 'active' },
      { state: 'released' },
    ])
    await ofBroken('bound')
    await upkeep()
    expect(await lineOf(broken.id)).toMatchObject({ state: 'released' })
  })

  test('a run that is killed half-way leaves nothing half done', async () => {
    const company = await make.company()
    const line = await make.line(company, { bound: true, endsAt: daysFromNow(-4) })
    const broken = { system: { ...system, transaction: breakAfterRelease } as typeof system }
    await expect(maintainLines(broken, job)).rejects.toThrow('killed')
    expect(await lineOf(line.id)).toMatchObject({ state: 'active', address: expect.any(String) })
    await upkeep()
    expect(await lineOf(line.id)).toMatchObject({ state: 'released' })
    expect(await logOf(line.id)).toHaveLength(1)
  })
  const breakAfterRelease: typeof system.transaction = work =>
    system.transaction(async transaction => {
      await work(transaction)
      throw new Error('killed')
    })
})

describe('before a line’s end', () => {
  const run = () => lineNotices(services, job)
  /** Returns the lines of the list to which the latest notice links. */
  async function linkedFrom({ account }: { account: { id: string } }) {
    const link = (await noticesOf(account.id)).at(-1)?.link ?? ''
    const { ends_from, ends_to } = Object.fromEntries(new URLSearchParams(link.split('?')[1]))
    const input = { ends_from, ends_to, order: 'ends' as const }
    const { data } = await call('getCompanyVplList', input, { sid: await make.session(account) })
    return data.list.map(({ name }) => name)
  }

  test('managers are notified at each threshold, once and together', async () => {
    const company = await make.company({ managers: 1, employees: 1 })
    const sku = await make.sku({ stock: 9 })
    const { id: orderId } = await make.order(company)
    const line = (name: string, days: number) =>
      make.line(company, { name, sku, orderId, bound: true, endsAt: daysFromNow(days) })
    const [one] = [
      await line('甲', 6.5),
      await line('乙', 6.6),
      await line('丙', 6.7),
      await line('丁', 6.8),
      await line('戊', 20),
    ]
    // Nobody has to act on a line that renews itself, until its order waits.
    const renewing = { name: '自续', sku, orderId, bound: true, autoRenew: true }
    await make.line(company, { ...renewing, endsAt: daysFromNow(14.5) })
    // Guard: `markNotified` in the notice's own transaction.
    await Promise.all([run(), run(), run()])
    await run()
    const [owner, manager] = [company.owner.account.id, company.managers[0]?.account.id ?? '']
    for (const account of [owner, manager])
      expect(await noticesOf(account)).toMatchObject([
        {
          kind: 'line_ending',
          title: '专线即将到期',
          text: expect.stringMatching(/^4 条专线将在 7 天内到期（最早 \d{4}-\d\d-\d\d）：甲、乙、丙 等。$/),
          link: expect.stringMatching(/^\/control\/manageline\?ends_from=[-\d]+&ends_to=[-\d]+&order=ends$/),
        },
      ])
    expect(await noticesOf(company.employees[0]?.account.id ?? '')).toEqual([])
    expect(await linkedFrom(company.owner)).toEqual(['甲', '乙', '丙', '丁'])
    const texts = async () => (await noticesOf(owner)).slice(1).map(({ title, text }) => `${title} ${text}`)
    const ends = (days: number) => system.change`update line set ends_at = ${daysFromNow(days)} where id = ${one.id}`
    for (const days of [2.5, 0.5, -0.1]) {
      await ends(days)
      await run()
      await run()
    }
    expect(await texts()).toEqual([
      expect.stringMatching(/^专线即将到期 专线将在 3 天内到期（最早 .*）：甲。$/),
      expect.stringMatching(/^专线即将到期 专线将在 1 天内到期（最早 .*）：甲。$/),
      '专线已到期 专线已到期，地址保留 3 天，期间可以续费：甲。',
    ])
    // The line was renewed, and its new end gets another notice.
    await ends(14)
    await run()
    expect((await texts()).at(-1)).toMatch(/^专线即将到期 专线将在 15 天内到期/)
    await line('己', 14.1)
    await make.line(company, { name: '庚', sku, orderId, endsAt: daysFromNow(14.2) })
    await run()
    expect(await linkedFrom(company.owner)).toEqual(expect.arrayContaining(['己', '庚']))
    // A portal that was away for long sends no notice for a threshold that lies far back.
    await ends(10)
    await run()
    expect(await texts()).toHaveLength(5)
  })
})

describe('a line that renews automatically', () => {
  const run = () => renewLinesByThemselves(services, job)
  const ordersOf = (companyId: string) =>
    system.rows(
      z.object({
        id: z.string(),
        number: z.string(),
        state: z.string(),
        kind: z.string(),
        open: z.boolean(),
        buyer_name: z.string(),
      }),
    )`
    select shop_order.id, number, shop_order.state, kind, buyer_name, pays_until = line.ends_at + interval '3 days' as open
    from shop_order
    join order_item on order_item.company_id = shop_order.company_id and order_id = shop_order.id
    join line on line.id = line_id
    where shop_order.company_id = ${companyId} and kind = 'renewal'`

  test('gets one order a week before its end, payable in its grace, too, and managers are notified', async () => {
    const company = await make.company()
    const sku = await make.sku({ stock: 9, price: 16_800 })
    const line = await make.line(company, { sku, bound: true, autoRenew: true, endsAt: daysFromNow(7.5) })
    await make.line(company, { sku, bound: true, endsAt: daysFromNow(3) })
    await run()
    expect(await ordersOf(company.id)).toEqual([])
    await system.change`update line set ends_at = ends_at - interval '1 day' where id = ${line.id}`
    // Guard: the order's request_key, which is made of the line and its end.
    await Promise.all([run(), run(), run()])
    await run()
    const placed = await ordersOf(company.id)
    expect(placed).toMatchObject([{ state: 'pending', open: true, buyer_name: '自动续费' }])
    const notices = await noticesOf(company.owner.account.id)
    expect(notices).toMatchObject([
      {
        kind: 'line_ending',
        title: '自动续费订单待支付',
        link: `/control/orderrecord?order_id=${placed[0]?.id}`,
        text: expect.stringContaining(placed[0]?.number ?? ''),
      },
    ])
    // An order that a manager cancelled is not placed again for this end.
    const sid = await make.session(company.owner.account)
    expect((await call('orderOpera', { order_id: placed[0]?.id ?? '', opera: 'cancel' }, { sid })).code).toBe(200)
    await run()
    expect(await ordersOf(company.id)).toHaveLength(1)
  })

  test('is handled on the next run when the first was killed after placing the order', async () => {
    const company = await make.company()
    await make.line(company, { bound: true, autoRenew: true, endsAt: daysFromNow(5) })
    const broken = {
      ...services,
      system: {
        ...system,
        transaction: (async work => {
          const result = await system.transaction(work)
          // The first transaction places the order.
          if (result && typeof result === 'object') throw new Error('killed')
          return result
        }) as typeof system.transaction,
      },
    }
    await expect(renewLinesByThemselves(broken, job)).rejects.toThrow('killed')
    expect(await ordersOf(company.id)).toMatchObject([{ open: true }])
    expect(await noticesOf(company.owner.account.id)).toEqual([])
    await run()
    expect(await ordersOf(company.id)).toHaveLength(1)
    expect(await noticesOf(company.owner.account.id)).toHaveLength(1)
  })

  test('is reported once to the managers if no longer on sale, while others are renewed', async () => {
    const company = await make.company()
    const gone = await make.sku({ stock: 2, published: false })
    await make.line(company, { sku: gone, bound: true, autoRenew: true, endsAt: daysFromNow(5), name: '旧规格' })
    await make.line(company, { bound: true, autoRenew: true, endsAt: daysFromNow(6) })
    await run()
    await run()
    expect(await ordersOf(company.id)).toHaveLength(1)
    expect((await noticesOf(company.owner.account.id)).map(({ title }) => title).sort()).toEqual([
      '自动续费未能下单',
      '自动续费订单待支付',
    ])
  })
})
