import type { ParsedOf } from '#contract/index.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import { recordActivity } from '#server/engines/activity/activity.ts'
import type { ManagerContext, SomeHandlers } from '#server/engines/context.ts'
import { settle } from '#server/engines/idempotency/settle.ts'
import { again } from '#server/modules/orders/again.ts'
import { setHidden } from '#server/modules/orders/orders.sql.ts'
import { lockOrder, type Order, orderOf } from '#server/modules/orders/orders.ts'
import { placeOrder } from '#server/modules/orders/placing.ts'
import { beginRefund } from '#server/modules/payments/begin-refund.ts'
import { payByBalance } from '#server/modules/payments/pay-by-balance.ts'
import { endUnpaid, openPayment } from '#server/modules/payments/payments.ts'
import { withdrawRefund } from '#server/modules/payments/withdraw-refund.ts'
import { requireActing } from '#server/modules/people/people.ts'
import { endByHand } from './end-by-hand.ts'

type Input = ParsedOf<'orderOpera'>
type Done = { order_id: string; state: Order['state']; payment_id: string | null }

const operas: Record<Input['opera'], (context: ManagerContext, order: Order, input: Input) => Promise<Done>> = {
  async pay(context, order, { gateway }) {
    if (!gateway) throw new Refusal(-50001)
    if (order.state !== 'pending') throw new Refusal(-49011)
    if (Date.parse(order.pays_until) <= Date.now()) throw new Refusal(-50010)
    if (gateway === 'balance') {
      await requireActing(context.company, context.membership)
      const services = { ...context.services, log: context.log }
      return payByBalance(services, order, (transaction, { state, paymentId }) =>
        settle(transaction, { order_id: order.order_id, state, payment_id: paymentId }),
      )
    }
    const { paymentId } = await openPayment(context.services, context, order, gateway)
    return { order_id: order.order_id, state: order.state, payment_id: paymentId }
  },

  async cancel({ services, company, membership, log }, { company_id, order_id, state }) {
    if (state !== 'pending') throw new Refusal(-49011)
    await requireActing(company, membership)
    const cancelled: Done = { order_id, state: 'cancelled', payment_id: null }
    const done = await endUnpaid({ ...services, log }, { company_id, order_id }, async (transaction, order) => {
      if (!order || !(await endByHand(transaction, services, order, { to: 'cancelled' }))) throw new Refusal(-49011)
      await settle(transaction, cancelled)
    })
    if (done === 'unknown') throw new Refusal(-50002)
    if (done === 'paid') throw new Refusal(-49011)
    return cancelled
  },

  async delete({ system }, { company_id, order_id, state, order_number, subject }) {
    return system.transaction(async transaction => {
      await asCompany(transaction, company_id, async company => {
        if (!(await setHidden(company, company_id, order_id))) throw new Refusal(-49011)
        const entry = { action: 'order.hidden' as const, id: order_id, name: order_number, detail: subject }
        await recordActivity(company, company_id, [entry])
      })
      return settle(transaction, { order_id, state, payment_id: null })
    })
  },

  async refund({ system, company, membership }, { company_id, order_id }, input) {
    const { reason, refund_kind: kind = 'requested', refund_svp_ids: lineIds, refund_amount: amount } = input
    if (!reason) throw new Refusal(-41003, 'reason', '请填写退款原因')
    await requireActing(company, membership)
    return system.transaction(async transaction => {
      const order = orRefuse(await lockOrder(transaction, company_id, order_id), -49010)
      await beginRefund(transaction, order, { kind, lineIds, amount, reason })
      const state = kind === 'requested' ? ('refunding' as const) : ('fulfilled' as const)
      return settle(transaction, { order_id, state, payment_id: null })
    })
  },

  async renew({ services, company, membership, account }, order, { request_key }) {
    if (!request_key) throw new Refusal(-41003, 'request_key', '请提供幂等键')
    if (order.product === 'balance') throw new Refusal(-49011)
    const placed = await placeOrder(services, {
      companyId: order.company_id,
      accountId: account.id,
      buyer: membership,
      request: await again(company, order),
      couponId: undefined,
      requestKey: request_key,
      content: ['renew', order.order_id],
      payable: undefined,
    })
    return { order_id: placed.order_id, state: placed.state, payment_id: null }
  },
}

export const operaCalls = {
  async withdrawRefund({ system, membership }, { order_id, refund_id }) {
    const order = orRefuse(await lockOrder(system, membership.companyId, order_id), -49010)
    await withdrawRefund(system, order, refund_id)
  },

  async orderOpera(context, input) {
    const order = await orderOf(context.company, context.membership.companyId, input.order_id)
    if (!order || order.hidden) throw new Refusal(-49010)
    return operas[input.opera](context, order, input)
  },
} satisfies SomeHandlers
