import { expect, test } from 'vitest'
import { z } from 'zod'
import type { OperationInput, OperationName } from '#contract/operations/index.ts'
import { openShop } from '#server/modules/orders/shop.fixture.ts'
import { testPortal } from '#server/testing/portal.ts'

const portal = await testPortal()
const { make, system } = portal
const hours = await make.sku({ product: 'hours', price: 5800 })
const finance = await make.operator('finance')
const second = await make.operator('finance')
const { shop } = await openShop(portal)

const operate = <Name extends OperationName>(name: Name, input: OperationInput<Name>, as = finance) =>
  portal.operate(name, input, { token: as.token })
const waiting = async () => (await operate('getSelf', {})).data.waiting.money ?? 0
const troubleOf = async (number: string) =>
  (await operate('getTroubleList', {})).data.list.find(row => row.out_trade_no === number)
const giveBack = (out_trade_no: string, as = finance) => operate('returnWrongPayment', { out_trade_no }, as)
const writeOff = (out_trade_no: string, as = finance) =>
  operate('settleWrongPayment', { out_trade_no, reason: '已在别处退回' }, as)

/** Returns the number of a payment with a wrong amount. */
async function wrong(): Promise<string> {
  const paid = await shop.payAtCashier(await shop.attempt(await shop.order(hours)))
  if (!paid) return expect.unreachable()
  expect(await shop.settle({ ...paid, amount: 5000 })).toBe('mismatch')
  return paid.outTradeNo
}
const requestsOf = (number: string) =>
  system.rows(z.object({ id: z.string(), kind: z.string() }))`
    select approval.id, approval.kind from approval where state = 'waiting' and target in (
      select 'payment:' || id from payment where out_trade_no = ${number}
      union all
      select 'refund:' || refund.id from refund join payment on payment.company_id = refund.company_id
        and payment.id = refund.payment_id where out_trade_no = ${number})`

test('a write-off that waits for its second person is marked, waits for nobody else and excludes a return', async () => {
  const number = await wrong()
  const before = await waiting()
  expect(await troubleOf(number)).toMatchObject({ kind: 'mismatch', approval: null })
  expect((await writeOff(number)).code).toBe(-53013)
  expect(await troubleOf(number)).toMatchObject({ approval: { requested_by: `${finance.name}的姓名` } })
  expect(await waiting()).toBe(before - 1)
  const refused = await giveBack(number, second)
  expect([refused.code, refused.msg]).toEqual([-53020, expect.stringContaining('核销')])
  const [request] = await requestsOf(number)
  const withdrawn = { approval_id: request?.id ?? '', decision: 'withdraw' } as const
  expect((await operate('decideApproval', withdrawn)).code).toBe(200)
  expect(await waiting()).toBe(before)
  expect((await giveBack(number, second)).code).toBe(200)
  expect((await writeOff(number)).code).toBe(-53020)
  expect(await troubleOf(number)).toMatchObject({ returning: true, approval: { requested_by: `${second.name}的姓名` } })
})

// Guard: the order's lock behind the request of a write-off (`lock` in approvals.ts). Without it both requests wait.
test('of a return and a write-off that are requested concurrently, one waits', async () => {
  for (let round = 0; round < 6; round++) {
    const number = await wrong()
    const answers = await Promise.all([giveBack(number, second), writeOff(number)])
    expect((await requestsOf(number)).length, answers.map(({ code }) => code).join()).toBe(1)
  }
})
