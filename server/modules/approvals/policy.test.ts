import { beforeEach, expect, test } from 'vitest'
import { approvalsOn } from '#server/testing/approvals.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, kept, decide, listed } = approvalsOn(portal)
const owner = await make.operator('owner')
const secondOwner = await make.operator('owner')
const finance = await make.operator('finance')

const hours = { kind: 'hours' as const, threshold: 30, roles: ['owner' as const, 'finance' as const], limits: [] }
const rules = async () => (await operate('getApprovalPolicy', {}, owner)).data.list.find(({ kind }) => kind === 'hours')

beforeEach(async () => {
  await resetPolicies()
  await setPolicy('hours', 30)
})

test('stricter rules apply at once and are audited', async () => {
  const stricter = { ...hours, threshold: 10, limits: [{ role: 'support' as const, most: 3 }] }
  expect((await operate('setApprovalPolicy', stricter, owner)).code).toBe(200)
  expect(await rules()).toEqual(stricter)
  const { list } = (await operate('getAuditList', { action: 'approval.policy_changed' }, owner)).data
  expect(list[0]).toMatchObject({
    target: 'approval_policy:hours',
    before: { policy: expect.stringContaining('一人一天、或一家企业一天合计达到 30 天') },
    after: { policy: expect.stringContaining('客服：一人一天最多独自执行 3 天') },
  })
})

test('looser rules wait for another owner, who sees the present and the new ones; nobody else decides', async () => {
  const approval_id = await kept('setApprovalPolicy', { ...hours, threshold: 60 }, owner)
  expect(await rules()).toEqual(hours)
  expect((await listed(approval_id, secondOwner))?.summary).toBe(
    '赠送时长的审批规则由“一人一天、或一家企业一天合计达到 30 天 须确认；可确认的角色：负责人、财务”改为“一人一天、或一家企业一天合计达到 60 天 须确认；可确认的角色：负责人、财务”',
  )
  expect((await decide(approval_id, finance)).code).toBe(-41017)
  expect((await decide(approval_id, owner)).code).toBe(-53010)
  expect((await decide(approval_id, secondOwner)).code).toBe(200)
  expect(await rules()).toEqual({ ...hours, threshold: 60 })
})

// Guard: requireAsDescribed. Without it the confirmation changes rules that were different when it was requested.
test('a request to change rules that have changed since has no effect', async () => {
  const approval_id = await kept('setApprovalPolicy', { ...hours, threshold: 60 }, owner)
  expect((await operate('setApprovalPolicy', { ...hours, threshold: 20 }, secondOwner)).code).toBe(200)
  expect((await decide(approval_id, secondOwner)).code).toBe(-53020)
  expect(await rules()).toMatchObject({ threshold: 20 })
})

// Guard: requireConfirmed under the lock of the policy: what was stricter when it was described may be looser by then.
test('two concurrent changes cannot loosen a stricter rule without another owner', async () => {
  const lock = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const first = system.transaction(async transaction => {
    await transaction.change`update approval_policy set threshold = 5 where kind = 'hours'`
    locked.resolve()
    await lock.promise
  })
  await locked.promise
  const second = operate('setApprovalPolicy', { ...hours, threshold: 20 }, owner)
  // The second change was described against a threshold of 30 and waits for the row's lock.
  await expect
    .poll(
      () => system.change`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%approval_policy%'`,
    )
    .toBeGreaterThan(0)
  lock.resolve()
  await first
  expect((await second).code).toBe(-53022)
  expect(await rules()).toMatchObject({ threshold: 5 })
})

test('no rule can waive a mandatory second operator or let others decide about owners', async () => {
  const refused = async (input: Parameters<typeof operate<'setApprovalPolicy'>>[1], field: string) =>
    expect(await operate('setApprovalPolicy', input, owner)).toMatchObject({ code: -41003, data: field })
  await refused({ kind: 'balance', threshold: 100, roles: ['finance'], limits: [] }, 'threshold')
  await refused({ kind: 'balance', threshold: 0, roles: ['finance'], limits: [{ role: 'support', most: 5 }] }, 'limits')
  await refused({ kind: 'refund', threshold: null, roles: ['finance'], limits: [] }, 'threshold')
  for (const kind of ['operator', 'restore', 'policy'] as const)
    await refused({ kind, threshold: 0, roles: ['owner', 'finance'], limits: [] }, 'roles')
  await refused({ ...hours, roles: [] }, 'roles')
  expect((await operate('setApprovalPolicy', { ...hours, threshold: 5 }, finance)).code).toBe(-41017)
})
