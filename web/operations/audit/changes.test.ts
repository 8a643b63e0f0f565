import { expect, test } from 'vitest'
import { changesOf, type Entry } from './changes.ts'

const [company, article, other] = [
  '019acb00-0000-7000-8000-0000000000c1',
  '019acb00-0000-7000-8000-0000000000a1',
  '019acb00-0000-7000-8000-0000000000a2',
] as const

/** Formats as lines such as 名称 前 → 后; a side without a value is `·`. */
const lines = (entry: Entry) =>
  changesOf(entry).map(({ label, before, after }) => {
    const side = (written: typeof before) =>
      written?.map(({ text, to }) => (to ? `[${text}](${to})` : text)).join('、') ?? '·'
    return `${label} ${side(before)} → ${side(after)}`
  })

test('amounts are in yuan, times in China’s time zone, percentages and sizes with their unit', () => {
  expect(
    lines({ action: 'refund.approved', before: { state: 'asked' }, after: { amount: 123_450, reason: '重复下单' } }),
  ).toEqual(['状态 待审核 → ·', '金额 · → ¥1,234.50', '原因 · → 重复下单'])
  expect(
    lines({
      action: 'line.extended',
      before: { ends_at: '2026-11-21T16:30:00.000Z' },
      after: { ends_at: '2026-11-28T16:30:00.000Z', days: 7 },
    }),
  ).toEqual(['到期时间 2026-11-22 00:30 → 2026-11-29 00:30', '延长天数 · → 7'])
  expect(
    lines({
      action: 'channel.commission_changed',
      before: { commission_percent: 8 },
      after: { commission_percent: 12.5 },
    }),
  ).toEqual(['佣金比例 8% → 12.5%'])
  expect(
    lines({ action: 'installer.published', after: { clientType: 4, size: 3_565_158, forceUpdate: true } }),
  ).toEqual(['系统 · → Mac', '大小 · → 3.4 MB', '强制更新 · → 是'])
  expect(lines({ action: 'region.changed', before: { latitude: 35.6895 }, after: { latitude: 35.68951 } })).toEqual([
    '纬度 35.6895 → 35.68951',
  ])
})

test('states are named by what the action is about; unchanged values are omitted', () => {
  const state = (action: string, before: string, after: string) =>
    lines({ action, before: { state: before, name: '甲' }, after: { state: after, name: '甲' } })
  expect(state('company.unfrozen', 'frozen', 'active')).toEqual(['状态 已冻结 → 正常'])
  expect(state('line.resumed', 'suspended', 'expiring')).toEqual(['状态 已暂停 → 即将到期'])
  expect(state('approval.confirmed', 'waiting', 'confirmed')).toEqual(['状态 待确认 → 已执行'])
  expect(state('refund.started', 'fulfilled', 'asked')).toEqual(['状态 已完成 → 待审核'])
  expect(state('price.cancelled', 'scheduled', 'cancelled')).toEqual(['状态 待生效 → 已取消'])
  expect(state('account.enabled', 'of_a_version_to_come', 'active')).toEqual(['状态 of_a_version_to_come → 正常'])
  expect(
    lines({ action: 'operator.changed', before: { roles: ['support'] }, after: { roles: ['support', 'finance'] } }),
  ).toEqual(['角色 客服 → 客服、财务'])
})

test('an id is shown as its name with a link, or else by its end', () => {
  const named = new Map([
    [company, '海纳贸易'],
    [article, '开始使用'],
  ])
  expect(
    lines({ action: 'payment.problem_settled', before: { company, arrived: 100 }, after: { reason: '已核实' }, named }),
  ).toEqual([`企业 [海纳贸易](/operations/companies/${company}) → ·`, '到账金额 ¥1.00 → ·', '原因 · → 已核实'])
  expect(lines({ action: 'channel.settled', after: { settlement: other, month: '2026-10' } })).toEqual([
    '结算单 · → …000000a2',
    '月份 · → 2026-10',
  ])
  expect(lines({ action: 'articles.ordered', before: [article, other], after: [other, article], named })).toEqual([
    `次序 [开始使用](/operations/articles/${article})、[…000000a2](/operations/articles/${other}) → […000000a2](/operations/articles/${other})、[开始使用](/operations/articles/${article})`,
  ])
  expect(lines({ action: 'approval.confirmed', after: { requested_by: `operator:${company}` }, named })).toEqual([
    '提交人 · → 海纳贸易',
  ])
  expect(lines({ action: 'order.closed', after: { order: 'HYL20261122A' } })).toEqual([
    '订单 · → [HYL20261122A](/operations/orders/HYL20261122A)',
  ])
})

test('lists of rows, empty values and unlimited ones are written in words', () => {
  expect(
    lines({
      action: 'address.held',
      before: [
        { address: '203.0.113.1', state: 'free' },
        { address: '203.0.113.2', state: 'cooling' },
      ],
      after: { state: 'held', reason: '客户预留' },
    }),
  ).toEqual(['地址 203.0.113.1 · 空闲、203.0.113.2 · 冷却中 → ·', '状态 · → 保留', '原因 · → 客户预留'])
  expect(
    lines({
      action: 'promotion_code.changed',
      before: { use_limit: 100, ends_at: null },
      after: { use_limit: null, ends_at: '2026-11-30T15:59:00.000Z' },
    }),
  ).toEqual(['使用上限 100 → 不限', '可用结束 无 → 2026-11-30 23:59'])
  expect(lines({ action: 'operator.logged_in', before: null, after: null })).toEqual([])
  const companies = Array.from({ length: 60 }, (_, place) => `9131000${place}`)
  expect(changesOf({ action: 'coupon.gifted', after: { companies } })[0]?.after?.slice(49)).toEqual([
    { text: '913100049' },
    { text: '另有 10 项' },
  ])
})
