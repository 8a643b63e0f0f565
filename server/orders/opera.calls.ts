import type { ParsedOf } from '#contract/index.ts'
import { actorOf } from '../employees/people.ts'
import type { HandlersFor, ManagerContext } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { askRefund, openPayment, settleOpenPayments } from '../payments/payments.ts'
import { again } from './again.ts'
import { isRefundable } from './operas.ts'
import { setHidden } from './orders.sql.ts'
import { endOrder, lockOrder, type Order, orderOf, takeBack } from './orders.ts'
import { placeOrder } from './placing.ts'

type Input = ParsedOf<'orderOpera'>
type Done = { order_id: string; state: Order['state']; payment_id: string | null }

const operas: Record<Input['opera'], (context: ManagerContext, order: Order, input: Input) => Promise<Done>> = {
  async pay(context, order, { gateway }) {
    if (!gateway) throw new Refusal(-50001)
    if (order.state !== 'pending') throw new Refusal(-49011)
    if (order.pays_until.getTime() <= Date.now()) throw new Refusal(-50010)
    const { paymentId } = await openPayment(context.services, context, order, gateway)
    return { order_id: order.id, state: order.state, payment_id: paymentId }
  },

  async cancel({ services, system, company, membership, log }, { company_id, id, state }) {
    if (state !== 'pending') throw new Refusal(-49011)
    const { name } = await actorOf(company, membership)
    // Money that is on its way is found before, and attempts that are open can't be paid any more afterwards.
    const settled = await settleOpenPayments({ ...services, log }, company_id, id)
    if (settled === 'unknown') throw new Refusal(-50002)
    if (settled === 'paid') throw new Refusal(-49011)
    await system.transaction(async transaction => {
      const order = await lockOrder(transaction, company_id, id)
      if (!order || !(await endOrder(transaction, services, order, 'cancelled', name))) throw new Refusal(-49011)
    })
    return { order_id: id, state: 'cancelled', payment_id: null }
  },

  async delete({ company }, { company_id, id, state }) {
    if (!(await setHidden(company, company_id, id))) throw new Refusal(-49011)
    return { order_id: id, state, payment_id: null }
  },

  async refund({ system, company, membership }, { company_id, id }, { reason }) {
    if (!reason) throw new Refusal(-41003, 'reason', '请填写退款原因')
    const { name } = await actorOf(company, membership)
    await system.transaction(async transaction => {
      const order = await lockOrder(transaction, company_id, id)
      if (order?.state !== 'fulfilled') throw new Refusal(-49011)
      if (!isRefundable(order)) throw new Refusal(-49012)
      await takeBack(transaction, order, { actorName: name, note: reason })
      if (!(await askRefund(transaction, { companyId: company_id, orderId: id, reason }))) throw new Refusal(-49012)
    })
    return { order_id: id, state: 'refunding', payment_id: null }
  },

  async renew({ services, company, membership, account }, order, { request_key }) {
    if (!request_key) throw new Refusal(-41003, 'request_key', '请提供幂等键')
    const placed = await placeOrder(services, {
      companyId: order.company_id,
      accountId: account.id,
      buyer: membership,
      wanted: await again(company, order),
      couponId: undefined,
      requestKey: request_key,
      content: ['renew', order.id],
      payable: undefined,
    })
    return { order_id: placed.id, state: placed.state, payment_id: null }
  },
}

export const operaCalls: HandlersFor<'orderOpera'> = {
  async orderOpera(context, input) {
    const order = await orderOf(context.company, context.membership.companyId, input.order_id)
    if (!order || order.hidden) throw new Refusal(-49010)
    return operas[input.opera](context, order, input)
  },
}
