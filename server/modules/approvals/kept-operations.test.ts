import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { countOf } from '#server/database/count-rows.ts'
import { approvalsOn, halfIn } from '#server/testing/approvals.ts'
import type { TestOperator } from '#server/testing/make-operators.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal
const { setPolicy, resetPolicies, kept, decide, listed } = approvalsOn(portal)

const network = await make.operator('network')
const owner = await make.operator('owner')
const secondOwner = await make.operator('owner')
const finance = await make.operator('finance')

beforeEach(resetPolicies)

test('a line is extended when a second operator confirms', async () => {
  await setPolicy('extension', 7)
  const company = await make.company()
  const order = await make.order(company)
  const sku = await make.sku({ stock: 1 })
  const line = await make.line(company, { sku, orderId: order.id, bound: true })
  const which = { company_id: company.id, line_id: line.id }
  const endsAt = async () => Date.parse((await operate('getOperatedLine', which, network)).data.ends_at)
  const before = await endsAt()
  const longer = { ...which, days: 7, reason: '故障补偿', request_key: randomUUID() }
  const approval_id = await kept('extendLine', longer, network)
  expect(await endsAt()).toBe(before)
  expect((await decide(approval_id, finance)).code).toBe(200)
  expect((await endsAt()) - before).toBe(7 * 86_400_000)
})

test('a wrong amount is written off when a second operator confirms', async () => {
  const company = await make.company()
  const order = await make.order(company, { state: 'pending' })
  const out_trade_no = `P${order.number}`
  await system.change`
    insert into payment (company_id, order_id, gateway, out_trade_no, amount, expires_at, problem, arrived_amount)
    values (${company.id}, ${order.id}, 'sandbox', ${out_trade_no}, ${order.payable}, now(), '到账 ¥50.00', 5000)`
  const problem = async () =>
    (
      await system.row(
        z.object({ problem: z.string().nullable() }),
      )`select problem from payment where out_trade_no = ${out_trade_no}`
    )?.problem
  const approval_id = await kept('settleWrongPayment', { out_trade_no, reason: '已在别处处理' }, finance)
  expect(await problem()).toBe('到账 ¥50.00')
  expect((await listed(approval_id, owner))?.summary).toContain('核销异常款项 ¥50.00')
  // The request was made by an older version, in its wording.
  await system.change`update approval set summary = '核销异常款项 ¥50.00' where id = ${approval_id}`
  expect((await decide(approval_id, owner)).code).toBe(200)
  expect(await problem()).toBe(null)
})

describe('operators', () => {
  const rolesOf = async (id: string) =>
    (await system.row(z.object({ roles: z.array(z.string()) }))`select roles from operator where id = ${id}`)?.roles

  test('a new password is shown once in halves to requester and confirmer, and stored nowhere', async () => {
    const name = `fresh-${randomUUID().slice(0, 8)}`
    const approval_id = await kept('setOperator', { name, display_name: '小新', roles: ['finance'] }, owner)
    expect((await operate('logIn', { name, password: 'whatever' })).code).toBe(-41001)
    expect((await listed(approval_id, secondOwner))?.summary).toBe(`添加操作员 小新（${name}），角色：财务`)
    expect((await decide(approval_id, finance)).code, 'finance is no role of this policy').toBe(-41017)
    const second = halfIn((await decide(approval_id, secondOwner)).data.once)
    expect(await listed(approval_id, owner)).toMatchObject({ result: '已添加', half: true })
    expect(await listed(approval_id, secondOwner)).toMatchObject({ half: false })

    const take = (by: TestOperator) => operate('takePasswordHalf', { approval_id }, by)
    expect((await take(secondOwner)).code, 'the confirmer has the other one').toBe(-53021)
    const answers = await Promise.all([take(owner), take(owner)])
    expect(answers.map(({ code }) => code).sort()).toEqual([-53021, 200])
    const first = halfIn(answers.find(({ code }) => code === 200)?.data.once)
    expect(await listed(approval_id, owner)).toMatchObject({ half: false })

    expect((await operate('logIn', { name, password: second })).code).toBe(-41001)
    expect((await operate('logIn', { name, password: first + second })).code).toBe(200)
    const stored = await countOf(
      system,
      sql`
        select count(*) from (select approval::text as text from approval union all select audit_entry::text from audit_entry) as kept
        where text like ${`%${first}%`} or text like ${`%${second}%`}`,
    )
    expect(stored).toBe(0)
  })

  test('adding roles, resetting and re-enabling wait; removing roles and disabling do not', async () => {
    const other = await make.operator('support')
    const profile = { operator_id: other.id, name: other.name, display_name: '同事' }
    const more = await kept('setOperator', { ...profile, roles: ['support', 'finance'] }, owner)
    expect(await rolesOf(other.id)).toEqual(['support'])
    expect((await decide(more, secondOwner)).code).toBe(200)
    expect(await rolesOf(other.id)).toEqual(['support', 'finance'])
    expect((await operate('setOperator', { ...profile, roles: ['finance'] }, owner)).code).toBe(200)

    const reset = await kept('resetOperator', { operator_id: other.id, totp: false }, owner)
    expect((await decide(reset, secondOwner)).data).toMatchObject({
      result: '已重置',
      once: expect.stringMatching(/首个密码的后半 [a-z2-9]{10}，/),
    })
    const state = (state: 'active' | 'disabled') => ({ operator_id: other.id, state })
    expect((await operate('setOperatorState', state('disabled'), owner)).code).toBe(200)
    const back = await kept('setOperatorState', state('active'), owner)
    expect((await operate('getSelf', {}, { token: await make.operatorSession(other.id) })).code).toBe(-41004)
    expect((await decide(back, secondOwner)).code).toBe(200)
    expect((await operate('getSelf', {}, { token: await make.operatorSession(other.id) })).code).toBe(200)
  })
})
