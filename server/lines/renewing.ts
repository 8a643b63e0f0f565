import { autoRenewDays } from '#contract/line-names.ts'
import { dayInChina } from '../hours/service-time.ts'
import { Refusal } from '../http/envelope.ts'
import type { RunningJob, TaskServices } from '../jobs/tasks.ts'
import { notify } from '../notices/notices.ts'
import { extendOrder, lockOrder } from '../orders/orders.ts'
import { placeOrder } from '../orders/placing.ts'
import { type After, type Renewing, renewingLines } from './renewing.sql.ts'

type Needed = Pick<TaskServices, 'config' | 'system' | 'jobs' | 'companyDatabase'>

const batch = 100
const buyer = '自动续费'

/**
 * Places the orders of lines that renew themselves, run hourly: one for a line and an end, open until that end, of which
 * the managers are told. Placing is done once by its key; extending and telling are one transaction, found again until done.
 */
export async function renewLinesByThemselves(
  services: Needed,
  { log, stopping }: Pick<RunningJob, 'log' | 'stopping'>,
): Promise<void> {
  let placed = 0
  let after: After = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }
  while (!stopping.aborted) {
    const lines = await renewingLines(services.system, after, batch)
    for (const line of lines) {
      if (stopping.aborted) break
      try {
        placed += await renew(services, line)
      } catch (error) {
        // Not for sale any more, or a renewal of the managers' own came in between.
        if (!(error instanceof Refusal)) throw error
        log.warn({ line: line.id, code: error.code }, '专线自动续费未能下单')
        await tellFailure(services, line)
      }
    }
    const last = lines.at(-1)
    if (!last || lines.length < batch) break
    after = { at: last.ends_at, id: last.id }
  }
  if (placed) log.info({ placed }, '已生成自动续费订单')
}

async function renew(services: Needed, line: Renewing): Promise<number> {
  const { company_id: companyId, account_id: accountId, id, name, ends_at, request_key: requestKey } = line
  const placed = await placeOrder(services, {
    companyId,
    accountId,
    buyer: { name: buyer },
    wanted: { kind: 'renewal', lines: [{ id, days: autoRenewDays }] },
    couponId: undefined,
    requestKey,
    content: [requestKey],
    payable: undefined,
  })
  if (placed.state !== 'pending') return 1
  return services.system.transaction(async transaction => {
    const order = await lockOrder(transaction, companyId, placed.id)
    // Paid or cancelled in these milliseconds.
    if (!order || !(await extendOrder(transaction, order, ends_at))) return 0
    await notify(transaction, services, {
      to: { managersOfCompany: companyId },
      kind: 'line_ending',
      subject: `renewal:${order.id}`,
      title: '自动续费订单待支付',
      text: `专线「${name}」将于 ${dayInChina(ends_at)} 到期，已生成续费 ${autoRenewDays} 天的订单 ${order.number}，请在到期前支付。`,
      link: `/control/orderrecord?order=${order.id}`,
    })
    return 1
  })
}

const tellFailure = (services: Needed, { company_id, id, name, ends_at }: Renewing) =>
  notify(services.system, services, {
    to: { managersOfCompany: company_id },
    kind: 'line_ending',
    subject: `renewal-failed:${id}:${ends_at.getTime()}`,
    title: '自动续费未能下单',
    text: `专线「${name}」将于 ${dayInChina(ends_at)} 到期，原规格已无法续费，请联系客服更换规格。`,
    link: `/control/managelinedetails?svp_id=${id}`,
  })
