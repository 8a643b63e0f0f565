import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { proofThresholdFen } from '#contract/operations/operator-names.ts'
import { runAs } from '#server/engines/activity/context.ts'
import { requestApproval } from '#server/engines/approvals/approvals.ts'
import type { OperatorContext } from '#server/engines/operator-context.ts'
import type { TestOperator } from '#server/testing/make-operators.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, operate, system } = portal

const one = await make.operator('finance')
const other = await make.operator('finance')
const company = await make.company()

const requests = (by: TestOperator) => ({ operator: { id: by.id } }) as Pick<OperatorContext, 'operator'>

/** Creates a paid order whose refund waits for a decision. */
async function refundOf() {
  const order = await make.order(company, { state: 'refunding' })
  await system.change`
    with paid as (
      insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, paid_at, expires_at)
      values (${company.id}, ${order.id}, 'sandbox', ${`P${order.number}`}, ${order.payable}, 'paid', now(), now())
      returning company_id, order_id, id, amount)
    insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind)
    select company_id, order_id, id, ${`R${order.number}`}, amount, '不需要了', 'requested' from paid`
  const state = async () =>
    (
      await system.row(
        z.object({ state: z.string() }),
      )`select state from refund where out_refund_no = ${`R${order.number}`}`
    )?.state
  return { order, state, target: `order:${order.number}` }
}

async function requested(by = one, value?: number) {
  const refund = await refundOf()
  const { order, target } = refund
  const payload = { order_number: order.number }
  const request = {
    kind: 'refund',
    target,
    companyId: null,
    summary: '退款 ¥58.00',
    payload,
    value,
  } as const
  const approval_id = await runAs(`operator:${by.id}`, () => requestApproval(system, requests(by), request))
  return { ...refund, approval_id, payload }
}

const entries = (target: string) =>
  system.rows(
    z.object({ action: z.string(), actor: z.string() }),
  )`select action, actor from audit_entry where target = ${target} order by id`

test('a request is carried out when a second operator confirms it', async () => {
  const { approval_id, state, target } = await requested()
  const waiting = await operate('getApprovalList', { state: 'waiting' }, one)
  expect(waiting.data.list[0]).toMatchObject({ approval_id, own: true, kind: 'refund', summary: '退款 ¥58.00' })
  // The request shows in the badge and the bell of operators who may decide it, and of no others.
  const support = await make.operator('support')
  const waitsFor = async (operator: TestOperator) => {
    const { list } = (await operate('getOwnNoticeList', {}, operator)).data
    const badge = (await operate('getSelf', {}, operator)).data.waiting.approvals ?? 0
    return [badge, list.filter(({ subject }) => subject === `approval:${approval_id}`).length]
  }
  expect([await waitsFor(one), await waitsFor(support), await waitsFor(other)]).toEqual([
    [0, 0],
    [0, 0],
    [1, 1],
  ])
  const own = await operate('decideApproval', { approval_id, decision: 'confirm' }, one)
  expect(own.code).toBe(-53010)
  expect(await state()).toBe('asked')
  const confirmed = await operate('decideApproval', { approval_id, decision: 'confirm' }, other)
  expect(confirmed.code).toBe(200)
  expect(await state()).not.toBe('asked')
  const [listed] = (await operate('getApprovalList', {}, one)).data.list
  expect(listed).toMatchObject({ state: 'confirmed', result: confirmed.data.result })
  expect(await entries(target)).toEqual([
    { action: 'approval.requested', actor: `operator:${one.id}` },
    { action: 'approval.confirmed', actor: `operator:${other.id}` },
  ])
  const again = await operate('decideApproval', { approval_id, decision: 'confirm' }, other)
  expect(again.code).toBe(-53011)
})

test('the requester withdraws, another operator rejects with a reason; neither carries anything out', async () => {
  const withdrawn = await requested()
  const { approval_id } = withdrawn
  expect((await operate('decideApproval', { approval_id, decision: 'withdraw' }, other)).code).toBe(-41017)
  expect((await operate('decideApproval', { approval_id, decision: 'withdraw' }, one)).code).toBe(200)
  const rejected = await requested()
  const reject = { approval_id: rejected.approval_id, decision: 'reject' as const }
  expect((await operate('decideApproval', { ...reject, reason: '自己' }, one)).code).toBe(-53010)
  expect(await operate('decideApproval', reject, other)).toMatchObject({ code: -41003, data: 'reason' })
  expect((await operate('decideApproval', { ...reject, reason: '金额有误' }, other)).code).toBe(200)
  expect([await withdrawn.state(), await rejected.state()]).toEqual(['asked', 'asked'])
})

test('only one request for the same target can be waiting', async () => {
  const { target, payload, approval_id } = await requested()
  const again = () =>
    runAs(`operator:${other.id}`, () =>
      requestApproval(system, requests(other), { kind: 'refund', target, companyId: null, summary: '再来', payload }),
    )
  await expect(again()).rejects.toMatchObject({ code: -53012 })
  await operate('decideApproval', { approval_id, decision: 'withdraw' }, one)
  await expect(again()).resolves.toMatch(/^[0-9a-f-]{36}$/)
})

test('a request that can no longer be carried out says why and keeps waiting', async () => {
  const { approval_id, order, state } = await requested()
  await system.change`update refund set state = 'rejected' where order_id = ${order.id}`
  const answer = await operate('decideApproval', { approval_id, decision: 'confirm' }, other)
  expect(answer).toMatchObject({ code: -53020, msg: `订单 ${order.number} 没有待处理的退款` })
  expect(await state()).toBe('rejected')
  const [listed] = (await operate('getApprovalList', { state: 'waiting' }, one)).data.list
  expect(listed).toMatchObject({ approval_id, state: 'waiting' })
})

test('a request is not carried out once its requester is disabled', async () => {
  const leaving = await make.operator('finance')
  const { approval_id, state } = await requested(leaving)
  await system.change`update operator set state = 'disabled' where id = ${leaving.id}`
  const decide = (decision: 'confirm' | 'reject') =>
    operate('decideApproval', { approval_id, decision, reason: '提交人已离职' }, other)
  expect(await decide('confirm')).toMatchObject({ code: -53020, msg: expect.stringContaining('提交人已停用') })
  expect(await state()).toBe('asked')
  expect((await decide('reject')).code).toBe(200)
})

test('a request is not carried out once its requester has lost the role that may make it', async () => {
  const leaving = await make.operator('finance')
  const { approval_id, state } = await requested(leaving)
  await system.change`update operator set roles = array['content'] where id = ${leaving.id}`
  expect(await operate('decideApproval', { approval_id, decision: 'confirm' }, other)).toMatchObject({
    code: -53020,
    msg: expect.stringContaining('不再有此权限'),
  })
  expect(await state()).toBe('asked')
})

test('of many concurrent confirmations one carries the request out', async () => {
  // Guard: `state = 'waiting'` in `decide`. Without it each of them would go on to the executor.
  const third = await make.operator()
  const { approval_id, target } = await requested()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, turn) =>
      operate('decideApproval', { approval_id, decision: 'confirm' }, turn % 2 ? other : third),
    ),
  )
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([...Array(11).fill(-53011), 200])
  expect((await entries(target)).filter(({ action }) => action === 'approval.confirmed')).toHaveLength(1)
})

test('the database itself refuses confirming one’s own request', async () => {
  const { approval_id } = await requested()
  const own = sql`
    update approval set state = 'confirmed', decided_by = requested_by, decided_at = now() where id = ${approval_id}`
  await expect(system.change`${own}`).rejects.toThrow('confirmed_by_another')
})

// Guard: takesProof in decideApproval.
test.each([
  [proofThresholdFen - 1, 200],
  [proofThresholdFen, -41022],
  [undefined, -41022],
])('a refund of %s fen from a session without a recent proof is answered with %i', async (value, code) => {
  const decider = await make.operator('finance', { password: 'Finance-9182-blue' })
  await system.change`
    update operator_session set proved_at = now() - interval '5 minutes 1 second' where operator_id = ${decider.id}`
  const { approval_id, state } = await requested(one, value)
  const confirm = async () => (await operate('decideApproval', { approval_id, decision: 'confirm' }, decider)).code
  expect(await confirm()).toBe(code)
  if (code === 200) return
  expect(await state()).toBe('asked')
  const small = await requested(one, value)
  const rejected = { approval_id: small.approval_id, decision: 'reject' as const, reason: '有误' }
  expect((await operate('decideApproval', rejected, decider)).code, 'a refusal moves nothing').toBe(200)
  expect((await operate('reauthenticateOperator', { password: 'Finance-9182-blue' }, decider)).code).toBe(200)
  expect(await confirm()).toBe(200)
})

test('requests made by the calls record their amount', async () => {
  const { order } = await refundOf()
  expect((await operate('requestRefund', { out_refund_no: `R${order.number}` }, one)).code).toBe(200)
  const [kept] = await system.rows(
    z.object({ value: z.int() }),
  )`select value from approval where payload->>'out_refund_no' = ${`R${order.number}`}`
  expect(kept?.value).toBe(order.payable)
})
