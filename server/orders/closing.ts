import sql from 'sql-template-tag'
import { Refusal } from '../http/envelope.ts'
import type { JobPayloads } from '../jobs/jobs.ts'
import type { RunningJob, TaskServices } from '../jobs/tasks.ts'
import { recordAudit } from '../operations/audit.ts'
import { OperatorProblem } from '../operations/problem.ts'
import type { PaymentServices } from '../payments/asking.ts'
import { settleOpenPayments } from '../payments/payments.ts'
import { endOrder, lockOrder, type Order, orderOf, systemName } from './orders.ts'

/** How long an order whose gateway does not answer stays open: money that comes later is settled all the same. */
const patience = 3_600_000
/** Orders that one look finds, and looks in one run; what is left is found a minute later. */
const batch = 500
const batchesEachRun = 20

/**
 * Closes an order whose time to pay is over, after its open payments were asked about. While a gateway does not answer,
 * `closeOverdue` brings it back each minute.
 */
export async function closeOrder(
  services: TaskServices,
  { company_id, order_id }: JobPayloads['close_order'],
  { log }: Pick<RunningJob, 'log'>,
): Promise<void> {
  const { system } = services
  const found = await orderOf(system, company_id, order_id)
  if (found?.state !== 'pending') return
  const late = Date.now() - found.pays_until.getTime()
  // Extended in the meantime.
  if (late < 0) return
  const settled = await settleOpenPayments({ ...services, log }, company_id, order_id)
  if (settled === 'paid') return
  if (settled === 'unknown' && late < patience) {
    log.warn({ order: order_id }, '支付渠道没有应答，订单稍后再关闭')
    return
  }
  await system.transaction(async transaction => {
    const order = await lockOrder(transaction, company_id, order_id)
    // Extended, or paid, while the gateways were asked.
    if (order?.state !== 'pending' || order.pays_until.getTime() > Date.now()) return
    await endOrder(transaction, services, order, 'closed', systemName, '超过支付时间')
  })
}

/** Why an operator's word about an order could not be carried out; the text is for them. */
export class OrderProblem extends OperatorProblem {}

interface ByHand {
  reason: string
  /** In the order's history. */
  actorName: string
  /** In the audit. */
  actor: string
}

/** An operator closes a pending order before its time. Its open payments are asked about and closed first, as ever. */
export async function closeByHand(
  services: PaymentServices,
  { company_id, id, number }: Pick<Order, 'company_id' | 'id' | 'number'>,
  { reason, actorName, actor }: ByHand,
): Promise<void> {
  const found = await orderOf(services.system, company_id, id)
  if (found?.state !== 'pending') throw new OrderProblem(`订单 ${number} 已不是待支付，未关闭`)
  const settled = await settleOpenPayments(services, company_id, id)
  if (settled === 'unknown') throw new Refusal(-50002)
  if (settled === 'paid') throw new OrderProblem(`订单 ${number} 刚刚已支付，未关闭`)
  await services.system.transaction(async transaction => {
    const order = await lockOrder(transaction, company_id, id)
    if (!order || !(await endOrder(transaction, services, order, 'closed', actorName, reason)))
      throw new OrderProblem(`订单 ${number} 已不是待支付，未关闭`)
    await recordAudit(transaction, {
      actor,
      action: 'order.closed',
      target: `order:${number}`,
      before: { state: order.state },
      after: { state: 'closed', reason },
    })
  })
}

/**
 * Each minute: gives every order whose time is over its job, once. No job waits half an hour for each order: adding one
 * notifies, and commits that notify queue for one lock of the whole database.
 */
export async function closeOverdue({ system, jobs }: Pick<TaskServices, 'system' | 'jobs'>): Promise<void> {
  let after = { pays_until: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  for (let round = 0; round < batchesEachRun; round++) {
    const overdue = await system.rows<{ company_id: string; id: string; pays_until: Date }>(sql`
      select company_id, id, pays_until from shop_order
      where state = 'pending' and pays_until < now() and (pays_until, id) > (${after.pays_until}, ${after.id}::uuid)
      order by pays_until, id limit ${batch}`)
    for (const { company_id, id } of overdue)
      await jobs.enqueue(system, 'close_order', { company_id, order_id: id }, { key: `close_order:${id}` })
    after = overdue.at(-1) ?? after
    if (overdue.length < batch) return
  }
}
