import { beforeEach, expect, test, vi } from 'vitest'
import { operators } from '#contract/operations/operators.ts'
import { CommandUsage } from '#server/core/command-usage.ts'
import { selectList } from '#server/database/select-list.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { policyList } from '#server/engines/approvals/policy.sql.ts'
import { testPortal } from '#server/testing/portal.ts'
import { approvalCommand } from './commands.ts'

const { system } = await testPortal()

let printed: string[]
beforeEach(() => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation(text => void printed.push(String(text)))
})

const run = (typed: string[], roles?: string) =>
  runAs('cli:test@host', () => approvalCommand(work => work({ system }), typed, { roles }))

test('the policy is listed, and each change to it is audited', async () => {
  await run(['policy'])
  expect(printed).toContain('refund  退款  总是须确认；可确认的角色：负责人、财务')
  expect(printed).toContain(
    'hours  赠送时长  一人一天、或一家企业一天合计达到 1,000 天 须确认；可确认的角色：负责人、财务',
  )
  expect(printed).toContain('operator  操作员与角色  总是须确认；可确认的角色：负责人')

  await run(['policy', 'coupon', '500'], 'finance')
  await run(['policy', 'hours', '30'])
  await run(['policy', 'extension', 'always'])
  expect(printed).toContain('已修改：优惠券 一人一天、或一家企业一天合计达到 ¥500.00 须确认；可确认的角色：财务')
  const policies = await policyList(system)
  expect(policies.filter(({ kind }) => ['coupon', 'extension', 'hours'].includes(kind))).toEqual([
    { kind: 'coupon', threshold: 50_000, roles: ['finance'] },
    { kind: 'extension', threshold: 0, roles: ['owner', 'finance'] },
    { kind: 'hours', threshold: 30, roles: ['owner', 'finance'] },
  ])
  await run(['policy', 'extension', 'never'])
  const audited = operators.getAuditList.output.shape.list.element.pick({
    actor: true,
    action: true,
    target: true,
    before: true,
    after: true,
  })
  const [entry] = await system.rows(audited)`select ${selectList(audited)} from audit_entry order by id desc limit 1`
  expect(entry).toEqual({
    actor: 'cli:test@host',
    action: 'approval.policy_changed',
    target: 'approval_policy:extension',
    before: { policy: '总是须确认；可确认的角色：负责人、财务' },
    after: { policy: '无需确认；可确认的角色：负责人、财务' },
  })
})

test.each([
  ['no such command', ['rules'], undefined],
  ['no such kind', ['policy', 'gift', '5'], undefined],
  ['no threshold', ['policy', 'hours'], undefined],
  ['a threshold that is no figure', ['policy', 'hours', '-1'], undefined],
  ['an amount of three decimals', ['policy', 'coupon', '1.234'], undefined],
  ['a figure for what has no size', ['policy', 'operator', '5'], undefined],
  ['a refund that nobody confirms', ['policy', 'refund', 'never'], undefined],
  ['an operator whom nobody confirms', ['policy', 'operator', 'never'], undefined],
  ['operators whom finance confirms', ['policy', 'operator', 'always'], 'owner,finance'],
  ['an auditor who decides', ['policy', 'hours', '5'], 'auditor'],
  ['a role that does not exist', ['policy', 'hours', '5'], 'owner,chief'],
])('%s: usage', async (_what, typed, roles) => {
  await expect(run(typed, roles)).rejects.toThrow(CommandUsage)
})

test('a role can have its own daily limit, which is listed and audited', async () => {
  await run(['limit', 'coupon', 'support', '200'])
  await run(['policy'])
  expect(printed).toContain('  客服：一人一天最多独自执行 ¥200.00')
  await run(['limit', 'coupon', 'support', 'none'])
  expect(printed.at(-1)).toBe('已修改：优惠券 客服：没有单独的上限')
  await run(['policy', 'price', '10'])
  expect(printed.at(-1)).toContain('调价 一人一天合计达到 10% 须确认')
  await expect(run(['limit', 'balance', 'finance', '10'])).rejects.toThrow('总是须由第二位操作员确认')
  await expect(run(['limit', 'hours', 'support', 'many'])).rejects.toThrow('天数')
})
