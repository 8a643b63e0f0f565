import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput } from '#contract/operations/index.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { applyDuePrices } from './pricing.ts'

const portal = await testPortal()
const { make, operate, call, system, services } = portal
const finance = await make.operator('finance')
const owner = await make.operator('owner')
const { token } = finance

type Change = Partial<OperationInput<'requestPrices'>>
type TestSku = Awaited<ReturnType<typeof make.sku>>

const of = (sku: { id: string; price: number }, price: number, old = sku.price) => ({
  sku_id: sku.id,
  old_price: old,
  old_list_price: old,
  price,
  list_price: price,
})
const request = (change: Change) => operate('requestPrices', change, { token })
const confirm = (approval_id: string) =>
  operate('decideApproval', { approval_id, decision: 'confirm' }, { token: owner.token })

async function confirmed(change: Change) {
  const requested = await request(change)
  expect(requested.code, requested.msg).toBe(200)
  const answer = await confirm(requested.data.approval_id)
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.result
}

const priceOf = async ({ id }: { id: string }) =>
  (await system.row(z.object({ price: z.int() }))`select price from sku where id = ${id}`)?.price
const changesOf = async (sku: TestSku) => (await operate('getPriceChangeList', { sku_id: sku.id }, { token })).data.list
const auditOf = async (sku: TestSku) =>
  system.rows(z.object({ action: z.string(), actor: z.string(), before: z.unknown(), after: z.unknown() }))`
  select action, actor, before, after from audit_entry where target = ${`sku:${sku.id}`} order by id`
const hour = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
/** Makes the scheduled changes of these skus due. */
const becomeDue = (...skus: TestSku[]) =>
  system.change`
    update price_change set holds_from = now() - interval '1 minute' * (select count(*) from price_change later
      where later.sku_id = price_change.sku_id and later.holds_from >= price_change.holds_from)
    where sku_id = any(${skus.map(({ id }) => id)}::uuid[]) and state = 'scheduled'`

test('a price changes when another operator confirms it, and is recorded in history and audit log', async () => {
  const sku = await make.sku({ price: 16_800 })
  const requested = await request({ skus: [of(sku, 18_500)] })
  expect(requested.code).toBe(200)
  expect(await priceOf(sku)).toBe(16_800)
  const waiting = (await operate('getCatalogueSkus', { goods_id: sku.goodsId }, { token })).data.list[0]?.waiting
  expect(waiting).toEqual({ price: 18_500, list_price: 18_500, publish: false })
  const { data } = await operate('getApprovalList', { kind: 'price', state: 'waiting' }, { token })
  expect(data.list[0]?.summary).toBe('调价：日本 东京 · 数据中心原生 IP · 5 Mbps ¥168.00 → ¥185.00')
  const { approval_id } = requested.data
  const own = await operate('decideApproval', { approval_id, decision: 'confirm' }, { token })
  expect(own.code).toBe(-53010)

  expect((await confirm(approval_id)).data.result).toBe('已生效，共 1 项')
  expect(await priceOf(sku)).toBe(18_500)
  expect(await changesOf(sku)).toMatchObject([
    {
      name: '日本 东京 · 数据中心原生 IP · 5 Mbps',
      old_value: 16_800,
      new_value: 18_500,
      state: 'applied',
      requested_by: `${finance.name}的姓名`,
      confirmed_by: `${owner.name}的姓名`,
    },
  ])
  const [, , changed] = await auditOf(sku)
  expect(changed).toMatchObject({
    action: 'price.changed',
    actor: `operator:${owner.id}`,
    before: { price: 16_800 },
    after: { price: 18_500 },
  })
})

test('a price that falls to less than half stands out to the second operator', async () => {
  const [fallen, lower] = [await make.sku({ price: 10_000 }), await make.sku({ price: 10_000 })]
  const requested = await request({ skus: [of(fallen, 100), of(lower, 5000)] })
  const { approval_id } = requested.data
  const { data } = await operate('getApprovalEvidence', { approval_id }, { token: owner.token })
  expect(data.rows.slice(-2).map(({ tone }) => tone)).toEqual(['danger', null])
})

test('a request whose time has passed says so to the second operator, who can only reject it', async () => {
  const sku = await make.sku({ price: 10_000 })
  const { data } = await request({ skus: [of(sku, 9000)], holds_from: new Date(Date.now() + 1500).toISOString() })
  const from = async () => {
    const { rows } = (await operate('getApprovalEvidence', { approval_id: data.approval_id }, { token: owner.token }))
      .data
    return rows.find(({ label }) => label === '生效')
  }
  expect(await from()).toMatchObject({ tone: null })
  await expect
    .poll(from, { timeout: 10_000 })
    .toMatchObject({ tone: 'danger', value: expect.stringContaining('请驳回') })
  const confirmed = await confirm(data.approval_id)
  expect([confirmed.code, confirmed.msg]).toEqual([-53020, expect.stringContaining('请驳回或撤回这项申请')])
  expect(await priceOf(sku)).toBe(10_000)
})

test('several prices and a discount change together, all shown to the second operator', async () => {
  const skus = await Promise.all([100, 200, 300, 400].map(yuan => make.sku({ price: yuan * 100 })))
  const [first] = skus
  const packageId = first?.packageId ?? ''
  const requested = await request({
    skus: skus.map(sku => of(sku, (sku.price * 11) / 10)),
    packages: [{ package_type_id: packageId, old_discount: 0, discount_percent: 3 }],
  })
  const { approval_id } = requested.data
  const { data } = await operate('getApprovalEvidence', { approval_id }, { token: owner.token })
  expect(data.rows.slice(-5).map(({ value }) => value.replaceAll(/（[^（）]*）/g, ''))).toEqual([
    '¥100.00 → ¥110.00',
    '¥200.00 → ¥220.00',
    '¥300.00 → ¥330.00',
    '¥400.00 → ¥440.00',
    '优惠 0% → 优惠 3%',
  ])
  const [approval] = (await operate('getApprovalList', { kind: 'price' }, { token })).data.list
  const summary = /^调价：日本 东京 · .* ¥100.00 → ¥110.00；日本 东京 · .* ¥200.00 → ¥220.00 等共 5 项（价格 \+10%）$/
  expect(approval?.summary).toMatch(summary)
  expect((await confirm(approval_id)).code).toBe(200)
  expect(await Promise.all(skus.map(priceOf))).toEqual([11_000, 22_000, 33_000, 44_000])
  expect(
    await system.row(
      z.object({ discount_percent: z.int() }),
    )`select discount_percent from package_type where id = ${packageId}`,
  ).toEqual({
    discount_percent: 3,
  })
})

test.each([
  ['nothing changes', (sku: TestSku) => ({ skus: [of(sku, sku.price)] }), '价格没有变化'],
  ['the operator saw another price', (sku: TestSku) => ({ skus: [of(sku, 1, 99)] }), '已由 ¥0.99 变为 ¥168.00'],
  ['it is named twice', (sku: TestSku) => ({ skus: [of(sku, 1), of(sku, 2)] }), '出现了两次'],
  ['it is not there', (sku: TestSku) => ({ skus: [of({ ...sku, id: randomUUID() }, 1)] }), '已不存在'],
  ['its time is over', (sku: TestSku) => ({ skus: [of(sku, 1)], holds_from: inHours(-1) }), '已过'],
])('a request is refused when %s', async (_, change, text) => {
  const sku = await make.sku({ price: 16_800 })
  const { code, msg } = await request(change(sku))
  expect(code).toBe(-53020)
  expect(msg).toContain(text)
})

test('only one request for a price can be waiting', async () => {
  const sku = await make.sku()
  const { data } = await request({ skus: [of(sku, 100)] })
  const other = await make.sku()
  const second = await request({ skus: [of(other, 100), of(sku, 200)] })
  expect(second.msg).toContain('已有一项待确认的调价')
  await operate('decideApproval', { approval_id: data.approval_id, decision: 'withdraw' }, { token })
  expect((await request({ skus: [of(other, 100), of(sku, 200)] })).code).toBe(200)
})

// Guard: requireOld in confirmPrices. Without it a price set in between is overwritten.
test('a request is refused and keeps waiting when the price has changed since', async () => {
  const [sku, other] = [await make.sku({ price: 16_800 }), await make.sku({ price: 16_800 })]
  const { data } = await request({ skus: [of(other, 10_000), of(sku, 18_500)] })
  await system.change`update sku set price = 15000, list_price = 15000 where id = ${sku.id}`
  const answer = await confirm(data.approval_id)
  expect([answer.code, answer.msg]).toEqual([
    -53020,
    '“日本 东京 · 数据中心原生 IP · 5 Mbps”在提交之后已由 ¥168.00 变为 ¥150.00，请按新的价格重新提交',
  ])
  expect([await priceOf(sku), await priceOf(other)]).toEqual([15_000, 16_800])
  expect(
    await system.row(z.object({ state: z.string() }))`select state from approval where id = ${data.approval_id}`,
  ).toEqual({ state: 'waiting' })
})

test('a new sku goes on sale with the confirmed price', async () => {
  const sku = await make.sku({ price: 16_800, published: false })
  const forSale = async () =>
    (await call('getGoodsListByCategoryId', { category_id: sku.categoryId })).data.list[0]?.skus[0]?.price
  expect(await forSale()).toBeUndefined()
  expect(await confirmed({ skus: [of(sku, 16_800)], publish: true })).toBe('已生效，共 1 项')
  expect(await forSale()).toBe(16_800)
  const added = await operate(
    'addPackageType',
    { category_id: sku.categoryId, days: 60, discount_percent: 4, sort: 0 },
    { token },
  )
  const { package_type_id } = added.data
  await confirmed({ packages: [{ package_type_id, old_discount: 4, discount_percent: 4 }], publish: true })
  const { data } = await call('getGoodsPackageTypeByCategoryId', { category_id: sku.categoryId })
  expect(data.list.map(each => each.days)).toEqual([30, 60])
})

test('a scheduled price takes effect at its time, by a job', async () => {
  const sku = await make.sku({ price: 16_800 })
  const holds_from = new Date(Date.now() + 3_000).toISOString()
  expect(await confirmed({ skus: [of(sku, 18_500)], holds_from })).toContain('起生效，共 1 项')
  expect(await priceOf(sku)).toBe(16_800)
  const listed = (await operate('getCatalogueSkus', { goods_id: sku.goodsId }, { token })).data.list[0]
  expect(listed?.scheduled).toEqual({ price: 18_500, list_price: 18_500, holds_from })
  await expect.poll(() => priceOf(sku)).toBe(18_500)
  const [change] = await changesOf(sku)
  expect(change?.state).toBe('applied')
  expect(Date.parse(change?.ended_at ?? '')).toBeGreaterThanOrEqual(Date.parse(holds_from))
  const entries = await auditOf(sku)
  expect(entries.map(({ action, actor }) => [action, actor])).toEqual([
    ['approval.requested', `operator:${finance.id}`],
    ['approval.confirmed', `operator:${owner.id}`],
    ['price.scheduled', `operator:${owner.id}`],
    ['price.changed', 'portal'],
  ])
})

test('a promotion and its end are scheduled in sequence; no other change fits in between', async () => {
  const sku = await make.sku({ price: 16_800 })
  await confirmed({ skus: [of(sku, 9900)], holds_from: inHours(2) })
  const at = async (change: Change) => (await request(change)).msg
  expect(await at({ skus: [of(sku, 15_000)] })).toContain('须先取消它，或选择更晚的生效时间')
  expect(await at({ skus: [of(sku, 15_000)], holds_from: inHours(1) })).toContain('须先取消它，或选择更晚的生效时间')
  // A change is based on the price that will apply by then, not on the present one.
  expect(await at({ skus: [of(sku, 16_800)], holds_from: inHours(4) })).toContain('变为 ¥99.00')
  await confirmed({ skus: [of(sku, 16_800, 9900)], holds_from: inHours(4) })

  await becomeDue(sku)
  const log = services.log
  await Promise.all([1, 2, 3].map(() => runAs('portal', () => applyDuePrices({ system, log }))))
  expect(await priceOf(sku)).toBe(16_800)
  expect((await changesOf(sku)).map(({ new_value, state }) => [new_value, state])).toEqual([
    [16_800, 'applied'],
    [9900, 'applied'],
  ])
  const changed = (await auditOf(sku)).filter(({ action }) => action === 'price.changed')
  expect(changed.map(({ after }) => after)).toMatchObject([{ price: 9900 }, { price: 16_800 }])
})

test('a scheduled change whose expected old price no longer holds is marked as missed', async () => {
  const sku = await make.sku({ price: 16_800 })
  await confirmed({ skus: [of(sku, 18_500)], holds_from: inHours(2) })
  await system.change`update sku set price = 15000, list_price = 15000 where id = ${sku.id}`
  await becomeDue(sku)
  await runAs('portal', () => applyDuePrices(services))
  expect(await priceOf(sku)).toBe(15_000)
  expect((await changesOf(sku)).map(({ state }) => state)).toEqual(['missed'])
  expect((await auditOf(sku)).at(-1)?.action).toBe('price.missed')
})

test('an item that is taken off sale stays off, although a change scheduled earlier would have put it on sale', async () => {
  const sku = await make.sku({ price: 16_800, packages: [{ days: 30 }] })
  const [package_type_id = ''] = sku.packageIds
  const packages = [{ package_type_id, old_discount: 0, discount_percent: 5 }]
  await confirmed({ skus: [of(sku, 18_500)], packages, publish: true, holds_from: inHours(2) })
  expect((await operate('unpublishSkus', { sku_ids: [sku.id] }, { token })).code).toBe(200)
  expect((await operate('archivePackageType', { package_type_id }, { token })).code).toBe(200)
  await system.change`
    update price_change set holds_from = now() - interval '1 minute'
    where sku_id = ${sku.id} or package_type_id = ${package_type_id}`
  await runAs('portal', () => applyDuePrices(services))
  const now = await system.row(z.object({ price: z.int(), sku: z.boolean(), package: z.boolean(), discount: z.int() }))`
    select price, sku.published as sku, package_type.published as package, discount_percent as discount
    from sku, package_type where sku.id = ${sku.id} and package_type.id = ${package_type_id}`
  expect(now).toEqual({ price: 18_500, sku: false, package: false, discount: 5 })
})

test('one operator can cancel a scheduled change, but only together with those that build upon it', async () => {
  const sku = await make.sku({ price: 16_800 })
  await confirmed({ skus: [of(sku, 9900)], holds_from: inHours(2) })
  await confirmed({ skus: [of(sku, 16_800, 9900)], holds_from: inHours(4) })
  const [back, down] = (await changesOf(sku)).map(({ price_change_id }) => price_change_id)
  const cancel = (...price_change_ids: (string | undefined)[]) =>
    operate('cancelPrices', { price_change_ids: price_change_ids.map(each => each ?? '') }, { token })
  const refused = await cancel(down)
  expect([refused.code, refused.msg]).toEqual([-53020, expect.stringContaining('须一并取消')])
  expect((await cancel(down, back)).code).toBe(200)
  expect((await cancel(back)).code).toBe(-53020)
  await becomeDue(sku)
  await runAs('portal', () => applyDuePrices(services))
  expect(await priceOf(sku)).toBe(16_800)
  expect((await changesOf(sku)).map(each => [each.state, each.cancelled_by])).toEqual([
    ['cancelled', `${finance.name}的姓名`],
    ['cancelled', `${finance.name}的姓名`],
  ])
  expect((await auditOf(sku)).at(-1)).toMatchObject({ action: 'price.cancelled', actor: `operator:${finance.id}` })
})

test('a job killed after writing prices leaves nothing applied, and the next run applies them once', async () => {
  const skus = [await make.sku({ price: 16_800 }), await make.sku({ price: 16_800 })]
  await confirmed({ skus: skus.map(sku => of(sku, 18_500)), holds_from: inHours(2) })
  await becomeDue(...skus)
  const killed = await system.transaction(async transaction => {
    // The lock stops it where it writes its audit entry.
    await transaction.change`lock table audit_entry in exclusive mode`
    const applying = runAs('portal', () => applyDuePrices(services)).then(
      () => 'finished',
      () => 'killed',
    )
    const kill = () =>
      system.rows(z.object({ killed: z.boolean() }))`
      select pg_terminate_backend(pid) as killed from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into audit_entry%'`
    await expect.poll(kill).toHaveLength(1)
    return applying
  })
  expect(killed).toBe('killed')
  expect(await Promise.all(skus.map(priceOf))).toEqual([16_800, 16_800])
  await Promise.all([runAs('portal', () => applyDuePrices(services)), runAs('portal', () => applyDuePrices(services))])
  expect(await Promise.all(skus.map(priceOf))).toEqual([18_500, 18_500])
  for (const sku of skus)
    expect((await auditOf(sku)).filter(({ action }) => action === 'price.changed')).toHaveLength(1)
})
