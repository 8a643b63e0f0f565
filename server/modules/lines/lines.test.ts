import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { InputOf } from '#contract/index.ts'
import { loggedAs, providerName, runAs } from '#server/engines/activity/context.ts'
import { testPortal } from '#server/testing/portal.ts'
import { operatedLines, resumeLine, suspendLine } from './operating.ts'

const portal = await testPortal()
const { make, call, system } = portal
const services = { ...portal.services, system }
const [tokyo, paris] = [await make.sku({ stock: 50 }), await make.sku({ stock: 50 })]
await system.change`update region set country = '法国', city = '巴黎', code = 'fr-paris' where id = ${paris.regionId}`

/** Runs it as the command does. */
const asCommand = <Result>(work: () => Promise<Result>) => runAs('cli:test', () => loggedAs(providerName, work))

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000)

/** Creates one line of each state, and two that are active. */
async function fleet() {
  const company = await make.company()
  const sid = await make.session(company.owner.account)
  const { id: orderId, number } = await make.order(company)
  const line = (name: string, days: number, bound = true, sku = tokyo) =>
    make.line(company, { name, sku, orderId, bound, endsAt: daysFromNow(days) })
  const ids = {
    active: (await line('使用中', 20)).id,
    paris: (await line('巴黎店铺', 30, true, paris)).id,
    unbound: (await line('待绑定', 5, false)).id,
    expiring: (await line('快到期', 6.9)).id,
    expired: (await line('已到期', -1)).id,
    suspended: (await line('已暂停', 40)).id,
    released: (await line('已释放', -9, false)).id,
  }
  await asCommand(() => suspendLine(services, { lineId: ids.suspended, reason: '等待合同' }))
  await system.change`update line set state = 'released', released_at = now() where id = ${ids.released}`
  const list = async (input: InputOf<'getCompanyVplList'> = {}) =>
    (await call('getCompanyVplList', input, { sid })).data
  const names = async (input: InputOf<'getCompanyVplList'> = {}) => (await list(input)).list.map(({ name }) => name)
  return { company, sid, ids, number, list, names }
}

describe('the line list', () => {
  test('is read to its end by `after`', async () => {
    const { list, ids } = await fleet()
    const [first, rest] = [await list({ after: null, page_size: 4 }), await list({ page_size: 100 })]
    const last = await list({ after: first.list.at(-1)?.svp_id ?? null, page_size: 4 })
    expect([first.list.length, first.more, last.list.length, last.more]).toEqual([4, true, 2, false])
    expect([...first.list, ...last.list].map(({ svp_id }) => svp_id)).toEqual(
      rest.list.map(({ svp_id }) => svp_id).sort(),
    )
    expect((await list({ after: null, state: 'expired' })).list.map(({ svp_id }) => svp_id)).toEqual([ids.expired])
  })

  test('shows and counts lines by state', async () => {
    const { list, names } = await fleet()
    const { counts, total, more } = await list()
    expect(counts).toEqual({ active: 2, unbound: 1, expiring: 1, expired: 1, suspended: 1, released: 1 })
    expect((await list({ keyword: '没有这样的专线', state: 'active' })).counts.active).toBe(0)
    expect([total, more]).toEqual([6, false])
    expect(await names({ state: 'active' })).toEqual(['巴黎店铺', '使用中'])
    expect(await names({ state: 'unbound' })).toEqual(['待绑定'])
    expect(await names({ state: 'expiring' })).toEqual(['快到期'])
    expect(await names({ state: 'expired' })).toEqual(['已到期'])
    expect(await names({ state: 'suspended' })).toEqual(['已暂停'])
    expect(await names({ state: 'released' })).toEqual(['已释放'])
    for (const { state, name } of (await list()).list) expect(await names({ state })).toContain(name)
    expect(await names({ order: 'ends' })).toEqual(['已到期', '待绑定', '快到期', '使用中', '巴黎店铺', '已暂停'])
  })

  test('combines filters', async () => {
    const { company, ids, names, list } = await fleet()
    const { id: group_id } = await make.lineGroup(company.id, { name: '店铺', lines: [ids.active, ids.paris] })
    expect(await names({ region_id: paris.regionId ?? '' })).toEqual(['巴黎店铺'])
    expect(await names({ access_way_id: tokyo.accessWayId ?? '', group_id })).toEqual(['使用中'])
    expect(await names({ without_group: true, state: 'expiring' })).toEqual(['快到期'])
    expect(await names({ without_group: false })).toEqual(['巴黎店铺', '使用中'])
    expect(await names({ keyword: '到期' })).toEqual(['已到期', '快到期'])
    const { address } = (await list({ keyword: '巴黎' })).list[0] ?? {}
    expect(await names({ keyword: address ?? '' })).toContain('巴黎店铺')
    expect(await names({ keyword: '%' })).toEqual([])
    expect((await list({ page: 2, page_size: 4 })).list).toHaveLength(2)
    expect((await list({ group_id })).list[0]?.groups).toEqual([{ group_id, name: '店铺' }])
  })

  test('has a map and an export', async () => {
    const { sid } = await fleet()
    expect((await call('getVplMap', {}, { sid })).data.list).toMatchObject([
      { country: '法国', city: '巴黎', lines: 1, ending: 0, unbound: 0, latitude: 35.6762 },
      { city: '东京', lines: 5, ending: 2, unbound: 1 },
    ])
    const { data } = await call('exportVpls', { region_id: tokyo.regionId ?? '' }, { sid })
    expect(data).toMatchObject({ rows: 5, file_name: expect.stringMatching(/^专线-.*\.xlsx$/) })
    const file = await portal.app.inject({ url: data.url })
    expect(file.statusCode).toBe(200)
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('a line', () => {
  test('has its detail, with the order that bought it', async () => {
    const { sid, ids, number } = await fleet()
    const detail = async (svp_id: string) => (await call('getCompanyVplDetail', { svp_id }, { sid })).data
    expect(await detail(ids.active)).toMatchObject({
      order_number: number,
      rebinds_left: 3,
      people: 0,
      gateway: 'gw.example.com',
      grace_ends_at: null,
    })
    const expired = await detail(ids.expired)
    expect(Date.parse(expired.grace_ends_at ?? '') - Date.parse(expired.ends_at)).toBe(3 * 86_400_000)
    expect(await detail(ids.released)).toMatchObject({ state: 'released', grace_ends_at: null })
    const other = await make.session((await make.company()).owner.account)
    for (const name of ['getCompanyVplDetail', 'getVplLog', 'getVplUserList'] as const)
      expect((await call(name, { svp_id: ids.active }, { sid: other })).code).toBe(-52001)
  })

  test('can be renamed, annotated and set to renew automatically; equal values are no change', async () => {
    const { sid, ids } = await fleet()
    const set = async (input: InputOf<'setCompanyVpl'>) => {
      const { code, data } = await call('setCompanyVpl', input, { sid })
      return code === 200 ? data.changed : code
    }
    const svp_ids = [ids.active, ids.paris]
    expect(await set({ svp_ids: [ids.active], name: '旗舰店', remark: '主账号' })).toBe(1)
    expect(await set({ svp_ids, auto_renew: true })).toBe(2)
    expect(await set({ svp_ids, auto_renew: true })).toBe(0)
    expect(await set({ svp_ids, name: '同名' })).toBe(-52005)
    expect(await set({ svp_ids: [ids.active, ids.released], remark: '' })).toBe(-52001)
    const { data } = await call('getVplLog', { svp_id: ids.active }, { sid })
    expect(data.list.map(({ action, detail }) => `${action} ${detail}`).sort()).toEqual([
      'auto_renew 开启',
      'remarked 主账号',
      'renamed 使用中 → 旗舰店',
    ])
  })

  test('is suspended and resumed by an operator, whom the company does not see', async () => {
    const { sid, ids, list } = await fleet()
    const suspended = (await list({ state: 'suspended' })).list[0]
    expect(suspended).toMatchObject({ suspend_reason: '等待合同', state: 'suspended' })
    expect(await operatedLines(system, ids.suspended)).toMatchObject([
      { line_id: ids.suspended, name: '已暂停', state: 'suspended', suspend_reason: '等待合同' },
    ])
    const again = { lineId: ids.suspended }
    const resume = () => asCommand(() => resumeLine(services, again))
    await expect(suspendLine(services, { ...again, reason: '再次' })).rejects.toThrow('没有这条专线')
    expect(await resume()).toBe('已暂停')
    await expect(resume()).rejects.toThrow('没有暂停')
    expect(await list({ state: 'suspended' })).toMatchObject({ total: 0 })
    const { data } = await call('getVplLog', { svp_id: ids.suspended }, { sid })
    expect(data.list).toMatchObject([
      { action: 'resumed', actor_name: '平台' },
      { action: 'suspended', actor_name: '平台', detail: '等待合同' },
    ])
    // Its managers are notified of both, with the reason, before they ask.
    const notices = (await call('getNoticeList', {}, { sid })).data.list.filter(({ kind }) => kind === 'line_state')
    expect(notices.map(({ title, text }) => [title, text])).toEqual([
      ['平台恢复了专线', '已暂停 已由平台恢复，可以继续使用。'],
      ['平台暂停了专线', '已暂停 已由平台暂停，谁都不能使用：等待合同。'],
    ])
    expect(notices[0]?.link).toContain(ids.suspended)
    const audit = await system.rows(
      z.object({ action: z.string(), actor: z.string(), before: z.unknown(), after: z.unknown() }),
    )`
    select action, actor, before, after from audit_entry where target = ${`line:${ids.suspended}`} order by id`
    expect(audit).toMatchObject([
      { action: 'line.suspended', actor: 'cli:test', before: { state: 'active' }, after: { state: 'suspended' } },
      { action: 'line.resumed', actor: 'cli:test', before: { state: 'suspended' }, after: { state: 'active' } },
    ])
    await system.change`
      update line set state = 'suspended', suspend_reason = '退款处理中', refund_suspended_at = now() where id = ${ids.unbound}`
    await expect(asCommand(() => resumeLine(services, { lineId: ids.unbound }))).rejects.toThrow('退款')
  })
})
