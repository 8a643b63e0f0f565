import { Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { lockBalance } from '#server/modules/balance/balance.sql.ts'
import { endOrder, lockOrder, type Order } from '#server/modules/orders/orders.ts'
import { lockJointOrders } from '#server/modules/orders/top-ups.ts'
import type { PaymentServices } from './asking.ts'
import { lockAccessFor, payFromBalance } from './from-balance.ts'
import { closeElsewhere } from './payments.ts'

interface Paid {
  state: Order['state']
  paymentId: string | null
}

/**
 * Pays an order from the balance, or all orders of a joint payment, which then needs no money of its own and is cancelled: either
 * every one is paid or none. The open attempts at gateways for any of them are closed first, so that nobody pays twice.
 */
export async function payByBalance<Answer>(
  services: PaymentServices,
  { company_id: companyId, order_id: orderId }: Pick<Order, 'company_id' | 'order_id'>,
  answer: (transaction: Database, paid: Paid) => Promise<Answer>,
): Promise<Answer> {
  await closeElsewhere(services, companyId, orderId, 'balance')
  const pay = async (transaction: Database): Promise<Paid> => {
    const order = await lockOrder(transaction, companyId, orderId)
    if (order?.state !== 'pending') throw new Refusal(-49011)
    if (Date.parse(order.pays_until) <= Date.now()) throw new Refusal(-50010)
    if (order.product !== 'balance') {
      const { paymentId } = await payFromBalance(transaction, services, order)
      return { state: 'fulfilled', paymentId }
    }
    const joint = await lockJointOrders(transaction, order)
    if (!joint.length) throw new Refusal(-50003)
    if (joint.some(({ state }) => state !== 'pending')) throw new Refusal(-50022)
    await lockBalance(transaction, companyId)
    await lockAccessFor(transaction, joint)
    for (const each of joint) await payFromBalance(transaction, services, each)
    await endOrder(transaction, services, order, { to: 'cancelled', note: '所选订单已用余额付清' })
    return { state: 'cancelled', paymentId: null }
  }
  return services.system.transaction(async transaction => answer(transaction, await pay(transaction)))
}
