import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readFirstSheet } from '#server/engines/sheets/sheets.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal

const audited = (action: string, target: string) =>
  system.row(z.object({ after: z.unknown() }))`
    select after from audit_entry where action = ${action} and target = ${target} order by id desc limit 1`

describe('the audit log', () => {
  test('cannot be changed, deleted or truncated, not even by the portal', async () => {
    await system.change`insert into audit_entry (actor, action, target) values ('test', 'test.done', 'test')`
    for (const statement of [
      sql`update audit_entry set actor = 'x'`,
      sql`delete from audit_entry`,
      sql`truncate audit_entry cascade`,
    ])
      await expect(system.change`${statement}`).rejects.toThrow('audit entries are kept as written')
  })

  test('is filtered by actor, action, target and day, and its export is audited', async () => {
    const owner = await make.operator()
    const insert = (action: string, target: string, at: string) =>
      system.change`
        insert into audit_entry (actor, action, target, before, after, created_at)
        values (${`operator:${owner.id}`}, ${action}, ${target}, '{"a":1}', '{"a":2}', ${at}::timestamptz)`
    await insert('find.first', 'thing:one', '2026-03-01T15:59:59Z')
    await insert('find.second', 'thing:100%', '2026-03-01T16:00:00Z')
    const found = async (filters: Parameters<typeof operate<'getAuditList'>>[1]) =>
      (await operate('getAuditList', filters, owner)).data.list.map(({ action }) => action)
    expect(await found({ action: 'find.' })).toEqual(['find.second', 'find.first'])
    expect(await found({ actor: owner.name, action: 'find.f' })).toEqual(['find.first'])
    // A whole action name matches that action alone, though another's begins with it.
    await insert('invoice.tax_asked', 'thing:tax', '2026-02-01T00:00:00Z')
    await insert('invoice.tax_asked_again', 'thing:tax', '2026-02-01T00:00:00Z')
    expect(await found({ actor: owner.id, action: 'invoice.tax_asked' })).toEqual(['invoice.tax_asked'])
    // A target is matched by its exact prefix; a whole id is enough without its kind.
    expect(await found({ target: 'thing:10' })).toEqual(['find.second'])
    expect(await found({ target: 'thing:_0' })).toEqual([])
    await insert('find.third', 'order:202603010000000001', '2026-03-05T00:00:00Z')
    expect(await found({ target: '202603010000000001' })).toEqual(['find.third'])
    expect(await found({ target: '20260301' })).toEqual([])
    expect(await found({ target: 'order:20260301' })).toEqual(['find.third'])
    expect(await found({ actor: owner.id, action: 'find.t' })).toEqual(['find.third'])
    // A day is a day in China.
    expect(await found({ from: '2026-03-02', to: '2026-03-02', action: 'find.' })).toEqual(['find.second'])
    expect(await found({ to: '2026-03-01', action: 'find.' })).toEqual(['find.first'])
    const exported = await operate('exportAudit', { action: 'find.' }, owner)
    expect(exported.data.rows).toBe(3)
    const { rawPayload } = await portal.app.inject({ url: exported.data.url })
    const reading = await readFirstSheet('owner', rawPayload, 100)
    if ('problem' in reading) throw new Error(reading.problem)
    // A sheet has no time zone, so its times are China's.
    expect(reading.rows.map(([at]) => at)).toEqual([
      '时间',
      '2026-03-05 08:00:00',
      '2026-03-02 00:00:00',
      '2026-03-01 23:59:59',
    ])
    expect(await audited('audit.exported', 'audit')).toMatchObject({ after: { action: 'find.' } })
  })

  test('names the target of an entry; without a name the id stays as written', async () => {
    const owner = await make.operator()
    const company = await make.company({ name: '有名字的企业' })
    const person = await make.account({ displayName: '方若溪' })
    const sku = await make.sku()
    const line = await make.line(company, { sku, orderId: (await make.order(company)).id, name: '东京-09' })
    const region = await system.row(
      z.object({ code: z.string(), city: z.string() }),
    )`select code, city from region limit 1`
    const way = await system.row(
      z.object({ code: z.string(), name: z.string() }),
    )`select code, name from access_way limit 1`
    const pack = await system.row(z.object({ id: z.string() }))`
      insert into package_type (category_id, days) values (${sku.categoryId}, 90)
      on conflict (category_id, days) do update set sort = 0 returning id`
    if (!region || !way || !pack) throw new Error('a line has a region and an access way')
    const targets = [
      [`company:${company.id}`, '有名字的企业'],
      [`account:${person.id}`, '方若溪'],
      [`operator:${owner.id}`, `${owner.name}的姓名`],
      [`line:${line.id}`, '东京-09'],
      [`sku:${sku.id}`, expect.stringMatching(/^.+ · .+ · \d+ Mbps$/)],
      [`package:${pack.id}`, expect.stringMatching(/^.+ 90 天套餐$/)],
      [`region:${region.code}`, region.city],
      [`access_way:${way.code}`, way.name],
      ['company:0199aaaa-0000-7000-8000-000000000000', null],
      ['company:not-an-id', null],
      ['order:202611201234567890', null],
      ['stock', null],
    ]
    for (const [target] of targets)
      await system.change`
        insert into audit_entry (actor, action, target) values ('portal', 'named.thing', ${target})`
    const { data } = await operate('getAuditList', { action: 'named.' }, owner)
    const named = data.list.map(({ target, target_name }) => [target, target_name])
    expect(new Map(named as [string, string | null][])).toEqual(new Map(targets as [string, string | null][]))
    expect((await operate('exportAudit', { action: 'named.' }, owner)).data.rows).toBe(targets.length)
  })
})
