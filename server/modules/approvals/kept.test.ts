import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { approvalKinds, isAlwaysApproved } from '#contract/operations/operator-names.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import type { TestOperator } from '#server/testing/make-operators.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, kept, decide, confirmed, listed } = approvalsOn(portal)

const support = await make.operator('support')
const network = await make.operator('network')
const owner = await make.operator('owner')
const secondOwner = await make.operator('owner')
const thirdOwner = await make.operator('owner')
const finance = await make.operator('finance')
const secondFinance = await make.operator('finance')

beforeEach(async () => {
  await resetPolicies()
  await setPolicy('hours', 30)
})

const entries = (approvalId: string) =>
  system.rows(z.object({ action: z.string(), actor: z.string(), ip: z.string().nullable(), target: z.string() }))`
    select action, actor, ip, target from audit_entry where after->>'approval' = ${approvalId} order by id`

/** Creates a gift to a company with as many days as the policy requires a second operator for. */
async function gifting(days = 30) {
  const company = await make.company()
  const gift = { company_id: company.id, days, note: '故障补偿', request_key: randomUUID() }
  const balance = async () => (await operate('getCompanyLedger', { company_id: company.id }, support)).data.balance
  return { company, gift, balance }
}

test('below the threshold a gift is given at once', async () => {
  const { gift, balance } = await gifting(29)
  expect(await operate('giftCompanyHours', gift, support)).toMatchObject({ code: 200, data: { balance: 29 } })
  expect(await balance()).toBe(29)
})

test('a waiting gift is shown on its company’s page, also to colleagues who may not decide it', async () => {
  const { company, gift } = await gifting()
  const waiting = async (as: TestOperator) =>
    (await operate('getCompanyOverview', { company_id: company.id }, as)).data.waiting.map(({ summary }) => summary)
  expect(await waiting(support)).toEqual([])
  expect((await operate('giftCompanyHours', gift, support)).code).toBe(-53013)
  const colleague = await make.operator('support')
  expect(await waiting(colleague)).toEqual([expect.stringContaining('30 人天')])
})

test('gifts by one operator add up: of two concurrent parts one needs a second operator', async () => {
  const giver = await make.operator('support')
  const [one, other, third] = [await gifting(15), await gifting(15), await gifting(14)]
  // Guard: the condition of `on conflict` in addSoloUse.
  const answers = await Promise.all([one, other].map(({ gift }) => operate('giftCompanyHours', gift, giver)))
  expect(answers.map(({ code }) => code).sort()).toEqual([-53013, 200].sort())
  expect((await one.balance()) + (await other.balance())).toBe(15)
  // The rest of the day's limit may be given without a second operator, and each operator has a separate limit.
  expect((await operate('giftCompanyHours', third.gift, giver)).code).toBe(200)
  expect((await operate('giftCompanyHours', (await gifting(1)).gift, giver)).code).toBe(-53013)
  expect((await operate('giftCompanyHours', (await gifting(29)).gift, support)).code).toBe(200)
})

test('gifts by several operators to one company add up: of two concurrent ones one needs a second operator', async () => {
  const [one, other, third] = [
    await make.operator('support'),
    await make.operator('support'),
    await make.operator('support'),
  ]
  const { gift, balance, company } = await gifting(15)
  const again = (days: number) => ({ ...gift, days, request_key: randomUUID() })
  // Guard: the condition of `on conflict` in useForCompanies.
  const answers = await Promise.all([
    operate('giftCompanyHours', gift, one),
    operate('giftCompanyHours', again(15), other),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([-53013, 200].sort())
  expect(await balance()).toBe(15)
  expect((await operate('giftCompanyHours', again(14), third)).code).toBe(200)
  const approval = await system.row(z.object({ id: z.string() }))`
    select id from approval where about_company_id = ${company.id} and state = 'waiting'`
  const { data } = await operate('getApprovalEvidence', { approval_id: approval?.id ?? '' }, finance)
  expect(data.rules).toContainEqual(
    expect.objectContaining({ label: '这家企业今天', value: '操作员各自独自给出合计 29 天' }),
  )
  // A refused gift uses up nobody's limit: the third operator may give the rest of theirs to another company.
  expect((await operate('giftCompanyHours', again(1), third)).code).toBe(-53012)
  expect((await operate('giftCompanyHours', (await gifting(15)).gift, third)).code).toBe(200)
})

test('failed gifts are not counted, and a role can have its own daily limit', async () => {
  const giver = await make.operator('support')
  const unknown = { company_id: randomUUID(), days: 20, note: '故障补偿', request_key: randomUUID() }
  expect((await operate('giftCompanyHours', unknown, giver)).code).not.toBe(200)
  await system.change`insert into approval_limit (kind, role, most) values ('hours', 'support', 10)`
  expect((await operate('giftCompanyHours', (await gifting(11)).gift, giver)).code).toBe(-53013)
  expect((await operate('giftCompanyHours', (await gifting(10)).gift, giver)).code).toBe(200)
  expect((await operate('giftCompanyHours', (await gifting(1)).gift, giver)).code).toBe(-53013)
})

test('from the threshold on a gift waits, and is given once when another operator confirms', async () => {
  const { gift, balance, company } = await gifting()
  const approval_id = await kept('giftCompanyHours', gift, support)
  expect(await balance()).toBe(0)
  expect(await listed(approval_id, finance)).toMatchObject({
    kind: 'hours',
    state: 'waiting',
    own: false,
    summary: `赠送 30 人天给${company.name}：故障补偿`,
    target: `company:${company.id}`,
  })
  expect(await listed(approval_id, support)).toMatchObject({ own: true })
  expect(await listed(approval_id, network), 'nobody else sees it').toBeUndefined()

  expect(await decide(approval_id, finance)).toMatchObject({ code: 200, data: { result: '已赠送，现有 30 人天' } })
  expect(await balance()).toBe(30)
  expect((await decide(approval_id, secondFinance)).code).toBe(-53011)
  expect(await balance()).toBe(30)
  expect(await listed(approval_id, finance)).toMatchObject({ state: 'confirmed', result: '已赠送，现有 30 人天' })
  const target = `company:${company.id}`
  expect(await entries(approval_id)).toEqual([
    { action: 'approval.requested', actor: `operator:${support.id}`, ip: '127.0.0.1', target },
    { action: 'approval.confirmed', actor: `operator:${finance.id}`, ip: '127.0.0.1', target },
    // The act is the requester's, though the confirmation came from another address.
    { action: 'company.hours_gifted', actor: `operator:${support.id}`, ip: null, target },
  ])
})

test('the request with the same key gets the same answer, before and after the confirmation', async () => {
  const { gift, balance } = await gifting()
  const answers = await Promise.all(Array.from({ length: 5 }, () => operate('giftCompanyHours', gift, support)))
  const [first] = answers
  expect(first?.code).toBe(-53013)
  for (const answer of answers) expect(answer).toEqual(first)
  const approval_id = await kept('giftCompanyHours', gift, support)
  expect(first?.data).toEqual({ approval_id })
  await decide(approval_id, finance)
  expect(await operate('giftCompanyHours', gift, support)).toEqual(first)
  expect(await balance()).toBe(30)
  // A request with another key is a different one, and only one waits at a time.
  const again = () => operate('giftCompanyHours', { ...gift, request_key: randomUUID() }, support)
  expect((await again()).code).toBe(-53013)
  expect((await again()).code).toBe(-53012)
})

test('a request without an idempotency key is kept as well', async () => {
  const other = await make.operator('support')
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/operations/operator/resetOperator',
    headers: { authorization: 'operations-web 1201', cookie: `operator=${owner.token}` },
    payload: { operator_id: other.id, totp: false },
  })
  const { code, data } = answer.json<{ code: number; data: { approval_id: string } }>()
  expect(code).toBe(-53013)
  expect(await listed(data.approval_id, secondOwner)).toMatchObject({ state: 'waiting' })
})

// Guard: `state = 'waiting'` in `decide`. Without it each confirmation goes on to the handler, and gives.
test('many concurrent confirmations give the gift once', async () => {
  const { gift, balance } = await gifting()
  const approval_id = await kept('giftCompanyHours', gift, support)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) => decide(approval_id, turn % 2 ? finance : secondFinance)),
  )
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([...Array(11).fill(-53011), 200])
  expect(await balance()).toBe(30)
})

describe('who can confirm', () => {
  test('not the requester, even an owner', async () => {
    const { gift, balance } = await gifting()
    const approval_id = await kept('giftCompanyHours', gift, owner)
    expect((await decide(approval_id, owner)).code).toBe(-53010)
    expect((await decide(approval_id, owner, 'reject')).code).toBe(-53010)
    expect(await balance()).toBe(0)
  })

  // Guard: `decider.roles && policy.roles`.
  test('not an operator without a role of the policy, who cannot reject either; owners included', async () => {
    await setPolicy('hours', 30, ['finance'])
    const { gift, balance } = await gifting()
    const approval_id = await kept('giftCompanyHours', gift, support)
    for (const by of [network, owner])
      for (const decision of ['confirm', 'reject'] as const)
        expect((await decide(approval_id, by, decision)).code).toBe(-41017)
    expect(await balance()).toBe(0)
    expect((await decide(approval_id, finance)).code).toBe(200)
  })

  // Guards: `authority_since < requested_at` and, for a role, `granted_at < requested_at`. Without them owners confirm with an
  // operator whom they have created themselves. The owner who requests this gift has appointed nobody.
  test.each([
    [
      'made',
      async () => {
        const name = `made-${randomUUID().slice(0, 8)}`
        const profile = { name, display_name: '新来的', roles: ['finance' as const] }
        await confirmed('setOperator', profile, [secondOwner, thirdOwner])
        return (await operate('getOperatorList', { keyword: name }, owner)).data.list[0]?.operator_id ?? ''
      },
    ],
    [
      'given the role',
      async ({ id, name }: TestOperator) => {
        const profile = { operator_id: id, name, display_name: '内容', roles: ['content' as const, 'finance' as const] }
        await confirmed('setOperator', profile, [secondOwner, thirdOwner])
        return id
      },
    ],
    [
      'given a password',
      async ({ id }: TestOperator) => {
        await confirmed('resetOperator', { operator_id: id, totp: true }, [secondOwner, thirdOwner])
        return id
      },
    ],
    [
      'let in again',
      async ({ id }: TestOperator) => {
        await operate('setOperatorState', { operator_id: id, state: 'disabled' }, secondOwner)
        await confirmed('setOperatorState', { operator_id: id, state: 'active' }, [secondOwner, thirdOwner])
        return id
      },
    ],
  ])('not an operator who was %s after the request', async (how, after) => {
    const existing = await make.operator(how === 'given the role' ? 'content' : 'finance')
    const { gift, balance } = await gifting()
    const approval_id = await kept('giftCompanyHours', gift, owner)
    const id = await after(existing)
    // A given password must be changed before anything else.
    await system.change`update operator set password_given = false where id = ${id}`
    const token = await make.operatorSession(id)
    const confirmed = await operate('decideApproval', { approval_id, decision: 'confirm' }, { token })
    expect(confirmed.code).toBe(-53014)
    expect(await balance()).toBe(0)
    expect((await decide(approval_id, finance)).code).toBe(200)
  })

  test('an operator who lost another role still can', async () => {
    const both = await make.operator('finance')
    await system.change`update operator set roles = array['finance', 'content'] where id = ${both.id}`
    const { gift } = await gifting()
    const approval_id = await kept('giftCompanyHours', gift, owner)
    const profile = { operator_id: both.id, name: both.name, display_name: '财务', roles: ['finance' as const] }
    expect((await operate('setOperator', profile, owner)).code).toBe(200)
    // The change of roles has ended the earlier sessions.
    const token = await make.operatorSession(both.id)
    expect((await decide(approval_id, { ...both, token })).code).toBe(200)
  })
})

// Guard: clock_timestamp() in renew_authority. With the start of its transaction, a reset would count as older than a request that
// was made while it ran.
test('an operator whose reset overlapped the request cannot confirm it', async () => {
  const reset = await make.operator('finance')
  const { gift, balance } = await gifting()
  const approval_id = await system.transaction(async transaction => {
    await transaction.change`select pg_sleep(0.01)`
    const id = await kept('giftCompanyHours', gift, support)
    await transaction.change`
      update operator set password_hash = 'given', password_given = true where id = ${reset.id}`
    return id
  })
  await system.change`update operator set password_given = false where id = ${reset.id}`
  const token = await make.operatorSession(reset.id)
  expect((await decide(approval_id, { ...reset, token })).code).toBe(-53014)
  expect(await balance()).toBe(0)
})

// Guard: appointedByRequester in `decide`. Without it an operator who holds another's first password makes a request and confirms
// it as that one.
test.each([
  ['who asked for it', () => owner],
  ['who confirmed it, and was told the password', () => secondOwner],
])('an operator who was just reset cannot confirm a request of the one %s', async (_who, asking) => {
  const existing = await make.operator('finance')
  const { password } = await confirmed('resetOperator', { operator_id: existing.id, totp: true }, [owner, secondOwner])
  expect(password).not.toBe('')
  await system.change`update operator set password_given = false where id = ${existing.id}`
  const reset = { ...existing, token: await make.operatorSession(existing.id) }
  const { gift, balance } = await gifting()
  const approval_id = await kept('giftCompanyHours', gift, asking())
  expect((await decide(approval_id, reset)).code).toBe(-53016)
  expect(await balance()).toBe(0)
  // The operator may confirm other people's requests, and this owner's after some days.
  const others = await gifting()
  expect((await decide(await kept('giftCompanyHours', others.gift, support), reset)).code).toBe(200)
  const later = (hours: number) => system.change`
    update approval set decided_at = decided_at - make_interval(hours => ${hours}) where target = ${`operator:${existing.id}`}`
  await later(71)
  expect((await decide(approval_id, reset)).code).toBe(-53016)
  await later(1)
  expect((await decide(approval_id, reset)).code).toBe(200)
})

test('a request that nobody else could confirm is refused at once', async () => {
  const alone = await testPortal()
  const [only, other] = [await alone.make.operator('owner'), await alone.make.operator('finance')]
  const answer = await alone.operate('resetOperator', { operator_id: other.id, totp: false }, only)
  expect(answer.code).toBe(-53017)
  expect((await alone.operate('getApprovalList', {}, only)).data.list).toEqual([])
})

test('a rejected or withdrawn request gives nothing', async () => {
  const { gift, balance } = await gifting()
  const rejected = await kept('giftCompanyHours', gift, support)
  expect((await decide(rejected, finance, 'withdraw')).code).toBe(-41017)
  expect((await decide(rejected, finance, 'reject')).code).toBe(200)
  const withdrawn = await kept('giftCompanyHours', { ...gift, request_key: randomUUID() }, support)
  expect((await decide(withdrawn, support, 'withdraw')).code).toBe(200)
  for (const id of [rejected, withdrawn]) expect((await decide(id, finance)).code).toBe(-53011)
  expect(await balance()).toBe(0)
})

test('a request is not carried out when its requester has lost the right', async () => {
  const leaving = await make.operator('support')
  const { gift, balance } = await gifting()
  const approval_id = await kept('giftCompanyHours', gift, leaving)
  await operate('setOperatorState', { operator_id: leaving.id, state: 'disabled' }, owner)
  expect(await decide(approval_id, finance)).toMatchObject({
    code: -53020,
    msg: expect.stringContaining('提交人已停用'),
  })
  await system.change`update operator set state = 'active', roles = array['content'] where id = ${leaving.id}`
  expect((await decide(approval_id, finance)).code).toBe(-53020)
  expect(await balance()).toBe(0)
  expect(await listed(approval_id, finance)).toMatchObject({ state: 'waiting' })
})

test('manual corrections of money, roles, restores and looser rules always need a second operator, whatever the policy says', async () => {
  for (const kind of approvalKinds.filter(isAlwaysApproved))
    for (const threshold of [null, 100])
      await expect(setPolicy(kind, threshold, ['owner'])).rejects.toThrow('always_asked')
  await expect(setPolicy('refund', null)).rejects.toThrow('always_asked')
  await expect(setPolicy('operator', 0, ['owner', 'finance'])).rejects.toThrow('owners_decide')
  const kinds = await system.rows(z.object({ kind: z.string() }))`select kind from approval_policy`
  expect(kinds.map(({ kind }) => kind).sort()).toEqual([...approvalKinds].sort())
})
