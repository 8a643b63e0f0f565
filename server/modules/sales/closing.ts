import type { z } from 'zod'
import { id } from '#contract/fields.ts'
import { order } from '#contract/records/order.ts'
import { OperatorProblem } from '#server/core/problem.ts'
import { Refusal } from '#server/core/refusal.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { settle } from '#server/engines/idempotency/settle.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { closeOrderJob } from '#server/modules/orders/jobs.ts'
import { endOrder, type Order, orderOf } from '#server/modules/orders/orders.ts'
import type { PaymentServices } from '#server/modules/payments/asking.ts'
import { endUnpaid } from '#server/modules/payments/payments.ts'
import { endByHand } from './end-by-hand.ts'

/** Milliseconds for which an order whose gateway does not answer stays open. Later money is settled nevertheless. */
const patience = 3_600_000
/** Orders found by one query, of which a run makes several; the rest is found a minute later. */
const batch = 500
const batchesEachRun = 20

/**
 * Closes an order whose time to pay is over, after querying its open payments. While a gateway does not answer, `closeOverdue`
 * brings the order back each minute.
 */
export async function closeOrder(
  services: TaskServices,
  { company_id, order_id }: { company_id: string; order_id: string },
  { log }: Pick<RunningJob, 'log'>,
): Promise<void> {
  const { system } = services
  const found = await orderOf(system, company_id, order_id)
  if (found?.state !== 'pending') return
  const late = Date.now() - Date.parse(found.pays_until)
  // The time to pay was extended in the meantime.
  if (late < 0) return
  const done = await endUnpaid(
    { ...services, log },
    { company_id, order_id },
    async (transaction, order) => {
      // The order was extended or paid while the gateways were queried.
      if (order?.state !== 'pending' || Date.parse(order.pays_until) > Date.now()) return
      await endOrder(transaction, services, order, { to: 'closed', note: '超过支付时间' })
    },
    { regardless: late >= patience },
  )
  if (done === 'unknown') log.warn({ order: order_id }, '支付渠道没有应答，订单稍后再关闭')
}

/** Explains to the operator why an action on an order was not possible. */
export class OrderProblem extends OperatorProblem {}

/** Closes a pending order before its time for an operator. As always, its open payments are checked and closed first. */
export async function closeByHand(
  services: PaymentServices,
  { company_id, order_id, order_number }: Pick<Order, 'company_id' | 'order_id' | 'order_number'>,
  reason: string,
): Promise<void> {
  const found = await orderOf(services.system, company_id, order_id)
  if (found?.state !== 'pending') throw new OrderProblem(`订单 ${order_number} 已不是待支付，未关闭`)
  const done = await endUnpaid(services, { company_id, order_id }, async (transaction, order) => {
    if (!order || !(await endByHand(transaction, services, order, { to: 'closed', note: reason })))
      throw new OrderProblem(`订单 ${order_number} 已不是待支付，未关闭`)
    await recordAudit(transaction, {
      action: 'order.closed',
      target: `order:${order_number}`,
      before: { state: order.state },
      after: { state: 'closed', reason },
    })
    await settle(transaction, {})
  })
  if (done === 'unknown') throw new Refusal(-50002)
  if (done === 'paid') throw new OrderProblem(`订单 ${order_number} 刚刚已支付，未关闭`)
}

const overdue = order.schema.pick({ order_id: true, pays_until: true }).extend({ company_id: id })

/**
 * Enqueues a job for every overdue order, once; it runs each minute. Orders get no delayed job when they are placed, because adding
 * a job notifies, and commits that notify queue for one lock of the whole database.
 */
export async function closeOverdue({ system, jobs }: Pick<TaskServices, 'system' | 'jobs'>): Promise<void> {
  let after: Omit<z.output<typeof overdue>, 'company_id'> = {
    order_id: '00000000-0000-0000-0000-000000000000',
    pays_until: new Date(0).toISOString(),
  }
  for (let round = 0; round < batchesEachRun; round++) {
    const orders = await system.rows(overdue)`
      select company_id, id as order_id, pays_until from shop_order
      where state = 'pending' and pays_until < now() and (pays_until, id) > (${after.pays_until}, ${after.order_id}::uuid)
      order by pays_until, id limit ${batch}`
    for (const { company_id, order_id } of orders)
      await jobs.enqueue(system, closeOrderJob, { company_id, order_id }, { key: `close_order:${order_id}` })
    after = orders.at(-1) ?? after
    if (orders.length < batch) return
  }
}
