import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { countRows } from '#server/database/count-rows.ts'
import { testPortal } from '#server/testing/portal.ts'

const { make, system, operate, call, services } = await testPortal()
const { token } = await make.operator('network')

async function customer(input: { name?: string; sku?: Awaited<ReturnType<typeof make.sku>> } = {}) {
  const company = await make.company({ managers: 1, ...(input.name && { name: input.name }) })
  const sku = input.sku ?? (await make.sku())
  const line = await make.line(company, { sku, bound: true, name: '洛杉矶-01' })
  const which = { company_id: company.id, line_id: line.id }
  const detail = async () => (await operate('getOperatedLine', which, { token })).data
  const targets = async () => (await operate('getMoveTargets', which, { token })).data
  const move = (address_id: string, old_address: 'retired' | 'cooling' = 'retired') =>
    operate('moveLine', { ...which, address_id, old_address, reason: '地址被目标站点屏蔽' }, { token })
  return { company, sku, line, which, detail, targets, move }
}
const stateOf = async (address: string | null) =>
  (await system.row(z.object({ state: z.string() }))`select state from ip_address where host(address) = ${address}`)
    ?.state
const auditOf = (lineId: string) =>
  system.rows(z.object({ action: z.string(), before: z.unknown(), after: z.unknown() }))`
  select action, before, after from audit_entry where target = ${`line:${lineId}`} order by id`

test('lines of all companies are found by company, name, address, network, place and state', async () => {
  const mine = await customer({ name: '星河出海科技' })
  const { address } = await mine.detail()
  await customer()
  const found = async (filter: object) =>
    (await operate('getOperatedLines', filter, { token })).data.list.map(({ line_id }) => line_id)
  expect(await found({ keyword: '星河出海' })).toEqual([mine.line.id])
  expect(await found({ keyword: address ?? '' })).toEqual([mine.line.id])
  expect(await found({ keyword: `${address}/32` })).toEqual([mine.line.id])
  expect(await found({ company_id: mine.company.id })).toEqual([mine.line.id])
  expect(await found({ region_id: mine.sku.regionId ?? '' })).toEqual([mine.line.id])
  expect(await found({ region_id: mine.sku.regionId ?? '', state: 'suspended' })).toEqual([])
  expect((await found({ keyword: '洛杉矶' })).length).toBeGreaterThan(1)
  expect((await found({ keyword: '100%' })).length).toBe(0)
})

test('of lines with a keyword in their names the newest 200 are found, of a company with it all', async () => {
  const { company, line } = await customer({ name: '千线出海集团' })
  await system.change`
    insert into line (company_id, name, sku_id, region_id, access_way_id, ends_at, order_id, created_at)
    select company_id, '批量' || n, sku_id, region_id, access_way_id, ends_at, order_id, now() + make_interval(secs => n)
    from line, generate_series(1, 210) n where id = ${line.id}`
  const found = async (filter: object) => (await operate('getOperatedLines', filter, { token })).data
  const bound = await found({ keyword: '批量' })
  expect(bound).toMatchObject({ total: 200, more: true })
  expect(bound.list[0]?.name).toBe('批量210')
  expect((await found({ keyword: '批量', page: 11 })).list).toEqual([])
  expect(await found({ keyword: '批量77' })).toMatchObject({ total: 1, more: false })
  expect(await found({ keyword: '千线出海' })).toMatchObject({ total: 211, more: false })
  // A line with the keyword in both names is listed once.
  await system.change`update company set name = '批量出海集团' where id = ${company.id}`
  expect(await found({ keyword: '批量' })).toMatchObject({ total: 211, more: false })
  await system.change`update line set state = 'released' where company_id = ${company.id} and name like '批量%'`
})

test('a line shows its company, its number of users and its log, and is suspended and resumed', async () => {
  const { company, line, which, detail } = await customer()
  await make.lineGroup(company.id, {
    lines: [line.id],
    employees: company.managers.map(({ id }) => id),
  })
  expect(await detail()).toMatchObject({
    state: 'active',
    people: 1,
    groups: 1,
    company: company.name,
    rebinds_left: 3,
  })
  const reason = '等待补签合同'
  expect(await operate('suspendOperatedLine', { line_id: line.id, reason }, { token })).toMatchObject({ code: 200 })
  expect(await detail()).toMatchObject({ state: 'suspended', suspend_reason: reason })
  expect(await operate('suspendOperatedLine', { line_id: line.id, reason }, { token })).toMatchObject({ code: -53020 })
  await operate('resumeOperatedLine', { line_id: line.id }, { token })
  expect(await detail()).toMatchObject({ state: 'active' })
  const log = (await operate('getOperatedLineLog', which, { token })).data
  // Each act is followed by the people who gained or lost the line through it.
  expect(log.list.filter(({ action }) => action !== 'access')).toMatchObject([
    { action: 'resumed' },
    { action: 'suspended', detail: reason },
  ])
  // The reason that a refund's suspension shows does not turn an operator's suspension into one.
  const words = { line_id: line.id, reason: '退款处理中' }
  expect(await operate('suspendOperatedLine', words, { token })).toMatchObject({ code: 200 })
  expect(await operate('resumeOperatedLine', { line_id: line.id }, { token })).toMatchObject({ code: 200 })
  expect(await detail()).toMatchObject({ refunding: false })
  await system.change`
    update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now() where id = ${line.id}`
  expect(await detail()).toMatchObject({ state: 'suspended', refunding: true })
  const strangers = { company_id: (await make.company()).id, line_id: line.id }
  expect(await operate('getOperatedLine', strangers, { token })).toMatchObject({ code: -52001 })
})

test('a move to another address of the place is notified, logged, audited and no company rebind', async () => {
  const { company, which, sku, line, detail, targets, move } = await customer()
  const before = await detail()
  const [target] = (await targets()).list
  const moved = await move(target?.address_id ?? '')
  expect(moved).toMatchObject({ code: 200, data: { from: before.address, to: target?.address } })
  expect(await detail()).toMatchObject({ address: target?.address, state: 'active', rebinds_left: 3 })
  expect([await stateOf(before.address), await stateOf(target?.address ?? '')]).toEqual(['retired', 'bound'])
  expect(
    await system.row(
      z.object({ free: z.int(), reserved: z.int() }),
    )`select free, reserved from address_stock where region_id = ${sku.regionId}`,
  ).toEqual({
    free: 8,
    reserved: 0,
  })
  const log = (await operate('getOperatedLineLog', which, { token })).data.list
  expect(log[0]).toMatchObject({ action: 'moved', actor_name: '平台' })
  expect(log[0]?.detail).toContain(`${before.address} → ${target?.address}`)
  expect(await auditOf(line.id)).toMatchObject([
    { action: 'line.moved', before: { address: before.address }, after: { old_address: 'retired' } },
  ])
  for (const { account } of [company.owner, ...company.managers]) {
    const notices = (await call('getNoticeList', {}, { sid: await make.session(account) })).data.list
    const notified = notices.find(({ kind }) => kind === 'line_moved')
    expect(notified?.text).toContain(`${before.address} 更换为 ${target?.address}`)
    expect(notified?.link).toContain(line.id)
  }
  const [next] = (await targets()).list
  await move(next?.address_id ?? '', 'cooling')
  expect(await stateOf(target?.address ?? '')).toBe('cooling')
})

test('a suspended line moves and stays suspended; an address elsewhere or an unknown one is refused', async () => {
  const { line, company, sku, detail, targets, move } = await customer()
  await operate('suspendOperatedLine', { line_id: line.id, reason: '投诉处理中' }, { token })
  const [target] = (await targets()).list
  expect(await move(target?.address_id ?? '')).toMatchObject({ code: 200 })
  expect(await detail()).toMatchObject({ state: 'suspended', address: target?.address })
  const elsewhere = await make.sku()
  const [foreign = ''] = await make.stock({
    regionId: elsewhere.regionId ?? '',
    accessWayId: elsewhere.accessWayId ?? '',
    count: 1,
  })
  expect(await move(foreign)).toMatchObject({ code: -52002 })
  const unbound = await make.line(company, { sku })
  const [free] = (await targets()).list
  expect(
    await operate(
      'moveLine',
      {
        company_id: company.id,
        line_id: unbound.id,
        address_id: free?.address_id ?? '',
        old_address: 'retired',
        reason: '测试',
      },
      { token },
    ),
  ).toMatchObject({ code: -53020, msg: '这条专线没有地址，不能更换' })
})

test('a reserved address is not available for a move', async () => {
  const sku = await make.sku({ stock: 2 })
  const { company, move, targets } = await customer({ sku })
  const [free] = (await targets()).list
  await make.line(company, { sku })
  expect((await targets()).list).toEqual([])
  const refused = await move(free?.address_id ?? '')
  expect(refused.code).toBe(-53020)
  expect(refused.msg).toContain('已承诺')
})

// Guard: `state = 'free'` of takeAddress. Without it the second of the two ends in a 500 of `one_line_an_address`.
test('two operators move two lines to one address: one wins, the other is told', async () => {
  const sku = await make.sku({ stock: 8 })
  const [one, two] = [await customer({ sku }), await customer({ sku })]
  const [target] = (await one.targets()).list
  const answers = await Promise.all([one.move(target?.address_id ?? ''), two.move(target?.address_id ?? '')])
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([-52002, 200])
  expect(await countRows(system, sql`line where address = ${target?.address ?? ''}`)).toBe(1)
})

// Guard: the address that the line must still have. Without it the line is moved twice.
test('two moves from the same address: one wins, and the second changes nothing', async () => {
  const sku = await make.sku({ stock: 8 })
  const { which, targets, detail } = await customer({ sku })
  const { address_id } = await detail()
  const [first, second] = (await targets()).list
  const move = (to = '') =>
    operate(
      'moveLine',
      { ...which, from_address_id: address_id ?? '', address_id: to, old_address: 'retired', reason: '检修' },
      { token },
    )
  const answers = await Promise.all([move(first?.address_id), move(second?.address_id)])
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([-53020, 200])
  const { address } = await detail()
  expect(answers.find(({ code }) => code === -53020)?.msg).toBe(`这条专线的地址已更换为 ${address}，请刷新后核对`)
  expect(await countRows(system, sql`ip_address where region_id = ${sku.regionId} and state = 'retired'`)).toBe(1)
})

// Guard: the line is read again behind the lock of its stock. Without that the second continues from an address that was given up.
test('one line moved twice at once has one of the two addresses, and no address is lost', async () => {
  const sku = await make.sku({ stock: 8 })
  const { move, targets, detail } = await customer({ sku })
  const [first, second] = (await targets()).list
  await Promise.all([move(first?.address_id ?? '', 'cooling'), move(second?.address_id ?? '', 'cooling')])
  expect([first?.address, second?.address]).toContain((await detail()).address)
  const states = await system.rows(z.object({ state: z.string(), count: z.int() }))`
  select state, count(*)::integer as count from ip_address where region_id = ${sku.regionId} group by state order by state`
  expect(states).toEqual([
    { state: 'bound', count: 1 },
    { state: 'cooling', count: 2 },
    { state: 'free', count: 5 },
  ])
})

test('waiting clients are notified of the new address at once', async () => {
  const sku = await make.sku()
  const company = await make.company()
  const ends = new Date(Date.now() + 86_400_000)
  const employee = await make.employee(company.id, { name: '陈雨桐', serviceEndsAt: ends })
  const device = await make.device({ companyId: company.id, employeeId: employee.id })
  const line = await make.line(company, { sku, bound: true })
  await make.lineGroup(company.id, { lines: [line.id], employees: [employee.id] })
  const sid = await make.session(employee.account)
  const ask = async () => (await call('getUsableLines', { device_id: device.id }, { sid })).data
  const waiting = call('waitForChange', { device_id: device.id, version: (await ask()).version }, { sid })
  while (!services.changes.waiting()) await new Promise(resolve => setTimeout(resolve, 5))
  const which = { company_id: company.id, line_id: line.id }
  const [target] = (await operate('getMoveTargets', which, { token })).data.list
  const started = performance.now()
  const address_id = target?.address_id ?? ''
  await operate('moveLine', { ...which, address_id, old_address: 'cooling', reason: '检修' }, { token })
  expect((await waiting).data.changed).toBe(true)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect((await ask()).list).toMatchObject([{ address: target?.address }])
})

test('a line is extended from its end, or from now where that is past', async () => {
  const { which, line, detail, company } = await customer()
  const before = Date.parse((await detail()).ends_at)
  const extend = (days: number) =>
    operate('extendLine', { ...which, days, reason: '线路故障补偿', request_key: randomUUID() }, { token })
  expect(await extend(3)).toMatchObject({ code: 200 })
  expect(Date.parse((await detail()).ends_at)).toBe(before + 3 * 86_400_000)
  expect(await auditOf(line.id)).toMatchObject([
    { action: 'line.extended', after: { days: 3, reason: '线路故障补偿' } },
  ])
  const { list } = (await call('getNoticeList', {}, { sid: await make.session(company.owner.account) })).data
  expect(list[0]).toMatchObject({ kind: 'gift_received', title: '平台为专线延期' })
  expect(list[0]?.text).toContain('延期 3 天')
  await system.change`update line set ends_at = now() - interval '1 day' where id = ${line.id}`
  await extend(1)
  expect(Date.parse((await detail()).ends_at)).toBeGreaterThan(Date.now() + 86_000_000)
  await system.change`
    update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now() where id = ${line.id}`
  expect(await extend(1)).toMatchObject({ code: -53020 })
  expect(await extend(367)).toMatchObject({ code: -41003, data: 'days' })
})
