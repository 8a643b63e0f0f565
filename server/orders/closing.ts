import sql from 'sql-template-tag'
import type { JobPayloads } from '../jobs/jobs.ts'
import type { RunningJob, TaskServices } from '../jobs/tasks.ts'
import { settleOpenPayments } from '../payments/payments.ts'
import { endOrder, lockOrder, orderOf, systemName } from './orders.ts'

/** How long an order whose gateway does not answer stays open: money that comes later is settled all the same. */
const patience = 3_600_000
/** Orders that one look after lost jobs finds; more are found a minute later. */
const batch = 500

/**
 * Closes an order whose time to pay is over, after its open payments were asked about. Until then it was extended, it
 * comes back at its new end; while a gateway does not answer, `closeOverdue` brings it back each minute.
 */
export async function closeOrder(
  services: TaskServices,
  { company_id, order_id }: JobPayloads['close_order'],
  { log }: Pick<RunningJob, 'log'>,
): Promise<void> {
  const { system, jobs } = services
  const found = await orderOf(system, company_id, order_id)
  if (found?.state !== 'pending') return
  const late = Date.now() - found.pays_until.getTime()
  if (late < 0) {
    const options = { runAt: found.pays_until, key: `close_order:${order_id}` }
    return jobs.enqueue(system, 'close_order', { company_id, order_id }, options)
  }
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

/** Each minute: orders whose job was lost, or found a gateway silent. */
export async function closeOverdue({ system, jobs }: Pick<TaskServices, 'system' | 'jobs'>): Promise<void> {
  const overdue = await system.rows<{ company_id: string; id: string }>(sql`
    select company_id, id from shop_order
    where state = 'pending' and pays_until < now() - interval '1 minute' order by pays_until limit ${batch}`)
  for (const { company_id, id } of overdue)
    await jobs.enqueue(system, 'close_order', { company_id, order_id: id }, { key: `close_order:${id}` })
}
