import { autoRenewDays } from '#contract/line-names.ts'
import { linePath, orderPath } from '#contract/paths.ts'
import { Refusal } from '#server/core/refusal.ts'
import { dayInChina } from '#server/core/service-time.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import { notify } from '#server/engines/notices/notices.ts'
import { type After, type Renewing, renewingLines } from './auto-renewal.sql.ts'
import { extendOrder, lockOrder } from './orders.ts'
import { placeOrder } from './placing.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs' | 'companyDatabase'>

const batch = 100
const buyer = '自动续费'

/**
 * Places the orders of lines that renew themselves and tells the managers; it runs hourly. There is one order for a
 * line and an end, which stays open until that end. The key lets it be placed only once. Extending it and telling of it
 * are one transaction, and the line is found again until that is done.
 */
export async function renewLinesByThemselves(
  services: Needed,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let placed = 0
  let after: After = { ends_at: new Date(0).toISOString(), svp_id: '00000000-0000-0000-0000-000000000000' }
  while (!stopping.aborted) {
    const lines = await renewingLines(services.system, after, batch)
    for (const line of lines) {
      if (stopping.aborted) break
      try {
        placed += await renew(services, line)
      } catch (error) {
        // The line is no longer for sale, or the managers renewed it themselves in between.
        if (!(error instanceof Refusal)) throw error
        log.warn({ line: line.svp_id, code: error.code }, '专线自动续费未能下单')
        await tellFailure(services, line)
      }
    }
    if (lines.length < batch) break
    after = lines.at(-1) ?? after
  }
  if (placed) log.info({ placed }, '已生成自动续费订单')
}

async function renew(services: Needed, line: Renewing): Promise<number> {
  const { company_id: companyId, account_id: accountId, svp_id, name, ends_at, request_key: requestKey } = line
  const placed = await placeOrder(services, {
    companyId,
    accountId,
    buyer: { name: buyer },
    wanted: { kind: 'renewal', lines: [{ svp_id, days: autoRenewDays }] },
    couponId: undefined,
    requestKey,
    content: [requestKey],
    payable: undefined,
  })
  if (placed.state !== 'pending') return 1
  return services.system.transaction(async transaction => {
    const order = await lockOrder(transaction, companyId, placed.order_id)
    // The order was paid or cancelled in these milliseconds.
    if (!order || !(await extendOrder(transaction, order, ends_at))) return 0
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'line_ending',
      subject: `renewal:${order.order_id}`,
      title: '自动续费订单待支付',
      text: `专线「${name}」将于 ${dayInChina(ends_at)} 到期，已生成续费 ${autoRenewDays} 天的订单 ${order.order_number}，请在到期前支付。`,
      link: orderPath(order.order_id),
    })
    return 1
  })
}

const tellFailure = (services: Needed, { company_id, svp_id, name, ends_at }: Renewing) =>
  notify(services.system, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_ending',
    subject: `renewal-failed:${svp_id}:${Date.parse(ends_at)}`,
    title: '自动续费未能下单',
    text: `专线「${name}」将于 ${dayInChina(ends_at)} 到期，原规格已无法续费，请联系客服更换规格。`,
    link: linePath(svp_id),
  })
