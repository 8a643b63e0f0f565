import { randomInt, randomUUID } from 'node:crypto'
import type { Database } from '#server/database/database.ts'
import type { makeOn, TestCompany } from '#server/testing/make.ts'

interface Payment {
  orderState: 'pending' | 'fulfilled' | 'refunding' | 'cancelled'
  gateway: 'sandbox' | 'transfer'
  state: 'created' | 'paid' | 'failed'
  voucherId?: string
  /** Another amount than was due arrived. */
  problem?: string
  refund?: { kind: 'requested' | 'surplus'; state: 'asked' | 'sending' | 'failed' }
}

/** Creates payments and refunds in each state in which finance or the company acts on them. */
export async function makePayments(
  database: Database,
  make: ReturnType<typeof makeOn>,
  company: TestCompany,
  voucherId: string,
): Promise<void> {
  async function payment({ orderState, gateway, state, voucherId, problem, refund }: Payment) {
    const order = await make.order(company, { state: orderState })
    const number = gateway === 'transfer' ? String(randomInt(1e8)).padStart(8, '0') : randomUUID()
    await database.change`
      insert into payment (company_id, order_id, gateway, out_trade_no, amount, state, payer_name, voucher_file_id, voucher_at,
        problem, arrived_amount, paid_at, expires_at)
      values (${company.id}, ${order.id}, ${gateway}, ${number}, ${order.payable}, ${state},
        ${gateway === 'transfer' ? company.name : null}, ${voucherId ?? null}, ${voucherId ? new Date() : null},
        ${problem ?? null}, ${problem ? order.payable - 100 : null}, ${state === 'paid' ? new Date() : null},
        now() + interval '3 days')`
    if (!refund) return
    await database.change`
      insert into refund (company_id, order_id, payment_id, out_refund_no, amount, reason, kind, state, failure)
      select company_id, order_id, id, ${`R${randomUUID()}`}, amount, '不再需要', ${refund.kind}, ${refund.state},
        ${refund.state === 'failed' ? '余额不足' : ''}
      from payment where company_id = ${company.id} and order_id = ${order.id}`
  }
  await payment({ orderState: 'pending', gateway: 'transfer', state: 'created' })
  await payment({ orderState: 'pending', gateway: 'transfer', state: 'created', voucherId })
  await payment({ orderState: 'cancelled', gateway: 'transfer', state: 'failed', problem: '到账 ¥57.00，应付 ¥58.00' })
  await payment({ orderState: 'fulfilled', gateway: 'sandbox', state: 'paid' })
  await payment({ orderState: 'fulfilled', gateway: 'transfer', state: 'paid' })
  const requested = (state: 'asked' | 'sending' | 'failed') => ({ kind: 'requested' as const, state })
  await payment({ orderState: 'refunding', gateway: 'transfer', state: 'paid', refund: requested('asked') })
  await payment({ orderState: 'refunding', gateway: 'transfer', state: 'paid', refund: requested('sending') })
  await payment({ orderState: 'refunding', gateway: 'sandbox', state: 'paid', refund: requested('failed') })
}
