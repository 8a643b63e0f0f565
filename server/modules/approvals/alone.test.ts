import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { shopping } from '#server/modules/orders/shop.fixture.ts'
import { approvalsOn } from '#server/testing/approvals.ts'
import { testPortal } from '#server/testing/portal.ts'

/** The kinds that need a second operator by default, and the one that does above a sum, set by the owners. */
const portal = await testPortal()
const { make, system } = portal
const { setPolicy, resetPolicies, decide } = approvalsOn(portal)
const hours = await make.sku({ product: 'hours', price: 5800 })
const second = await make.operator('finance')
let finance = await make.operator('finance')

beforeEach(async () => {
  await resetPolicies()
  for (const kind of ['refund', 'payment', 'price', 'write_off'] as const) await setPolicy(kind, 0)
  // The sums count per operator and day, so each test has its own operator.
  finance = await make.operator('finance')
})

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>, by = finance) =>
  portal.operate(name, input, by)
async function customer() {
  const company = await make.company()
  return { company, shop: shopping(portal, company, await make.session(company.owner.account)) }
}
type Customer = Awaited<ReturnType<typeof customer>>

/** Creates a paid order of ¥58. */
async function bought({ shop }: Customer) {
  const orderId = await shop.bought(hours)
  return (await shop.detail(orderId)).order_number
}
const goodwill = async (of: Customer, amount: number, by = finance) =>
  operate('refundSalesOrder', { order_number: await bought(of), kind: 'goodwill', amount, reason: '补偿' }, by)

async function transfer({ shop }: Customer) {
  const orderId = await shop.order(hours)
  const { out_trade_no: remark_code } = await shop.tradeNumberOf(await shop.attempt(orderId, 'transfer'))
  return { orderId, remark_code }
}
const arrived = (remark_code: string, by = finance) => operate('requestTransfer', { remark_code, amount: 5800 }, by)
const entries = (target: string) =>
  system.rows(z.object({ action: z.string(), actor: z.string() }))`
    select action, actor from audit_entry where target = ${target} order by id`
const listed = async (approval_id: string, by = finance) =>
  (await operate('getApprovalList', { page_size: 100 }, by)).data.list.find(row => row.approval_id === approval_id)

describe('a refund', () => {
  test('takes two where owners have said nothing', async () => {
    const { data } = await goodwill(await customer(), 100)
    expect(data.result).toBeNull()
    expect(await listed(data.approval_id)).toMatchObject({ state: 'waiting', alone: false })
  })

  test('of an order that the balance paid is said to return there, where no gateway takes part', async () => {
    const { company, shop } = await customer()
    expect(await shop.correct(5800)).toBe(200)
    const orderId = await shop.order(hours)
    expect((await shop.opera(orderId, 'pay', { gateway: 'balance' })).code).toBe(200)
    const { order_number } = await shop.detail(orderId)
    const refund = { order_number, kind: 'goodwill' as const, amount: 100, reason: '补偿' }
    const { data } = await operate('refundSalesOrder', refund)
    const { result } = (await decide(data.approval_id, second)).data
    expect(result).toBe('已批准，款项退回企业余额')
    await shop.sendRefunds()
    const of = { company_id: company.id }
    expect((await operate('getCompanyBalance', of)).data.amount).toBe(100)
  })

  test('is done by one below the sum, with the row, the evidence and the entries of one that two decide', async () => {
    await setPolicy('refund', 5000)
    const of = await customer()
    const { data } = await goodwill(of, 4999)
    expect(data.result).toBe('已批准，退款已提交给支付渠道')
    const row = await listed(data.approval_id, second)
    expect(row).toMatchObject({ state: 'confirmed', alone: true, result: data.result, own: false })
    expect(row?.summary).toContain(of.company.name)
    const { rows } = (await operate('getApprovalEvidence', { approval_id: data.approval_id }, second)).data
    expect(rows.map(({ label }) => label)).toEqual(expect.arrayContaining(['订单']))
    const actor = `operator:${finance.id}`
    expect(await entries(row?.target ?? '')).toEqual([
      { action: 'refund.started', actor },
      { action: 'approval.alone', actor },
      { action: 'refund.approved', actor },
    ])
    // The rest of the day's limit is below one fen, for this operator, and for this company by any operator.
    expect((await goodwill(await customer(), 1)).data.result).toBeNull()
    expect((await goodwill(of, 1, second)).data.result).toBeNull()
    expect((await goodwill(await customer(), 1, second)).data.result).not.toBeNull()
  })

  test('that a company requests is approved by one', async () => {
    await setPolicy('refund', 10_000)
    const { company, shop } = await customer()
    await shop.opera(await shop.bought(hours), 'refund', { reason: '买错了' })
    const refund = (await operate('getRefundList', { keyword: company.name })).data.list[0] ?? expect.unreachable()
    const { data } = await operate('requestRefund', { out_refund_no: refund.out_refund_no })
    expect(data.result).toContain('已批准')
    expect((await operate('getRefundList', { keyword: company.name, state: 'all' })).data.list[0]?.state).not.toBe(
      'asked',
    )
    expect((await operate('requestRefund', { out_refund_no: refund.out_refund_no }, second)).code).toBe(-53020)
  })

  test('of two concurrent ones that reach the sum together, one waits, whether by one operator or for one company', async () => {
    await setPolicy('refund', 5000)
    const [one, other] = [await customer(), await customer()]
    // Guard: the condition of `on conflict` in addSoloUse.
    const own = await Promise.all([goodwill(one, 2500), goodwill(other, 2500)])
    expect(own.map(({ data }) => data.result === null).sort()).toEqual([false, true])
    const third = await customer()
    const by = [await make.operator('finance'), await make.operator('finance')]
    // Guard: the condition of `on conflict` in useForCompanies.
    const answers = await Promise.all(by.map(operator => goodwill(third, 2500, operator)))
    expect(answers.map(({ data }) => data.result === null).sort()).toEqual([false, true])
  })

  test('is approved once, however many operators approve it concurrently', async () => {
    await setPolicy('refund', 100_000)
    const { company, shop } = await customer()
    await shop.opera(await shop.bought(hours), 'refund', { reason: '买错了' })
    const [refund] = (await operate('getRefundList', { keyword: company.name })).data.list
    const out_refund_no = refund?.out_refund_no ?? ''
    // Guard: the unique index one_waiting_approval, and behind it the refund's state under the order's lock.
    const answers = await Promise.all(
      Array.from({ length: 6 }, async (_, turn) =>
        operate('requestRefund', { out_refund_no }, turn % 2 ? finance : second),
      ),
    )
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
    const used = await system.row(z.object({ used: z.int() }))`
      select sum(used)::integer as used from approval_use where kind = 'refund'`
    expect(used?.used).toBe(5800)
  })

  test('requires the password again where a confirmation would', async () => {
    await setPolicy('refund', 100_000_000)
    const of = await customer()
    await of.shop.bought(hours, 20)
    const token = await make.operatorSession(finance.id)
    await system.change`update operator_session set proved_at = now() - interval '1 hour' where operator_id = ${finance.id}`
    const [refund] = (await operate('getSalesOrderList', { company_id: of.company.id })).data.list
    const input = { order_number: refund?.order_number ?? '', reason: '补偿' }
    const answer = await operate(
      'refundSalesOrder',
      { ...input, kind: 'goodwill', amount: 100_000 },
      { ...finance, token },
    )
    expect(answer.code).toBe(-41022)
    // Nothing of it remains, so it may be requested again.
    const small = await operate(
      'refundSalesOrder',
      { ...input, kind: 'goodwill', amount: 99_999 },
      { ...finance, token },
    )
    expect(small.data.result).toContain('已批准')
  })
})

describe('a transfer', () => {
  test('is recorded and its order opened by one below the sum; by two from the sum on', async () => {
    await setPolicy('payment', 5801)
    const of = await customer()
    const { orderId, remark_code } = await transfer(of)
    expect((await arrived(remark_code)).data.result).toBe('已入账，订单已支付')
    expect(await of.shop.state(orderId)).toBe('fulfilled')
    const next = await transfer(of)
    const { data } = await arrived(next.remark_code, second)
    expect(data.result).toBeNull()
    expect(await of.shop.state(next.orderId)).toBe('pending')
    expect((await decide(data.approval_id, finance)).data.result).toBe('已入账，订单已支付')
  })

  test('a statement records as many transfers as one operator may alone, and the others wait; the same holds for parts', async () => {
    await setPolicy('payment', 12_000)
    const [one, two, three] = [await customer(), await customer(), await customer()]
    const of = [await transfer(one), await transfer(two), await transfer(three)]
    const matches = of.slice(0, 2).map(({ remark_code }) => ({ remark_code, amount: 5800, reference: '流水1' }))
    expect((await operate('requestStatement', { matches })).data).toEqual({ requested: 0, done: 2, refused: [] })
    const parts = [2000, 3800].map(amount => ({
      remark_code: of[2]?.remark_code ?? '',
      amount,
      reference: `流水${amount}`,
    }))
    expect((await operate('recordTransferParts', { parts })).data).toMatchObject({ recorded: 2, requested: 1, done: 0 })
  })

  test('a wrong amount goes back, or leaves the list, by one', async () => {
    await setPolicy('refund', 10_000)
    await setPolicy('write_off', 10_000)
    const of = await customer()
    for (const [name, more] of [
      ['returnWrongPayment', {}],
      ['settleWrongPayment', { reason: '登记有误' }],
    ] as const) {
      const { remark_code: out_trade_no } = await transfer(of)
      await operate('recordWrongTransfer', { remark_code: out_trade_no, amount: 5000 })
      expect((await operate(name, { out_trade_no, ...more } as never)).code).toBe(200)
    }
    expect((await operate('getRefundList', { keyword: of.company.name })).data.list[0]).toMatchObject({
      amount: 5000,
      state: 'sending',
    })
  })
})

describe('a price', () => {
  const change = (sku: { id: string; price: number }, price: number, more = {}) =>
    operate('requestPrices', {
      skus: [{ sku_id: sku.id, old_price: sku.price, old_list_price: sku.price, price, list_price: price }],
      ...more,
    })
  const priceOf = async ({ id }: { id: string }) =>
    (await system.row(z.object({ price: z.int() }))`select price from sku where id = ${id}`)?.price

  test('moves by so many percent in a day alone, and not when it is put on sale', async () => {
    await setPolicy('price', 10)
    const [sku, other] = [await make.sku({ price: 10_000 }), await make.sku({ price: 10_000 })]
    expect((await change(sku, 9500)).data.result).toBe('已生效，共 1 项')
    expect(await priceOf(sku)).toBe(9500)
    // Less than five of ten percent may still be used, and half a percent counts as one.
    expect((await change(other, 9450)).data.result).toBeNull()
    expect(await priceOf(other)).toBe(10_000)
    const third = await make.sku({ price: 10_000 })
    expect((await change(third, 10_000, { publish: true })).data.result).toBeNull()
    expect((await change(await make.sku({ price: 10_000 }), 9999)).data.result).toBe('已生效，共 1 项')
  })

  test('that was nothing may move by any percent, and takes two', async () => {
    await setPolicy('price', 99_999)
    expect((await change(await make.sku({ price: 0 }), 100)).data.result).toBeNull()
  })
})

test('a limit of a role counts within the sum', async () => {
  await setPolicy('refund', 5000)
  await system.change`insert into approval_limit (kind, role, most) values ('refund', 'finance', 1000)`
  expect((await goodwill(await customer(), 1000)).data.result).not.toBeNull()
  expect((await goodwill(await customer(), 1)).data.result).toBeNull()
})
