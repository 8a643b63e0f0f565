import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, operate, system } = await testPortal()
const audit: typeof recordAudit = (database, entry) => runAs('portal', () => recordAudit(database, entry))
const gone = '0199aaaa-0000-7000-8000-000000000000'

test('the names of ids inside entries are listed beside them, unless the record is gone', async () => {
  const owner = await make.operator()
  const company = await make.company({ name: '写在内容里的企业' })
  const entry = { action: 'payment.problem_settled', target: 'payment:1' } as const
  await audit(system, { ...entry, before: { company: company.id }, after: { reason: '核实' } })
  await audit(system, {
    ...entry,
    action: 'approval.confirmed',
    after: { approval: gone, requested_by: `operator:${owner.id}` },
  })
  const { data } = await operate('getAuditList', { target: 'payment:1' }, owner)
  expect(new Map(data.named.map(({ id, name }) => [id, name]))).toEqual(
    new Map([
      [company.id, '写在内容里的企业'],
      [owner.id, `${owner.name}的姓名`],
    ]),
  )
  expect((await operate('getAuditList', { target: 'nothing:1' }, owner)).data.named).toEqual([])
})

test('an audit field without a label does not compile', async () => {
  const entry = { action: 'company.frozen', target: 'company:none' } as const
  const row = { state: 'frozen', secret_column: 1 }
  const rows: Record<string, unknown> = row
  // @ts-expect-error: contract/operations/audit-fields.ts has no word for it
  await audit(system, { ...entry, after: { undone: true } })
  // @ts-expect-error: nor has it one for all that a row happens to hold
  await audit(system, { ...entry, before: { ...row }, after: {} })
  // @ts-expect-error: of a record nobody knows the fields
  await audit(system, { ...entry, before: rows })
  // @ts-expect-error: the same in a list
  await audit(system, { ...entry, before: [{ undone: true }] })
  expect(await countOf(system, sql`select count(*) from audit_entry where target = 'company:none'`)).toBe(4)
})

test('entries are searched by the name of their subject; payments, refunds and invoices by their company', async () => {
  const owner = await make.operator()
  const company = await make.company({ name: '青岛远帆贸易' })
  const order = await make.order(company, { state: 'fulfilled' })
  const invoice = await make.invoice(company, { title: '青岛远帆的抬头' })
  const paid = await system.row(z.object({ id: z.string() }))`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, paid_at, expires_at)
    values (${company.id}, ${order.id}, 'transfer', ${randomUUID()}, 5800, 'paid', now(), now()) returning id`
  const about = { after: { reason: '测试' } } as const
  await audit(system, { ...about, action: 'company.frozen', target: `company:${company.id}` })
  await audit(system, { ...about, action: 'payment.confirmed', target: `payment:${paid?.id}` })
  await audit(system, { ...about, action: 'invoice.rejected', target: `invoice:${invoice.id}` })
  await audit(system, { ...about, action: 'order.closed', target: `order:${order.number}` })
  await audit(system, { ...about, action: 'company.frozen', target: `company:${gone}` })
  const found = async (target: string) =>
    (await operate('getAuditList', { target }, owner)).data.list.map(
      ({ action, target_name }) => `${action} ${target_name}`,
    )
  expect((await found('青岛远帆')).sort()).toEqual([
    'company.frozen 青岛远帆贸易',
    expect.stringMatching(/^invoice.rejected 青岛远帆贸易 /),
    'order.closed null',
    `payment.confirmed 青岛远帆贸易 订单 ${order.number}`,
  ])
  expect((await found(order.number)).sort()).toEqual([
    'order.closed null',
    `payment.confirmed 青岛远帆贸易 订单 ${order.number}`,
  ])
  expect(await found('没有这家')).toEqual([])
})

test('entries about a person, a product or a region are searched by the names that lists show', async () => {
  const owner = await make.operator()
  const company = await make.company()
  await system.change`update employee set name = '欧阳若溪' where company_id = ${company.id} and role = 'owner'`
  const sku = await make.sku()
  const names = await system.row(z.object({ goods: z.string(), city: z.string(), code: z.string() }))`
    select goods.name as goods, region.city, region.code from sku join goods on goods.id = goods_id, region
    where sku.id = ${sku.id} limit 1`
  const about = { after: { reason: '测试' } } as const
  await audit(system, { ...about, action: 'session.ended', target: `account:${company.owner.account.id}` })
  await audit(system, { ...about, action: 'sku.unpublished', target: `sku:${sku.id}` })
  await audit(system, { ...about, action: 'region.changed', target: `region:${names?.code}` })
  const found = async (target: string) =>
    (await operate('getAuditList', { target }, owner)).data.list.map(each => each.target)
  expect(await found('欧阳若')).toEqual([`account:${company.owner.account.id}`])
  expect(await found(names?.goods ?? '')).toContain(`sku:${sku.id}`)
  expect(await found(names?.city ?? '')).toContain(`region:${names?.code}`)
})
